// Package scheduler limits the computations of the server: a [Pool] of workers with a queue,
// and [Jobs], which continue after the request that started them.
//
// Not for other modules.
package scheduler

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"gammonlab/desk/pages/problem"
)

// QueueLength is the maximal number of requests and jobs that wait for workers.
const QueueLength = 32

// patience is the time limit of an answer, less than the server's time to write it.
const patience = 50 * time.Second

// Lane is a queue of jobs. One job of each lane runs at a time.
type Lane int

// The lanes. While both have a job, the jobs share the cores.
const (
	Quick Lane = iota // for users who wait, such as rollouts
	Long
	lanes
)

// Pool distributes workers. A request takes one worker. Jobs run, one of each lane at a time, on
// all workers except one, which serves requests.
type Pool struct {
	ctx     context.Context // context of the jobs
	workers *semaphore.Weighted
	share   int // number of workers of a job
	mu      sync.Mutex
	last    [lanes]chan struct{} // by lane, closed when the job that entered last has left
	entered int                  // number of jobs that have entered
	waiting atomic.Int64
	done    atomic.Int64
}

// NewPool returns a pool. It has at least two workers, so it can answer requests while a
// job runs. Jobs end with ctx.
func NewPool(ctx context.Context, workers int) *Pool {
	workers = max(workers, 2)
	p := &Pool{ctx: ctx, workers: semaphore.NewWeighted(int64(workers)), share: workers - 1}
	for i := range p.last {
		p.last[i] = make(chan struct{})
		close(p.last[i])
	}
	return p
}

// Waiting returns the number of requests and jobs that wait for workers.
func (p *Pool) Waiting() int { return int(p.waiting.Load()) }

// Done returns the number of completed requests and jobs.
func (p *Pool) Done() int { return int(p.done.Load()) }

// Answer calls do when a worker is free. It returns an error if too many wait. The
// context of do ends with ctx or when do takes too long.
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

// Place is a place of a job in its lane.
type Place struct {
	Number      int // of the job among those that have entered, from 1
	lane        Lane
	before, own chan struct{} // closed when the job has left
}

// Enter takes a place in a lane for a job, after those that entered before. It returns an error if too
// many wait. Call Do afterwards.
func (p *Pool) Enter(lane Lane) (*Place, error) {
	if err := p.wait(); err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.entered++
	at := &Place{p.entered, lane, p.last[lane], make(chan struct{})}
	p.last[lane] = at.own
	return at, nil
}

// leave lets the next job of the lane begin, after those before.
func (at *Place) leave() {
	select {
	case <-at.before:
		close(at.own)
	default:
		go func() {
			<-at.before
			close(at.own)
		}()
	}
}

// wait counts a request or job that waits. It returns an error if too many wait.
func (p *Pool) wait() error {
	if p.waiting.Add(1) > QueueLength {
		p.waiting.Add(-1)
		return problem.Busy("%d requests and jobs are already waiting", QueueLength)
	}
	return nil
}

// Do runs a job when the jobs before it in its lane have left and workers are free. It calls
// began first. A quick job takes its workers from those of a long job.
func (p *Pool) Do(ctx context.Context, at *Place, began func(), do func(ctx context.Context, workers int) error) error {
	leave := sync.OnceFunc(func() { p.waiting.Add(-1) })
	defer leave()
	defer at.leave()
	select {
	case <-at.before:
	case <-ctx.Done():
		return ctx.Err()
	}
	if at.lane == Long {
		if err := p.workers.Acquire(ctx, int64(p.share)); err != nil {
			return err
		}
		defer p.workers.Release(int64(p.share))
	}
	defer p.done.Add(1)
	leave()
	began()
	return do(ctx, p.share)
}

// acquire takes a worker. It waits for one unless too many wait.
func (p *Pool) acquire(ctx context.Context) error {
	if p.workers.TryAcquire(1) {
		return nil
	}
	if err := p.wait(); err != nil {
		return err
	}
	defer p.waiting.Add(-1)
	return p.workers.Acquire(ctx, 1)
}
