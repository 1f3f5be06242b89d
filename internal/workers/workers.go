// Package workers distributes pieces of work to workers, each with its own state. [Each]
// and [All] run numbered pieces that cannot fail, without allocations; [Try] runs pieces
// that can fail; [Ordered] takes the results in order; [Steered] chooses pieces from the
// results so far. A panic of a worker is a panic of their caller.
package workers

import (
	"context"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Each runs the pieces 0 to n-1, each on one worker. It returns when all pieces are
// finished or, if ctx has ended, when all begun pieces are finished. Each passes shared to
// do, so do can be a method expression: a closure would be allocated.
func Each[S, W any](ctx context.Context, shared S, workers []W, n int, do func(shared S, w W, i int)) {
	each(ctx, shared, workers, n, do)
}

// All is Each for work that never ends early.
func All[S, W any](shared S, workers []W, n int, do func(shared S, w W, i int)) {
	each(endless{}, shared, workers, n, do)
}

// Try is Each for work that can fail. It returns the first error; after it no piece
// begins, and the context of do ends. If ctx ends before all pieces are finished, Try
// returns the error of [Interrupted].
func Try[W any](ctx context.Context, workers []W, n int, do func(ctx context.Context, w W, i int) error) error {
	group, inner := errgroup.WithContext(ctx)
	var next, done atomic.Int64
	for _, w := range workers[:min(len(workers), n)] {
		group.Go(func() error {
			for inner.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					break
				}
				if err := Guard(func() error { return do(inner, w, i) }); err != nil {
					return err
				}
				done.Add(1)
			}
			return nil
		})
	}
	err := Raise(group.Wait())
	if ctx.Err() != nil && int(done.Load()) < n {
		return Interrupted(ctx)
	}
	return err
}

// ending is the part of a context that Each needs.
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
	var failed atomic.Pointer[error]
	var group sync.WaitGroup
	for _, w := range workers[:min(len(workers), n)] {
		group.Go(func() {
			err := Guard(func() error {
				for until.Err() == nil && failed.Load() == nil {
					i := int(next.Add(1)) - 1
					if i >= n {
						break
					}
					do(shared, w, i)
				}
				return nil
			})
			if err != nil {
				failed.CompareAndSwap(nil, &err)
			}
		})
	}
	group.Wait()
	if err := failed.Load(); err != nil {
		Fail(Raise(*err))
	}
}
