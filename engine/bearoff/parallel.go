package bearoff

import (
	"context"
	"runtime"
	"sync"

	"gammonlab/internal/workers"
)

// pool does the pieces of a step, any of them at the same time.
type pool struct {
	ctx     context.Context
	workers int
}

// newPool returns a pool of as many workers as processors if none are asked for.
func newPool(ctx context.Context, workers int) pool {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return pool{ctx, workers}
}

// each calls do for the pieces 0 to n-1 and for a worker below p.workers, each
// of which does one piece at a time. It stops early when the context ends, and
// then says so.
func (p pool) each(n int, do func(worker, piece int)) error {
	numbers := make([]int, max(min(p.workers, n), 1))
	for i := range numbers {
		numbers[i] = i
	}
	workers.Each(p.ctx, do, numbers, n, func(do func(int, int), worker, piece int) { do(worker, piece) })
	return p.ctx.Err()
}

// tally counts what is done and passes it on, one call at a time.
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
