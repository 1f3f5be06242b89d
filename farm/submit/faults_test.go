package submit

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"gammonlab/farm"
	"gammonlab/farm/pooltest"
	"gammonlab/farm/wire"
	"gammonlab/farm/worker"
	"gammonlab/internal/must"
)

// If the stream RESULTS is full, workers wait, and no result is lost.
func TestFull(t *testing.T) {
	t.Parallel()
	s := pooltest.StartNATS(t)
	c := pooltest.Join(t, s, "submitter")
	for _, config := range wire.StreamsOf(c.Key(), 0) {
		switch config.Name {
		case wire.StreamOf(wire.StreamResults, c.Key()):
			config.MaxBytes = 10 << 10
		case wire.StreamOf(wire.StreamWork, c.Key()):
			config.MaxBytes = 4 << 10
		}
		must.Get(c.JetStream().CreateStream(t.Context(), config))(t)
	}
	for i := range 3 {
		pooltest.StartWorker(t, pooltest.Join(t, s, fmt.Sprintf("worker%d", i)), worker.Options{})
	}
	spec := pooltest.Spec{Salt: "full", Took: time.Millisecond}
	o := quick()
	b := &pooltest.Book{T: t}
	source := pooltest.Numbers(0, 1200)
	big := func(n int) (farm.Shard, error) { return source(min(n, 30)) }
	must.OK(t, New(c, o).Run(t.Context(), pooltest.Job(spec, nil), big, b.Take, b.Sync))
	b.Want(spec, 1200)
	a := wire.Address{Owner: c.Key(), ID: "0123456789abcdef"}
	for i := range 100 {
		_, err := c.JetStream().PublishMsg(t.Context(), wire.ShardMessage(a.Shard(fmt.Sprint(i), 0), farm.Shard{Payload: make([]byte, 100)}))
		if wire.IsFull(err) {
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
	s := pooltest.StartNATS(t)
	c := pooltest.Join(t, s, "submitter")
	must.OK(t, c.MakeStreams(t.Context()))
	r := &run{ctx: t.Context(), client: c, addr: wire.Address{Owner: c.Key(), ID: "0123456789abcdef"}, options: quick(), posts: make(chan func(), 256)}
	r.options.AckWait = time.Minute
	must.OK(t, r.makeConsumers())
	defer r.link.close()
	const many = 1500
	for i := range many {
		shard := farm.Shard{First: uint64(i), Items: 1}
		must.Get(c.JetStream().PublishMsg(t.Context(), wire.ShardMessage(r.addr.Shard(wire.ShardToken(shard), 0), shard)))(t)
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
	_, err := c.JetStream().PublishMsg(t.Context(), wire.ShardMessage(r.addr.Shard(wire.ShardToken(shard), 0), shard))
	if !wire.IsThere(err) {
		t.Errorf("got %v", err)
	}
}

// If five workers fail at a shard, the sixth delivery is answered with a
// failure, and the submitter computes the shard.
func TestPoison(t *testing.T) {
	t.Parallel()
	s := pooltest.StartNATS(t)
	c := pooltest.Join(t, s, "submitter")
	spec := pooltest.Spec{Salt: "poison", Took: time.Millisecond}
	o := quick()
	o.AckWait = 200 * time.Millisecond
	b := &pooltest.Book{T: t}
	ended := make(chan error, 1)
	go func() {
		ended <- New(c, o).Run(t.Context(), pooltest.Job(spec, nil), pooltest.Numbers(0, 600), b.Take, b.Sync)
	}()
	// Five workers hold a shard and are silent.
	cons := must.Get(c.JetStream().Consumer(t.Context(), wire.StreamOf(wire.StreamWork, c.Key()), waitForJob(t, c).ID))(t)
	for range 5 {
		batch := must.Get(cons.Fetch(200, jetstream.FetchMaxWait(250*time.Millisecond)))(t)
		for range batch.Messages() {
			continue
		}
		time.Sleep(o.AckWait)
	}
	pooltest.StartWorker(t, pooltest.Join(t, s, "worker"), worker.Options{})
	must.OK(t, <-ended)
	b.Want(spec, 600)
}

// waitForJob returns the only job of the server, once it is there.
func waitForJob(t testing.TB, c *wire.Client) (j wire.Job) {
	t.Helper()
	pooltest.Wait(t, "the job", func() bool {
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
	s := pooltest.StartNATS(t)
	stuck, held := make(chan struct{}), atomic.Bool{}
	hold := func(s farm.Shard, result []byte) ([]byte, error) {
		if s.First > 500 && held.CompareAndSwap(false, true) {
			<-stuck
		}
		return result, nil
	}
	pooltest.StartWorker(t, pooltest.Join(t, s, "slow"), worker.Options{Kinds: []farm.Kind{pooltest.Kind(hold, nil)}, Cores: 1})
	pooltest.StartWorker(t, pooltest.Join(t, s, "good"), worker.Options{})
	spec := pooltest.Spec{Salt: "late", Took: time.Millisecond}
	b := &pooltest.Book{T: t}
	taken := uint64(0)
	source := pooltest.NumbersUntil(3000, held.Load)
	b.OnTake = func(n uint64) error { taken = n; return nil }
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
	must.OK(t, New(pooltest.Join(t, s, "submitter"), quick()).Run(t.Context(), pooltest.Job(spec, nil), next, b.Take, b.Sync))
	b.Want(spec, b.Next)
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
	s := pooltest.StartNATS(t)
	end, held := make(chan struct{}), atomic.Int64{}
	hold := func(s farm.Shard, result []byte) ([]byte, error) {
		if s.First > 300 {
			held.Add(1)
			<-end
		}
		return result, nil
	}
	pooltest.StartWorker(t, pooltest.Join(t, s, "silent"), worker.Options{Kinds: []farm.Kind{pooltest.Kind(hold, nil)}})
	t.Cleanup(func() { close(end) }) // before the worker is stopped
	pooltest.StartWorker(t, pooltest.Join(t, s, "good"), worker.Options{})
	spec := pooltest.Spec{Salt: "never", Took: time.Millisecond}
	b := &pooltest.Book{T: t}
	source := pooltest.NumbersUntil(1500, func() bool { return held.Load() > 0 })
	must.OK(t, New(pooltest.Join(t, s, "submitter"), quick()).Run(t.Context(), pooltest.Job(spec, nil), source, b.Take, b.Sync))
	b.Want(spec, b.Next)
}
