package server

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gammonlab/farm/pooltest"
	"gammonlab/farm/submit"
	"gammonlab/farm/wire"
	"gammonlab/farm/worker"
	"gammonlab/internal/must"
)

// A job is done by workers with keys, with the token, and over TLS, and the server has
// nothing to refuse.
func TestKeyedFarm(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name       string
		token, tls bool
	}{{"keys", false, false}, {"token", true, false}, {"TLS", false, true}} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			var log logBuffer
			o := serverAt(filepath.Join(dir, "store"))
			o.Log = slog.New(slog.NewTextHandler(&log, nil))
			var me, box wire.Options
			if c.token {
				o.Token = filepath.Join(dir, "token")
				must.OK(t, os.WriteFile(o.Token, []byte("0123456789abcdef\n"), 0o600))
				me, box = wire.Options{Token: o.Token, Name: "me"}, wire.Options{Token: o.Token, Name: "box"}
			} else {
				for _, role := range []Role{RoleWorker, RoleSubmitter} {
					must.Get(KeysOf(o.Store).Add(role, string(role), filepath.Join(dir, SeedFile(string(role)))))(t)
				}
				me, box = wire.Options{Key: filepath.Join(dir, "submitter.nk")}, wire.Options{Key: filepath.Join(dir, "worker.nk")}
			}
			if c.tls {
				authority := newAuthority(t, dir)
				o.TLSCert, o.TLSKey = authority.issue(t, "server")
				me.CA, box.CA = authority.file, authority.file
			}
			s := serve(t, o)
			me.URL, box.URL = s.URL(), s.URL()
			submitter, doer := must.Get(wire.Dial(t.Context(), me))(t), must.Get(wire.Dial(t.Context(), box))(t)
			t.Cleanup(submitter.Close)
			t.Cleanup(doer.Close)
			pooltest.StartWorker(t, doer, worker.Options{})
			spec := pooltest.Spec{Salt: c.name, Took: 20 * time.Microsecond}
			b := &pooltest.Book{T: t}
			must.OK(t, submit.New(submitter, quick()).Run(t.Context(), pooltest.Job(spec, nil), pooltest.Numbers(0, 5000), b.Take, b.Sync))
			b.Want(spec, 5000)
			if n := s.log.refused.Load(); n != 0 {
				t.Errorf("the server refused %d times:\n%s", n, log.String())
			}
		})
	}
}

// quick are options of pools whose shards take about 30 ms.
func quick() submit.Options {
	return submit.Options{Shard: 30 * time.Millisecond, AckWait: time.Second}
}
