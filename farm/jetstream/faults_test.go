package jetstream

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"gammonlab/farm"
	"gammonlab/internal/must"
)

// If the stream RESULTS is full, workers wait, and no result is lost.
func TestFull(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	c := join(t, s, "submitter")
	for _, config := range StreamsOf(c.key, 0) {
		switch config.Name {
		case StreamOf(StreamResults, c.key):
			config.MaxBytes = 10 << 10
		case StreamOf(StreamWork, c.key):
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
	source := numbers(0, 1200)
	big := func(n int) (farm.Shard, error) { return source(min(n, 30)) }
	must.OK(t, c.Pool(o).Run(t.Context(), hashJob(spec, nil), big, b.take, b.sync))
	b.want(spec, 1200)
	a := Address{Owner: c.key, ID: "0123456789abcdef"}
	for i := range 100 {
		_, err := c.js.PublishMsg(t.Context(), ShardMessage(a.Shard(fmt.Sprint(i), 0), farm.Shard{Payload: make([]byte, 100)}))
		if IsFull(err) {
			must.Fail(t, err, "maximum bytes exceeded")
			return
		}
		must.OK(t, err)
	}
	t.Error("WORK is not full")
}

// The server's limits on unacknowledged shards do not stop a large farm.
func TestManyUnacknowledged(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	c := join(t, s, "submitter")
	must.OK(t, c.MakeStreams(t.Context()))
	r := &run{ctx: t.Context(), client: c, addr: Address{Owner: c.key, ID: "0123456789abcdef"}, options: quick(), posts: make(chan func(), 256)}
	r.options.AckWait = time.Minute
	must.OK(t, r.makeConsumers())
	defer r.link.close()
	const many = 1500
	for i := range many {
		shard := farm.Shard{First: uint64(i), Items: 1}
		must.Get(c.js.PublishMsg(t.Context(), ShardMessage(r.addr.Shard(ShardToken(shard), 0), shard)))(t)
	}
	batch := must.Get(r.link.work.Fetch(many, jetstream.FetchMaxWait(10*time.Second)))(t)
	n := 0
	for range batch.Messages() {
		n++
	}
	if n != many {
		t.Errorf("%d of %d shards were given out", n, many)
	}
	// A subject with a message accepts no other and returns an error.
	shard := farm.Shard{First: 7, Items: 1}
	_, err := c.js.PublishMsg(t.Context(), ShardMessage(r.addr.Shard(ShardToken(shard), 0), shard))
	if !IsThere(err) {
		t.Errorf("got %v", err)
	}
}

// If five workers fail at a shard, the sixth delivery is answered with a
// failure, and the submitter computes the shard.
func TestPoison(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	c := join(t, s, "submitter")
	spec := hashSpec{Salt: "poison", Took: time.Millisecond}
	o := quick()
	o.AckWait = 200 * time.Millisecond
	b := &book{t: t}
	ended := make(chan error, 1)
	go func() { ended <- c.Pool(o).Run(t.Context(), hashJob(spec, nil), numbers(0, 600), b.take, b.sync) }()
	// Five workers hold a shard and are silent.
	cons := must.Get(c.js.Consumer(t.Context(), StreamOf(StreamWork, c.key), waitForJob(t, c).ID))(t)
	for range 5 {
		batch := must.Get(cons.Fetch(200, jetstream.FetchMaxWait(250*time.Millisecond)))(t)
		for range batch.Messages() {
			continue
		}
		time.Sleep(o.AckWait)
	}
	startWorker(t, join(t, s, "worker"), WorkerOptions{})
	must.OK(t, <-ended)
	b.want(spec, 600)
}

// waitForJob returns the only job of the server, once it is there.
func waitForJob(t testing.TB, c *Client) (j Job) {
	t.Helper()
	wait(t, "the job", func() bool {
		jobs, err := c.Jobs(t.Context())
		if err != nil || len(jobs) != 1 {
			return false
		}
		j = jobs[0].Job
		return true
	})
	return j
}

// A worker that pauses for longer than AckWait sends a result that is no longer
// needed.
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
	source := numbersUntil(3000, held.Load)
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
	b.want(spec, b.next)
	select {
	case <-stuck:
	default:
		close(stuck)
	}
}

// A worker that takes shards, reports to be at work and never answers costs the
// time until its shards are given to others.
func TestNeverAnswers(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	end, held := make(chan struct{}), atomic.Int64{}
	hold := func(s farm.Shard, result []byte) ([]byte, error) {
		if s.First > 300 {
			held.Add(1)
			<-end
		}
		return result, nil
	}
	startWorker(t, join(t, s, "silent"), WorkerOptions{Kinds: []farm.Kind{hashKind(hold, nil)}})
	t.Cleanup(func() { close(end) }) // before the worker is stopped
	startWorker(t, join(t, s, "good"), WorkerOptions{})
	spec := hashSpec{Salt: "never", Took: time.Millisecond}
	b := &book{t: t}
	source := numbersUntil(1500, func() bool { return held.Load() > 0 })
	must.OK(t, join(t, s, "submitter").Pool(quick()).Run(t.Context(), hashJob(spec, nil), source, b.take, b.sync))
	b.want(spec, b.next)
}
