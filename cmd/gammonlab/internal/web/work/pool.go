// Package work bounds what the server computes: a [Pool] of workers with a queue,
// and [Jobs], work that goes on after the request that began it.
package work

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"gammonlab/cmd/gammonlab/internal/web/problem"
)

// QueueLength is how many questions and jobs may wait for workers.
const QueueLength = 32

// patience is how long an answer may take, less than the server's time to write it.
const patience = 50 * time.Second

// Pool shares workers out. Questions take one each. Jobs are done one at a time,
// by all workers but one, which is left for questions.
type Pool struct {
	ctx     context.Context // of jobs
	workers *semaphore.Weighted
	share   int // workers of a job
	jobs    *semaphore.Weighted
	waiting atomic.Int64
	done    atomic.Int64
}

// NewPool returns a pool. It has two workers at least, so that questions are
// answered while a job is done. Jobs end with ctx.
func NewPool(ctx context.Context, workers int) *Pool {
	workers = max(workers, 2)
	return &Pool{ctx: ctx, workers: semaphore.NewWeighted(int64(workers)), share: workers - 1, jobs: semaphore.NewWeighted(1)}
}

// Waiting returns how many questions and jobs wait for workers.
func (p *Pool) Waiting() int { return int(p.waiting.Load()) }

// Done returns how many questions were answered and jobs done.
func (p *Pool) Done() int { return int(p.done.Load()) }

// Answer has a worker do something, in its turn. It is refused if too many wait, and
// its context ends with ctx or when it takes too long.
func (p *Pool) Answer(ctx context.Context, do func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := p.acquire(ctx); err != nil {
		return err
	}
	defer p.workers.Release(1)
	defer p.done.Add(1)
	return do(ctx)
}

// Enter takes a place in the queue for a job, or refuses it if too many wait.
func (p *Pool) Enter() error {
	if p.waiting.Add(1) > QueueLength {
		p.waiting.Add(-1)
		return problem.Busy("%d requests and jobs are already waiting", QueueLength)
	}
	return nil
}

// Do does a job that has entered the queue with so many workers, in its turn; began
// is called before.
func (p *Pool) Do(ctx context.Context, began func(), do func(ctx context.Context, workers int) error) error {
	leave := sync.OnceFunc(func() { p.waiting.Add(-1) })
	defer leave()
	if err := p.jobs.Acquire(ctx, 1); err != nil {
		return err
	}
	defer p.jobs.Release(1)
	if err := p.workers.Acquire(ctx, int64(p.share)); err != nil {
		return err
	}
	defer p.workers.Release(int64(p.share))
	defer p.done.Add(1)
	leave()
	began()
	return do(ctx, p.share)
}

// acquire takes a worker, or waits for one if not too many wait.
func (p *Pool) acquire(ctx context.Context) error {
	if p.workers.TryAcquire(1) {
		return nil
	}
	if err := p.Enter(); err != nil {
		return err
	}
	defer p.waiting.Add(-1)
	return p.workers.Acquire(ctx, 1)
}
