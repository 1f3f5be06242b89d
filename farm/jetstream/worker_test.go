package jetstream

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"gammonlab/farm"
	"gammonlab/internal/must"
)

// A worker that ends finishes its shards within its grace and returns the others.
func TestGrace(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	c := join(t, s, "submitter")
	spec := hashSpec{Salt: "grace", Took: time.Millisecond}
	o := quick()
	o.AckWait = time.Hour // only a Nak gives it back sooner
	var taken atomic.Uint64
	b := &book{t: t, onTake: func(n uint64) error { taken.Store(n); return nil }}
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
	select {
	case err := <-ended:
		must.OK(t, err)
	case <-time.After(long):
		t.Fatalf("the job stands at %d items: shards were not given back", taken.Load())
	}
	b.want(spec, 3000)
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
	var once error
	var ended atomic.Bool
	worker := join(t, s, "once")
	go func() {
		defer ended.Store(true)
		once = worker.Work(t.Context(), WorkerOptions{Once: true, Cores: 1, Class: "simd", Kinds: []farm.Kind{hashKind(nil, &done)}, Grace: time.Minute})
	}()
	o := quick()
	o.LocalWorkers = 1
	b := &book{t: t}
	spec := hashSpec{Took: time.Millisecond}
	source := numbersUntil(2000, ended.Load)
	must.OK(t, join(t, s, "submitter").Pool(o).Run(t.Context(), hashJob(spec, nil), source, b.take, b.sync))
	must.OK(t, once)
	if n := done.Load(); n == 0 || n > 200 {
		t.Errorf("%d items in one shard and the canary", n)
	}
}
