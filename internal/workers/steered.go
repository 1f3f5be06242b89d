package workers

import (
	"context"
	"errors"
	"io"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Steered runs pieces of work on the workers. next chooses each piece from the results
// taken so far. Results are taken in the order of their arrival.
//
// next and take never run at the same time. next returns false if no piece can begin
// before another result is taken, and [io.EOF] after the last piece. Steered returns the
// first error; after it no piece begins and the context of do ends. A result that do
// returns without an error is always taken. If ctx ends before next has returned io.EOF,
// Steered returns the error of [Interrupted]. take may return [ErrEnough].
func Steered[W, P, R any](ctx context.Context, workers []W, next func() (P, bool, error),
	do func(ctx context.Context, w W, piece P) (R, error), take func(piece P, result R) error) error {
	group, inner := errgroup.WithContext(ctx)
	s := &steering[P, R]{ctx: inner, next: next, take: take}
	s.changed.L = &s.mu
	defer context.AfterFunc(inner, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.changed.Broadcast()
	})()
	for _, w := range workers {
		group.Go(func() error {
			return Guard(func() error {
				return s.work(func(piece P) (R, error) { return do(inner, w, piece) })
			})
		})
	}
	err := Raise(group.Wait())
	switch {
	case errors.Is(err, ErrEnough):
		return nil
	case ctx.Err() != nil && !s.over:
		return Interrupted(ctx)
	}
	return err
}

// steering is the state of a call of [Steered].
type steering[P, R any] struct {
	ctx  context.Context // ends after the first error
	next func() (P, bool, error)
	take func(P, R) error

	mu       sync.Mutex
	changed  sync.Cond
	inFlight int  // number of running pieces
	over     bool // no more pieces begin
}

// work runs pieces until no more may begin.
func (s *steering[P, R]) work(do func(P) (R, error)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.ctx.Err() == nil && !s.over {
		piece, ok, err := s.next()
		switch {
		case err == io.EOF:
			s.over = true
			s.changed.Broadcast()
			return nil
		case err != nil:
			return err
		case !ok && s.inFlight == 0:
			panic("workers: next waits for a result, and no piece is in hand")
		case !ok:
			s.changed.Wait()
			continue
		}
		if err := s.finish(piece, do); err != nil {
			return err
		}
	}
	return nil
}

// finish runs a piece, without the lock, and takes its result.
func (s *steering[P, R]) finish(piece P, do func(P) (R, error)) error {
	s.inFlight++
	s.mu.Unlock()
	var result R
	err := Guard(func() (err error) {
		result, err = do(piece)
		return err
	})
	s.mu.Lock()
	s.inFlight--
	if err == nil {
		err = s.take(piece, result)
	}
	s.changed.Broadcast()
	return err
}
