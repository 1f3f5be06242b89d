package jetstream

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

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
			var me, worker Options
			if c.token {
				o.Token = filepath.Join(dir, "token")
				must.OK(t, os.WriteFile(o.Token, []byte("0123456789abcdef\n"), 0o600))
				me, worker = Options{Token: o.Token, Name: "me"}, Options{Token: o.Token, Name: "box"}
			} else {
				for _, role := range []Role{RoleWorker, RoleSubmitter} {
					must.Get(KeysOf(o.Store).Add(role, string(role), filepath.Join(dir, SeedFile(string(role)))))(t)
				}
				me, worker = Options{Key: filepath.Join(dir, "submitter.nk")}, Options{Key: filepath.Join(dir, "worker.nk")}
			}
			if c.tls {
				authority := newAuthority(t, dir)
				o.TLSCert, o.TLSKey = authority.issue(t, "server")
				me.CA, worker.CA = authority.file, authority.file
			}
			s := serve(t, o)
			me.URL, worker.URL = s.URL(), s.URL()
			submitter, doer := must.Get(Dial(t.Context(), me))(t), must.Get(Dial(t.Context(), worker))(t)
			t.Cleanup(submitter.Close)
			t.Cleanup(doer.Close)
			startWorker(t, doer, WorkerOptions{})
			spec := hashSpec{Salt: c.name, Took: 20 * time.Microsecond}
			b := &book{t: t}
			must.OK(t, submitter.Pool(quick()).Run(t.Context(), hashJob(spec, nil), numbers(0, 5000), b.take, b.sync))
			b.want(spec, 5000)
			if n := s.log.refused.Load(); n != 0 {
				t.Errorf("the server refused %d times:\n%s", n, log.String())
			}
		})
	}
}
