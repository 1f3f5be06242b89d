package farm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"

	"gammonlab/internal/workers"
)

// Worker computes pieces of work, and encodes them for other machines: the input as a [Shard],
// the result as bytes. P is a pointer to both; Do adds the result. Only one goroutine may use
// a Worker, except for encoding. If it is also an [io.Closer], the code that cloned it closes it.
type Worker[P any] interface {
	Clone() (Worker[P], error)

	// Do computes the result of a piece. Equal inputs give equal results.
	Do(ctx context.Context, piece P) error

	// Shard encodes the input of a piece, whether the piece has a result or not.
	Shard(piece P) Shard

	// Piece reads the input of a shard from another machine. It returns an error if no
	// piece has this input.
	Piece(s Shard) (P, error)

	// AppendResult appends the result of a piece to dst. Equal results give equal bytes.
	AppendResult(dst []byte, piece P) ([]byte, error)

	// ReadResult adds a result from another machine to the piece. It returns an error if
	// data cannot be the whole result of the piece.
	ReadResult(data []byte, piece P) error
}

// Work is work in pieces. In this process goroutines compute the pieces as they are; they
// are encoded for other machines only.
type Work[P any] struct {
	Worker Worker[P] // is cloned for each goroutine
	Job              // the work in bytes
}

// NewWork returns the work that the worker computes; describe is Describe of the [Job].
func NewWork[P any](w Worker[P], describe func() (*Description, error)) *Work[P] {
	c := encoded[P]{w}
	return &Work[P]{w, Job{Doer: c, Check: c.check, Describe: describe}}
}

// Run computes the pieces that next returns and passes each to take with its result. Next
// is a [Source] of pieces; all else is as in [Pool].
func (w *Work[P]) Run(ctx context.Context, pool Pool, next func(items int) (P, error), take func(piece P) error, durable func() error) error {
	if here, ok := pool.(Local); ok {
		return run(ctx, here, w.Worker, next, func(ctx context.Context, w Worker[P], piece P) (P, error) { return piece, w.Do(ctx, piece) },
			func(_, piece P) error { return take(piece) }, durable)
	}
	var mu sync.Mutex
	var away []P // pieces on other machines, in order
	return pool.Run(ctx, &w.Job, func(items int) (Shard, error) {
		piece, err := next(items)
		if err != nil {
			return Shard{}, err
		}
		mu.Lock()
		away = append(away, piece)
		mu.Unlock()
		return w.Worker.Shard(piece), nil
	}, func(_ Shard, result []byte) error {
		mu.Lock()
		piece := away[0]
		away = slices.Delete(away, 0, 1)
		mu.Unlock()
		if err := w.Worker.ReadResult(result, piece); err != nil {
			return err
		}
		return take(piece)
	}, durable)
}

// NewKind returns the kind with the name. open creates the worker of a job from the job's
// description.
func NewKind[P any](name string, open func(ctx context.Context, spec json.RawMessage, files Files) (Worker[P], error)) Kind {
	return Kind{name, func(ctx context.Context, spec json.RawMessage, files Files) (Doer, error) {
		w, err := open(ctx, spec, files)
		if err != nil {
			return nil, err
		}
		return encoded[P]{w}, nil
	}}
}

// encoded is a worker that receives and returns bytes.
type encoded[P any] struct{ worker Worker[P] }

// Clone implements [Doer].
func (e encoded[P]) Clone() (Doer, error) {
	clone, err := e.worker.Clone()
	return encoded[P]{clone}, err
}

// Close implements [io.Closer].
func (e encoded[P]) Close() error { return CloseAll([]Worker[P]{e.worker}) }

// Do implements [Doer].
func (e encoded[P]) Do(ctx context.Context, s Shard, dst []byte) ([]byte, error) {
	piece, err := e.worker.Piece(s)
	if err != nil {
		return dst, err
	}
	if err := e.worker.Do(ctx, piece); err != nil {
		return dst, err
	}
	return e.worker.AppendResult(dst, piece)
}

// check implements Check of a [Job].
func (e encoded[P]) check(s Shard, result []byte) error {
	piece, err := e.worker.Piece(s)
	if err == nil {
		err = e.worker.ReadResult(result, piece)
	}
	if err != nil {
		return err
	}
	again, err := e.worker.AppendResult(make([]byte, 0, len(result)), piece)
	if err == nil && !bytes.Equal(again, result) {
		err = errors.New("the result is not in canonical form")
	}
	return err
}

// run runs work on the goroutines of this process.
func run[W interface{ Clone() (W, error) }, P, R any](ctx context.Context, here Local, worker W, next func(items int) (P, error),
	do func(ctx context.Context, worker W, piece P) (R, error), take func(piece P, result R) error, durable func() error) error {
	all, err := CloneAll(worker, here.Workers)
	if err != nil {
		return err
	}
	err = workers.Ordered(ctx, all, func() (P, error) { return next(1) }, do, take)
	if durable != nil {
		err = errors.Join(err, durable())
	}
	return errors.Join(err, CloseAll(all))
}
