package worker_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"gammonlab/farm"
	"gammonlab/farm/pooltest"
	"gammonlab/farm/submit"
	"gammonlab/farm/worker"
	"gammonlab/internal/must"
)

// A worker that ends finishes its shards within its grace and returns the others.
func TestGrace(t *testing.T) {
	t.Parallel()
	s := pooltest.StartNATS(t)
	c := pooltest.Join(t, s, "submitter")
	spec := pooltest.Spec{Salt: "grace", Took: time.Millisecond}
	o := quick()
	o.AckWait = time.Hour // only a Nak gives it back sooner
	var taken atomic.Uint64
	b := &pooltest.Book{T: t, OnTake: func(n uint64) error { taken.Store(n); return nil }}
	ended := make(chan error, 1)
	go func() {
		ended <- submit.New(c, o).Run(t.Context(), pooltest.Job(spec, nil), pooltest.Numbers(0, 3000), b.Take, b.Sync)
	}()
	for i := range 4 {
		w := pooltest.Join(t, s, fmt.Sprintf("leaver%d", i))
		stop := pooltest.StartWorker(t, w, worker.Options{Grace: time.Duration(i%2) * time.Second})
		time.Sleep(300 * time.Millisecond)
		must.OK(t, stop())
	}
	pooltest.StartWorker(t, pooltest.Join(t, s, "stayer"), worker.Options{})
	select {
	case err := <-ended:
		must.OK(t, err)
	case <-time.After(pooltest.Long):
		t.Fatalf("the job stands at %d items: shards were not given back", taken.Load())
	}
	b.Want(spec, 3000)
}

// A worker ends when it had nothing to do for a while, or after one shard.
func TestWorkerEnds(t *testing.T) {
	t.Parallel()
	s := pooltest.StartNATS(t)
	must.OK(t, worker.Run(t.Context(), pooltest.Join(t, s, "idle"), worker.Options{UntilIdle: 100 * time.Millisecond, Cores: 1}))
	wrong := errors.New("the signature is wrong")
	if err := worker.Run(t.Context(), pooltest.Join(t, s, "wrong"), worker.Options{Signature: func(context.Context) error { return wrong }}); !errors.Is(err, wrong) {
		t.Errorf("got %v", err)
	}
	var done atomic.Int64
	var once error
	var ended atomic.Bool
	box := pooltest.Join(t, s, "once")
	go func() {
		defer ended.Store(true)
		once = worker.Run(t.Context(), box, worker.Options{Once: true, Cores: 1, Class: "simd", Kinds: []farm.Kind{pooltest.Kind(nil, &done)}, Grace: time.Minute})
	}()
	o := quick()
	o.LocalWorkers = 1
	b := &pooltest.Book{T: t}
	spec := pooltest.Spec{Took: time.Millisecond}
	source := pooltest.NumbersUntil(2000, ended.Load)
	must.OK(t, submit.New(pooltest.Join(t, s, "submitter"), o).Run(t.Context(), pooltest.Job(spec, nil), source, b.Take, b.Sync))
	must.OK(t, once)
	if n := done.Load(); n == 0 || n > 200 {
		t.Errorf("%d items in one shard and the canary", n)
	}
}

// quick are options of pools whose shards take about 30 ms.
func quick() submit.Options {
	return submit.Options{Shard: 30 * time.Millisecond, AckWait: time.Second}
}
