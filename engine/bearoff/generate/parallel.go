package generate

import (
	"context"
	"runtime"
	"sync"

	"gammonlab/internal/workers"
)

// pool computes the pieces of a step concurrently.
type pool struct {
	ctx     context.Context
	workers int
}

// newPool returns a pool with the given number of workers; 0 stands for one per
// processor.
func newPool(ctx context.Context, workers int) pool {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return pool{ctx, workers}
}

// each calls do for the pieces 0 to n-1, with the number of a worker below
// p.workers; each worker computes one piece at a time. It returns an error when
// the context ends.
func (p pool) each(n int, do func(worker, piece int)) error {
	numbers := make([]int, max(min(p.workers, n), 1))
	for i := range numbers {
		numbers[i] = i
	}
	workers.Each(p.ctx, do, numbers, n, func(do func(int, int), worker, piece int) { do(worker, piece) })
	return p.ctx.Err()
}

// tally counts completed work and reports it, without concurrent calls.
type tally struct {
	mu          sync.Mutex
	done, total int64
	report      func(done, total int64) // may be nil
}

func (t *tally) add(n int64) {
	if t.report == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.done += n
	t.report(t.done, t.total)
}
