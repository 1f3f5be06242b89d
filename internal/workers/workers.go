// Package workers spreads numbered pieces of work over workers that keep state
// of their own.
package workers

import (
	"context"
	"sync"
	"sync/atomic"
)

// Each has the workers do the work for 0 to n-1, each piece by one of them, and
// returns when all is done or when what is in hand after ctx has ended is. shared
// is handed to do, so that a method can take the place of a closure, which would
// be allocated.
func Each[S, W any](ctx context.Context, shared S, workers []W, n int, do func(shared S, w W, i int)) {
	each(ctx, shared, workers, n, do)
}

// All is Each for work that nothing ends early.
func All[S, W any](shared S, workers []W, n int, do func(shared S, w W, i int)) {
	each(endless{}, shared, workers, n, do)
}

// ending is what Each wants of a context.
type ending interface{ Err() error }

// endless never ends.
type endless struct{}

func (endless) Err() error { return nil }

func each[S, W any](until ending, shared S, workers []W, n int, do func(shared S, w W, i int)) {
	if len(workers) == 1 || n == 1 {
		for i := 0; i < n && until.Err() == nil; i++ {
			do(shared, workers[0], i)
		}
		return
	}
	var next atomic.Int64
	var group sync.WaitGroup
	for _, w := range workers[:min(len(workers), n)] {
		group.Go(func() {
			for until.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				do(shared, w, i)
			}
		})
	}
	group.Wait()
}
