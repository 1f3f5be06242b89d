package jetstream

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gammonlab/internal/must"
)

// A worker can have the server publish its answers on subjects of others, since NATS
// does not check where answers go. What it makes so is no result, and nobody is blamed
// for it.
func TestAnswersAreNoResults(t *testing.T) {
	t.Parallel()
	k := serveKeyed(t, "submitter-1", "worker-honest", "worker-hostile")
	client := func(name string) *Client {
		c := must.Get(Dial(t.Context(), Options{URL: k.URL(), Key: k.seed(name)}))(t)
		t.Cleanup(c.Close)
		return c
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ctx, stop := context.WithTimeout(ctx, 30*time.Second)
	defer stop()
	victim, conn := k.public(t, "worker-honest"), client("worker-hostile").conn
	ended := make(chan int)
	go func() {
		sent := 0
		defer func() { ended <- sent }()
		for ctx.Err() == nil && sent < 20 {
			jobs, err := k.client.Jobs(ctx)
			if err != nil || len(jobs) == 0 {
				time.Sleep(time.Millisecond)
				continue
			}
			next := "$JS.API.CONSUMER.MSG.NEXT." + StreamWork + "." + jobs[0].ID
			shard, err := conn.RequestWithContext(ctx, next, []byte(`{"batch":1,"expires":1000000000}`))
			if err != nil || shard.Header.Get("Status") != "" {
				continue
			}
			reply := jobs[0].address().result(strings.Split(shard.Subject, ".")[3], victim)
			for _, api := range []string{next, "$JS.API.CONSUMER.INFO." + StreamWork + ".none"} {
				if conn.PublishRequest(api, reply, []byte(`{"batch":1,"no_wait":true}`)) == nil {
					sent++
				}
			}
		}
	}()
	startWorker(t, client("worker-honest"), WorkerOptions{})
	spec := hashSpec{Salt: "hostile", Took: 20 * time.Microsecond}
	b := &book{t: t}
	o := quick()
	o.AckWait, o.Ledger = 200*time.Millisecond, filepath.Join(k.dir, "ledger")
	must.OK(t, client("submitter-1").Pool(o).Run(ctx, hashJob(spec, nil), numbers(0, 5000), b.take, b.sync))
	b.want(spec, 5000)
	cancel()
	if sent := <-ended; sent == 0 {
		t.Error("the hostile worker did nothing")
	}
	if text := string(must.Get(os.ReadFile(o.Ledger))(t)); strings.Contains(text, `"refused"`) {
		t.Errorf("a worker is blamed:\n%s", text)
	}
}
