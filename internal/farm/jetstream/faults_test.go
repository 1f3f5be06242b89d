package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"gammonlab/internal/farm"
	"gammonlab/internal/must"
)

// freePort returns a port on loopback on which nobody listens.
func freePort(t testing.TB) int {
	t.Helper()
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// A server that is stopped and comes again, with its store and without it, costs time
// only.
func TestServerComesAgain(t *testing.T) {
	t.Parallel()
	for _, keep := range []bool{true, false} {
		t.Run(fmt.Sprintf("keep=%v", keep), func(t *testing.T) {
			t.Parallel()
			folder, port := t.TempDir(), freePort(t)
			start := func() *server.Server {
				return startServerAt(t, &server.Options{Host: "127.0.0.1", Port: port, StoreDir: folder})
			}
			s := start()
			o := Options{URL: fmt.Sprintf("nats://127.0.0.1:%d", port)}
			client := func(name string) *Client {
				o.Name = name
				c := must.Get(Dial(t.Context(), o))(t)
				t.Cleanup(c.Close)
				return c
			}
			for i := range 2 {
				startWorker(t, client(fmt.Sprintf("worker%d", i)), WorkerOptions{})
			}
			spec := hashSpec{Salt: "again", Took: time.Millisecond}
			restarts, most := 0, 1
			if keep {
				most = 2
			}
			b := &book{t: t, onTake: func(n uint64) error {
				if restarts < most && n >= uint64(1000*(restarts+1)) {
					restarts++
					s.Shutdown()
					s.WaitForShutdown()
					if !keep {
						must.OK(t, os.RemoveAll(folder))
					}
					s = start()
				}
				return nil
			}}
			must.OK(t, client("submitter").Pool(quick()).Run(t.Context(), hashJob(spec, nil), numbers(0, 3000), b.take, b.sync))
			b.want(spec, 3000)
			if restarts != most {
				t.Errorf("%d restarts", restarts)
			}
		})
	}
}

// A submitter that is killed finds the results that came meanwhile.
func TestSubmitterComesAgain(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	var done atomic.Int64
	startWorker(t, join(t, s, "worker"), WorkerOptions{Kinds: []farm.Kind{hashKind(nil, &done)}})
	spec := hashSpec{Salt: "killed", Took: time.Millisecond}
	b := &book{t: t}
	const items = 4000
	for kills := uint64(1); ; kills++ {
		c := join(t, s, "submitter")
		b.onTake = func(n uint64) error {
			if kills <= 3 && n >= 1000*kills {
				c.Close()
			}
			return nil
		}
		err := c.Pool(quick()).Run(t.Context(), hashJob(spec, nil), numbers(b.next, items), b.take, b.sync)
		if err == nil {
			break
		}
		if !errors.Is(err, errClosed) {
			t.Fatal(err)
		}
		before := done.Load()
		wait(t, "work without a submitter", func() bool { return done.Load() > before+100 })
	}
	b.want(spec, items)
	if n := done.Load(); n > items*3/2 {
		t.Errorf("%d items were done for %d", n, items)
	}
}

// A second submitter of a job takes it over, and the first one says so.
func TestTakenOver(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	startWorker(t, join(t, s, "worker"), WorkerOptions{})
	spec := hashSpec{Salt: "twice", Took: time.Millisecond}
	first := make(chan error, 1)
	begun := make(chan struct{})
	b := &book{t: t, onTake: func(n uint64) error {
		if n > 100 && begun != nil {
			close(begun)
			begun = nil
		}
		return nil
	}}
	wait := begun
	go func() {
		first <- join(t, s, "submitter").Pool(quick()).Run(t.Context(), hashJob(spec, nil), numbers(0, 1<<40), b.take, b.sync)
	}()
	<-wait
	other := &book{t: t}
	must.OK(t, join(t, s, "submitter").Pool(quick()).Run(t.Context(), hashJob(spec, nil), numbers(0, 3000), other.take, other.sync))
	other.want(spec, 3000)
	must.Fail(t, <-first, "submitted by another process")
}

// A server whose RESULTS is full has workers wait, and loses nothing.
func TestFull(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	c := join(t, s, "submitter")
	for _, config := range Streams(0) {
		switch config.Name {
		case StreamResults:
			config.MaxBytes = 10 << 10
		case StreamWork:
			config.MaxBytes = 4 << 10
		}
		must.Get(c.js.CreateStream(t.Context(), config))(t)
	}
	for i := range 3 {
		startWorker(t, join(t, s, fmt.Sprintf("worker%d", i)), WorkerOptions{})
	}
	spec := hashSpec{Salt: "full", Took: time.Millisecond}
	o := quick()
	b := &book{t: t}
	source := numbers(0, 3000)
	big := func(n int) (farm.Shard, error) { return source(min(n, 30)) }
	must.OK(t, c.Pool(o).Run(t.Context(), hashJob(spec, nil), big, b.take, b.sync))
	b.want(spec, 3000)
	a := address{Owner: c.key, ID: "0123456789abcdef"}
	for i := range 100 {
		_, err := c.js.PublishMsg(t.Context(), shardMessage(a.shard(fmt.Sprint(i), 0), farm.Shard{Payload: make([]byte, 100)}))
		if full, reason := isFull(err); full {
			if reason != "maximum bytes exceeded" {
				t.Errorf("got %q", reason)
			}
			return
		}
		must.OK(t, err)
	}
	t.Error("WORK is not full")
}

// The server's bounds of what may be in hand do not stop a large farm.
func TestManyInHand(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	c := join(t, s, "submitter")
	must.OK(t, c.makeStreams(t.Context()))
	r := &run{ctx: t.Context(), client: c, addr: address{Owner: c.key, ID: "0123456789abcdef"}, options: quick(), posts: make(chan func(), 256)}
	r.options.AckWait = time.Minute
	must.OK(t, r.makeConsumers())
	defer r.link.close()
	const many = 1500
	for i := range many {
		shard := farm.Shard{First: uint64(i), Items: 1}
		must.Get(c.js.PublishMsg(t.Context(), shardMessage(r.addr.shard(tokenOf(shard), 0), shard)))(t)
	}
	batch := must.Get(r.link.work.Fetch(many, jetstream.FetchMaxWait(10*time.Second)))(t)
	n := 0
	for range batch.Messages() {
		n++
	}
	if n != many {
		t.Errorf("%d of %d shards were given out", n, many)
	}
	// A subject that has a message takes no other, and says so.
	shard := farm.Shard{First: 7, Items: 1}
	_, err := c.js.PublishMsg(t.Context(), shardMessage(r.addr.shard(tokenOf(shard), 0), shard))
	if !isThere(err) {
		t.Errorf("got %v", err)
	}
}

// A shard at which all workers die is answered with a failure at the sixth delivery,
// and the submitter does it itself.
func TestPoison(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	c := join(t, s, "submitter")
	spec := hashSpec{Salt: "poison", Took: time.Millisecond}
	o := quick()
	o.AckWait = 200 * time.Millisecond
	b := &book{t: t}
	// Five workers hold a shard and are silent.
	go func() {
		j := waitForJob(t, c)
		cons := must.Get(c.js.Consumer(t.Context(), StreamWork, j.ID))(t)
		for range mostDelivered {
			batch, err := cons.Fetch(200, jetstream.FetchMaxWait(250*time.Millisecond))
			if err != nil {
				return
			}
			for range batch.Messages() {
				continue
			}
			time.Sleep(o.AckWait)
		}
		startWorker(t, join(t, s, "worker"), WorkerOptions{})
	}()
	must.OK(t, c.Pool(o).Run(t.Context(), hashJob(spec, nil), numbers(0, 600), b.take, b.sync))
	b.want(spec, 600)
}

func waitForJob(t testing.TB, c *Client) Job {
	for {
		if jobs, err := c.Jobs(t.Context()); err == nil && len(jobs) == 1 || t.Context().Err() != nil {
			return jobs[0].Job
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// A worker that stops for longer than AckWait and goes on sends a result that nobody
// needs.
func TestLateResult(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	stuck, held := make(chan struct{}), atomic.Bool{}
	hold := func(s farm.Shard, result []byte) ([]byte, error) {
		if s.First > 500 && held.CompareAndSwap(false, true) {
			<-stuck
		}
		return result, nil
	}
	startWorker(t, join(t, s, "slow"), WorkerOptions{Kinds: []farm.Kind{hashKind(hold, nil)}, Cores: 1})
	startWorker(t, join(t, s, "good"), WorkerOptions{})
	spec := hashSpec{Salt: "late", Took: time.Millisecond}
	b := &book{t: t}
	taken := uint64(0)
	source := numbers(0, 3000)
	b.onTake = func(n uint64) error { taken = n; return nil }
	next := func(n int) (farm.Shard, error) {
		if taken > 1500 && held.Load() {
			select {
			case <-stuck:
			default:
				close(stuck)
			}
		}
		return source(n)
	}
	must.OK(t, join(t, s, "submitter").Pool(quick()).Run(t.Context(), hashJob(spec, nil), next, b.take, b.sync))
	b.want(spec, 3000)
	if !held.Load() {
		t.Error("no shard was held")
	}
	select {
	case <-stuck:
	default:
		close(stuck)
	}
}

// A worker that ends finishes what it has in hand within its grace and gives back the
// rest.
func TestGrace(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	c := join(t, s, "submitter")
	spec := hashSpec{Salt: "grace", Took: time.Millisecond}
	o := quick()
	o.AckWait = 20 * time.Second // only a Nak gives it back sooner
	b := &book{t: t}
	ended := make(chan error, 1)
	go func() {
		ended <- c.Pool(o).Run(t.Context(), hashJob(spec, nil), numbers(0, 3000), b.take, b.sync)
	}()
	for i := range 4 {
		w := join(t, s, fmt.Sprintf("leaver%d", i))
		stop := startWorker(t, w, WorkerOptions{Grace: time.Duration(i%2) * time.Second})
		time.Sleep(300 * time.Millisecond)
		must.OK(t, stop())
	}
	startWorker(t, join(t, s, "stayer"), WorkerOptions{})
	started := time.Now()
	must.OK(t, <-ended)
	b.want(spec, 3000)
	if took := time.Since(started); took > 15*time.Second {
		t.Errorf("the job took %v: shards were not given back", took)
	}
}

// A worker ends when it had nothing to do for a while, or after one shard.
func TestWorkerEnds(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	must.OK(t, join(t, s, "idle").Work(t.Context(), WorkerOptions{UntilIdle: 100 * time.Millisecond, Cores: 1}))
	wrong := errors.New("the signature is wrong")
	if err := join(t, s, "wrong").Work(t.Context(), WorkerOptions{Signature: func(context.Context) error { return wrong }}); !errors.Is(err, wrong) {
		t.Errorf("got %v", err)
	}
	var done atomic.Int64
	once := make(chan error, 1)
	worker := join(t, s, "once")
	go func() {
		once <- worker.Work(t.Context(), WorkerOptions{Once: true, Cores: 1, Class: "simd", Kinds: []farm.Kind{hashKind(nil, &done)}, Grace: time.Minute})
	}()
	o := quick()
	o.LocalWorkers = 1
	b := &book{t: t}
	spec := hashSpec{Took: time.Millisecond}
	must.OK(t, join(t, s, "submitter").Pool(o).Run(t.Context(), hashJob(spec, nil), numbers(0, 2000), b.take, b.sync))
	must.OK(t, <-once)
	if n := done.Load(); n == 0 || n > 200 {
		t.Errorf("%d items in one shard and the canary", n)
	}
}

// What a server without permission for it refuses ends a job with the server's reason.
func TestRefusedPublish(t *testing.T) {
	t.Parallel()
	allow := &server.SubjectPermission{Allow: SubmitterPermissions("me").Publish}
	for i, subject := range allow.Allow {
		if strings.HasPrefix(subject, tokenWork+".") {
			allow.Allow[i] = "nothing"
		}
	}
	s := startServerAt(t, &server.Options{DontListen: true, StoreDir: t.TempDir(), NoAuthUser: "me",
		Users: []*server.User{{Username: "me", Password: "x", Permissions: &server.Permissions{Publish: allow}}}})
	b := &book{t: t}
	err := join(t, s, "me").Pool(quick()).Run(t.Context(), hashJob(hashSpec{Took: time.Millisecond}, nil), numbers(0, 2000), b.take, b.sync)
	if !errors.Is(err, errRefused) || !strings.Contains(err.Error(), "work.me.") {
		t.Errorf("got %v", err)
	}
}

// Descriptions survive their way over the server.
func TestWire(t *testing.T) {
	shard := farm.Shard{First: 1 << 60, Items: 3, Payload: []byte("payload")}
	m := shardMessage("s", shard)
	got := must.Get(readShard(m.Header, m.Data, tokenOf(shard)))(t)
	if got.First != shard.First || got.Items != shard.Items || string(got.Payload) != "payload" {
		t.Errorf("got %+v", got)
	}
	must.Fail(t, must.Err(readShard(m.Header, []byte("other"), tokenOf(shard))), "digest")
	o := &outcome{Toolkit: "1", Class: "simd", Result: []byte("result"), Took: 5 * time.Second}
	m = o.message("r")
	if got := must.Get(readOutcome(m.Header, m.Data))(t); string(got.Result) != "result" || got.Took != o.Took {
		t.Errorf("got %+v", got)
	}
	must.Fail(t, must.Err(readOutcome(m.Header, []byte("Result"))), "SHA-256")
	m.Header.Set(headerTime, "-1")
	must.Fail(t, must.Err(readOutcome(m.Header, m.Data)), "milliseconds")
	must.Fail(t, must.Err(readOutcome(nil, nil)), "milliseconds")
	text := must.Get(json.Marshal(Job{Owner: "me", AckWait: time.Second}))(t)
	var j Job
	must.OK(t, json.Unmarshal(text, &j))
	if j.AckWait != time.Second || strings.Contains(headerText("a\nb\r\x00"), "\n") {
		t.Errorf("got %+v", j)
	}
}
