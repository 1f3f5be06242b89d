package jetstream

import (
	"context"
	"fmt"
	"sync"
	"time"

	"gammonlab/farm"
)

// house computes shards in this process: the first shards of a job, shards to check,
// shards that workers cannot compute and, with local workers, any other shards.
type house struct {
	ctx   context.Context
	doers []farm.Doer
	tasks chan houseTask
	queue []houseTask
	idle  int
	post  func(func())
	group sync.WaitGroup
}

type houseTask struct {
	shard farm.Shard
	done  func(result []byte, took time.Duration, err error)
}

func openHouse(ctx context.Context, d farm.Doer, local int, post func(func())) (*house, error) {
	n := max(local, 1)
	doers, err := farm.CloneAll(d, n)
	if err != nil {
		return nil, err
	}
	h := &house{ctx: ctx, doers: doers, tasks: make(chan houseTask, n), idle: n, post: post}
	for _, d := range doers {
		h.group.Go(func() { h.work(d) })
	}
	return h, nil
}

func (h *house) work(d farm.Doer) {
	for t := range h.tasks {
		started := time.Now()
		result, err := doShard(h.ctx, d, t.shard)
		took := time.Since(started)
		h.post(func() {
			h.idle++
			h.dispatch()
			t.done(result, took, err)
		})
	}
}

// add adds a shard to the queue; the goroutine of the run calls done.
func (h *house) add(t houseTask) {
	h.queue = append(h.queue, t)
	h.dispatch()
}

func (h *house) dispatch() {
	for h.idle > 0 && len(h.queue) > 0 {
		h.idle--
		h.tasks <- h.queue[0]
		h.queue = h.queue[1:]
	}
}

// free reports whether a goroutine is idle and no shard is in the queue.
func (h *house) free() bool { return h.idle > 0 && len(h.queue) == 0 }

// close ends the goroutines; the context must have ended.
func (h *house) close() error {
	close(h.tasks)
	h.group.Wait()
	return farm.CloseAll(h.doers)
}

// doShard computes a shard. It returns a panic of the Doer as an error.
func doShard(ctx context.Context, d farm.Doer, s farm.Shard) (result []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return d.Do(ctx, s, nil)
}

// redo computes the slot's shard in this process, and compares the workers' results with
// its own.
func (r *run) redo(s *slot) {
	if s.inHouse || s.own {
		return
	}
	s.inHouse = true
	r.house.add(houseTask{shard: s.shard, done: func(result []byte, took time.Duration, err error) {
		s.inHouse = false
		if err != nil {
			s.err = err
			return
		}
		s.result, s.own = result, true
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
