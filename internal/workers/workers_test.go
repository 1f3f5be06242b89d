package workers_test

import (
	"context"
	"sync/atomic"
	"testing"

	"gammonlab/internal/workers"
)

func TestEach(t *testing.T) {
	for _, n := range []int{0, 1, 2, 7, 1000} {
		for _, many := range []int{1, 2, 5} {
			times := make([]int, n)
			busy := make([]*atomic.Bool, many)
			for i := range busy {
				busy[i] = new(atomic.Bool)
			}
			workers.Each(t.Context(), times, busy, n, func(times []int, w *atomic.Bool, i int) {
				if !w.CompareAndSwap(false, true) {
					t.Error("a worker does two things at a time")
				}
				times[i]++
				w.Store(false)
			})
			for i, done := range times {
				if done != 1 {
					t.Fatalf("%d pieces, %d workers: piece %d was done %d times", n, many, i, done)
				}
			}
		}
	}
}

func TestAll(t *testing.T) {
	for _, many := range []int{1, 4} {
		var sum atomic.Int64
		workers.All(&sum, make([]struct{}, many), 1000, func(sum *atomic.Int64, _ struct{}, i int) { sum.Add(int64(i)) })
		if got := sum.Load(); got != 499500 {
			t.Errorf("%d workers: the pieces done add up to %d, want 499500", many, got)
		}
	}
}

func TestEachStops(t *testing.T) {
	for _, many := range []int{1, 3} {
		ctx, cancel := context.WithCancel(t.Context())
		var done atomic.Int64
		workers.Each(ctx, &done, make([]struct{}, many), 1000, func(done *atomic.Int64, _ struct{}, _ int) {
			if done.Add(1) == 10 {
				cancel()
			}
		})
		if got := done.Load(); got < 10 || got >= 10+int64(many) {
			t.Errorf("%d workers: %d pieces done, want to stop after 10", many, got)
		}
	}
}
