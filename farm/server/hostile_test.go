package server

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gammonlab/farm/pooltest"
	"gammonlab/farm/submit"
	"gammonlab/farm/wire"
	"gammonlab/farm/worker"
	"gammonlab/internal/must"
)

// A worker can make the server publish its answers on subjects of others, since
// NATS does not check the subjects of answers. Such messages are no results,
// and no worker is refused for them.
func TestAnswersAreNoResults(t *testing.T) {
	t.Parallel()
	k := serveKeyed(t, "submitter-1", "worker-honest", "worker-hostile")
	client := func(name string) *wire.Client {
		c := must.Get(wire.Dial(t.Context(), wire.Options{URL: k.URL(), Key: k.seed(name)}))(t)
		t.Cleanup(c.Close)
		return c
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ctx, stop := context.WithTimeout(ctx, pooltest.Long)
	defer stop()
	victim, conn := k.public(t, "worker-honest"), client("worker-hostile").Conn()
	ended := make(chan struct{})
	var sent atomic.Int64
	go func() {
		defer close(ended)
		for ctx.Err() == nil && sent.Load() < 20 {
			jobs, err := inside(t, k.Server, adminAccount).Jobs(ctx)
			if err != nil || len(jobs) == 0 {
				time.Sleep(time.Millisecond)
				continue
			}
			next := "$JS.API.CONSUMER.MSG.NEXT." + jobs[0].Address().Stream(wire.StreamWork) + "." + jobs[0].ID
			shard, err := conn.RequestWithContext(ctx, next, []byte(`{"batch":1,"expires":1000000000}`))
			if err != nil || shard.Header.Get("Status") != "" {
				continue
			}
			reply := jobs[0].Address().Result(strings.Split(shard.Subject, ".")[3], victim)
			for _, api := range []string{next, "$JS.API.CONSUMER.INFO." + jobs[0].Address().Stream(wire.StreamWork) + ".none"} {
				if conn.PublishRequest(api, reply, []byte(`{"batch":1,"no_wait":true}`)) == nil {
					sent.Add(1)
				}
			}
		}
	}()
	pooltest.StartWorker(t, client("worker-honest"), worker.Options{})
	spec := pooltest.Spec{Salt: "hostile", Took: 20 * time.Microsecond}
	b := &pooltest.Book{T: t}
	o := quick()
	o.AckWait, o.Ledger = 200*time.Millisecond, filepath.Join(k.dir, "ledger")
	source := pooltest.NumbersUntil(5000, func() bool { return sent.Load() > 0 })
	must.OK(t, submit.New(client("submitter-1"), o).Run(ctx, pooltest.Job(spec, nil), source, b.Take, b.Sync))
	b.Want(spec, b.Next)
	cancel()
	<-ended
	if text := string(must.Get(os.ReadFile(o.Ledger))(t)); strings.Contains(text, `"refused"`) {
		t.Errorf("a worker is blamed:\n%s", text)
	}
}
