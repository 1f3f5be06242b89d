package server

import (
	"encoding/json"
	"errors"
	"log/slog"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"gammonlab/farm/pooltest"
	"gammonlab/farm/submit"
	"gammonlab/farm/wire"
	"gammonlab/farm/worker"
	"gammonlab/internal/must"
)

// The log of a server has lines about clients, jobs and refusals, with the names of keys.
func TestActivity(t *testing.T) {
	t.Parallel()
	var log logBuffer
	k := keyed{dir: t.TempDir()}
	o := serverAt(filepath.Join(k.dir, "store"))
	o.Log = slog.New(slog.NewTextHandler(&log, nil))
	for _, name := range []string{"submitter-ann", "worker-box", "worker-gone"} {
		k.add(t, o.Store, name)
	}
	k.Server = serve(t, o)
	logged := func(pattern string) {
		t.Helper()
		pooltest.Wait(t, pattern, func() bool { return regexp.MustCompile(pattern).MatchString(log.String()) })
	}
	client := func(name, machine string) *wire.Client {
		c := must.Get(wire.Dial(t.Context(), wire.Options{URL: k.URL(), Key: k.seed(name), Name: machine}))(t)
		t.Cleanup(c.Close)
		return c
	}
	pooltest.StartWorker(t, client("worker-box", "attic"), worker.Options{})
	logged(`level=INFO msg=connected client=worker-box machine=attic address=127\.0\.0\.1\n`)
	ann := client("submitter-ann", "desk")
	b := &pooltest.Book{T: t}
	must.OK(t, submit.New(ann, quick()).Run(t.Context(), pooltest.Job(pooltest.Spec{Took: time.Millisecond}, nil), pooltest.Numbers(0, 300), b.Take, b.Sync))
	logged(`msg="job begins" job=[0-9a-f]{16} submitter=submitter-ann kind=hash/1 machine=`)
	logged(`msg="job ends" job=[0-9a-f]{16} submitter=submitter-ann shards=`)

	refusing := testJob(t, ann.Key(), "refusing")
	refusing.Refused = []string{k.public(t, "worker-box") + "/attic"}
	a := refusing.Address()
	must.OK(t, ann.Write(t.Context(), a.Subject(wire.TokenJob), refusing))
	logged(`level=WARN msg="job refuses a worker" job=` + a.ID + ` submitter=submitter-ann worker=worker-box machine=attic`)
	must.OK(t, ann.Pause(t.Context(), refusing, true))
	logged(`msg="job is paused" job=` + a.ID)
	must.OK(t, ann.Cancel(t.Context(), refusing))
	logged(`msg="job is cancelled" job=` + a.ID)
	must.OK(t, ann.Conn().Publish(a.Subject(wire.TokenJob), []byte("{")))
	logged(`msg="a message is no job" job=` + a.ID + ` submitter=submitter-ann`)

	must.OK(t, ann.Conn().Publish("work.other.job.1.0", must.Get(json.Marshal(1))(t)))
	logged(`level=ERROR .*submitter-ann.*Publish Violation.*work\.other`)
	ann.Close()
	logged(`msg=disconnected client=submitter-ann machine=desk address=127\.0\.0\.1 reason=.`)

	option := must.Get(nats.NkeyOptionFromSeed(k.seed("worker-gone")))(t)
	must.Get(k.keys.Revoke("worker-gone"))(t)
	pooltest.Wait(t, "the refusal of the key", func() bool {
		conn, err := nats.Connect(k.URL(), option)
		if err == nil {
			conn.Close()
		}
		return errors.Is(err, nats.ErrAuthorization)
	})
	logged(`level=ERROR .*authentication error`)
}
