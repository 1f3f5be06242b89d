package submit

import (
	"context"
	"sync"
	"time"

	"gammonlab/farm"
)

// localCores computes shards in this process: the first shards of a job, shards to check,
// shards that workers cannot compute and, with local workers, any other shards.
type localCores struct {
	ctx   context.Context
	doers []farm.Doer
	tasks chan localTask
	queue []localTask
	idle  int
	post  func(func())
	group sync.WaitGroup
}

type localTask struct {
	shard farm.Shard
	done  func(result []byte, took time.Duration, err error)
}

func openLocalCores(ctx context.Context, d farm.Doer, local int, post func(func())) (*localCores, error) {
	n := max(local, 1)
	doers, err := farm.CloneAll(d, n)
	if err != nil {
		return nil, err
	}
	l := &localCores{ctx: ctx, doers: doers, tasks: make(chan localTask, n), idle: n, post: post}
	for _, d := range doers {
		l.group.Go(func() { l.work(d) })
	}
	return l, nil
}

func (l *localCores) work(d farm.Doer) {
	for t := range l.tasks {
		started := time.Now()
		result, err := farm.Do(l.ctx, d, t.shard)
		took := time.Since(started)
		l.post(func() {
			l.idle++
			l.dispatch()
			t.done(result, took, err)
		})
	}
}

// add adds a shard to the queue; the goroutine of the run calls done.
func (l *localCores) add(t localTask) {
	l.queue = append(l.queue, t)
	l.dispatch()
}

func (l *localCores) dispatch() {
	for l.idle > 0 && len(l.queue) > 0 {
		l.idle--
		l.tasks <- l.queue[0]
		l.queue = l.queue[1:]
	}
}

// free reports whether a goroutine is idle and no shard is in the queue.
func (l *localCores) free() bool { return l.idle > 0 && len(l.queue) == 0 }

// close ends the goroutines; the context must have ended.
func (l *localCores) close() error {
	close(l.tasks)
	l.group.Wait()
	return farm.CloseAll(l.doers)
}

// redo computes the slot's shard in this process, and compares the workers' results with
// its own.
func (r *run) redo(s *slot) {
	if s.computing || s.own {
		return
	}
	s.computing = true
	r.local.add(localTask{shard: s.shard, done: func(result []byte, took time.Duration, err error) {
		s.computing = false
		if err != nil {
			s.err = err
			return
		}
		s.result, s.own = result, true
		r.sizes.measure(s.shard, took)
		if s.local {
			r.ledger.local(s, took)
		}
		if !r.sizes.known {
			r.calibrate(s, took)
		}
		r.judge(s)
	}})
}

// calibrate sets the size of shards from one of the first shards. The last of these shards
// becomes the canary.
func (r *run) calibrate(s *slot, took time.Duration) {
	if r.sizes.try(s.shard, s.result, took) {
		r.link.canary = newCanary(s.shard, s.result)
	}
}
