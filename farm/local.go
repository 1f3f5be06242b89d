package farm

import (
	"context"
	"errors"
	"io"
	"runtime"

	"gammonlab/internal/workers"
)

// Local is a [Pool] of goroutines. It requests the smallest shards that the source returns.
type Local struct {
	Workers int // number of goroutines; 0 for one per processor
}

// Of returns the pool; if the pool is nil, a [Local] with the given number of goroutines.
func Of(pool Pool, goroutines int) Pool {
	if pool == nil {
		return Local{Workers: goroutines}
	}
	return pool
}

// Run implements [Pool]. It calls durable at the end only.
func (l Local) Run(ctx context.Context, job *Job, next Source, take func(s Shard, result []byte) error, durable func() error) error {
	return run(ctx, l, job.Doer, next, func(ctx context.Context, d Doer, s Shard) ([]byte, error) { return d.Do(ctx, s, nil) }, take, durable)
}

// CloneAll returns n clones of a [Doer] or a [Worker]; if n is 0, one clone per processor.
func CloneAll[W interface{ Clone() (W, error) }](w W, n int) ([]W, error) {
	if n < 1 {
		n = runtime.GOMAXPROCS(0)
	}
	var all []W
	for range n {
		clone, err := w.Clone()
		if err != nil {
			return nil, errors.Join(err, CloseAll(all))
		}
		all = append(all, clone)
	}
	return all, nil
}

// CloseAll closes those that can be closed.
func CloseAll[W any](all []W) error {
	var err error
	for _, w := range all {
		if c, ok := any(w).(io.Closer); ok {
			err = errors.Join(err, c.Close())
		}
	}
	return err
}

// Do computes a shard. It returns a panic of the Doer as an error.
func Do(ctx context.Context, d Doer, s Shard) (result []byte, err error) {
	err = workers.Guard(func() error {
		result, err = d.Do(ctx, s, nil)
		return err
	})
	return result, err
}
