package workers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// ErrEnough is returned by the function take of [Ordered] to end the work early, without
// an error.
var ErrEnough = errors.New("enough")

// ErrLater is returned by the function next of [Ordered] if the next piece depends on
// results that are not taken yet.
var ErrLater = errors.New("later")

// ahead is the maximal number of pieces per worker that are running, or finished and not
// taken yet. Workers wait for a slow piece only if it takes as long as this number of other
// pieces.
const ahead = 16

// Ordered runs pieces of work on the workers and passes the results to take, in the
// order in which next returned the pieces. It returns when all results are taken, or
// with the first error in this order.
//
// next returns [io.EOF] after the last piece. If it returns [ErrLater], Ordered calls it
// again after the next take. One goroutine at a time calls next, when a worker is free,
// and one at a time calls take; next and take may run at the same time. If next, do or
// take fails at a piece, the results of all pieces before it are taken, for any number of
// workers. After the error the context of do ends, and Ordered returns when all running
// pieces have ended. If ctx ends before all results are taken, Ordered takes no more
// results and returns the error of [Interrupted].
func Ordered[W, P, R any](ctx context.Context, workers []W, next func() (P, error),
	do func(ctx context.Context, w W, piece P) (R, error), take func(piece P, result R) error) error {
	group, inner := errgroup.WithContext(ctx)
	q := &queue[P, R]{next: next, pieces: make(chan *piece[P, R], ahead*len(workers)), took: make(chan struct{}, 1)}
	for _, w := range workers {
		group.Go(func() error {
			for p := q.draw(inner); p != nil; p = q.draw(inner) {
				p.err = Guard(func() (err error) {
					p.result, err = do(inner, w, p.piece)
					return err
				})
				close(p.done)
			}
			return nil
		})
	}
	group.Go(func() error { return q.takeAll(ctx, take) })
	if err := Raise(group.Wait()); !errors.Is(err, ErrEnough) {
		return err
	}
	return nil
}

// Numbers returns a function next for [Ordered] whose pieces are the numbers from first to
// end-1.
func Numbers(first, end int) func() (int, error) {
	next := first - 1
	return func() (int, error) {
		if next++; next >= end {
			return 0, io.EOF
		}
		return next, nil
	}
}

// piece is a piece of work and its result.
type piece[P, R any] struct {
	piece  P
	result R
	err    error
	done   chan struct{} // is closed when result or err is set
}

// queue contains the distributed pieces that are not taken yet, in order.
type queue[P, R any] struct {
	next   func() (P, error)
	pieces chan *piece[P, R] // is closed after the last piece
	taken  atomic.Int64      // number of taken pieces
	took   chan struct{}     // contains a value after a take until a worker receives it

	drawing sync.Mutex
	given   int64 // number of distributed pieces
	over    bool  // no more pieces begin
	all     bool  // next has returned io.EOF
}

// draw returns the next piece, nil if there is none.
func (q *queue[P, R]) draw(ctx context.Context) *piece[P, R] {
	q.drawing.Lock()
	defer q.drawing.Unlock()
	if q.over {
		return nil
	}
	p := &piece[P, R]{done: make(chan struct{})}
	if ctx.Err() == nil {
		p.piece, p.err = q.nextOrWait(ctx)
		if q.all = p.err == io.EOF; !q.all {
			select {
			case q.pieces <- p:
				q.given++
				if p.err == nil {
					return p
				}
				close(p.done)
			case <-ctx.Done():
			}
		}
	}
	q.over = true
	close(q.pieces)
	return nil
}

// nextOrWait calls next until next does not return ErrLater.
func (q *queue[P, R]) nextOrWait(ctx context.Context) (P, error) {
	for {
		taken := q.taken.Load()
		var p P
		err := Guard(func() (err error) {
			p, err = q.next()
			return err
		})
		switch {
		case !errors.Is(err, ErrLater):
			return p, err
		case taken == q.given:
			return p, errors.New("no piece is in hand for which the next could wait")
		}
		for q.taken.Load() == taken {
			select {
			case <-q.took:
			case <-ctx.Done():
				return p, Interrupted(ctx)
			}
		}
	}
}

// takeAll takes the results.
func (q *queue[P, R]) takeAll(ctx context.Context, take func(P, R) error) error {
	for p := range q.pieces {
		<-p.done
		if err := Interrupted(ctx); err != nil {
			return err
		}
		err := p.err
		if err == nil {
			err = Guard(func() error { return take(p.piece, p.result) })
		}
		if err != nil {
			return err
		}
		q.taken.Add(1)
		select {
		case q.took <- struct{}{}:
		default:
		}
	}
	if q.all {
		return nil
	}
	return Interrupted(ctx)
}

// Interrupted returns an error if ctx has ended. The error wraps the cause.
func Interrupted(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	return fmt.Errorf("stopped: %w", context.Cause(ctx))
}
