package learn

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// phasePool runs tasks in phases on a fixed number of workers: a task begins when all
// earlier phases are complete. The caller is one of the workers. The others are goroutines
// that run as long as there are tasks: a phase lasts microseconds, which is too short to
// wake goroutines for each phase.
type phasePool struct {
	tasks  []task
	phases []int // index in tasks of the end of each phase
	do     func(task)

	helpers []helper
	ticket  atomic.Uint64 // number of tasks, times 2³², plus the number of tickets issued
	done    atomic.Int64  // completed tasks

	waiting atomic.Int64 // workers that sleep until done has increased
	mutex   sync.Mutex
	grown   sync.Cond
}

// helper is a worker other than the caller.
type helper struct {
	busy atomic.Bool // the helper's goroutine is running
	work func()
}

// start prepares a pool with the given number of workers.
func (c *phasePool) start(workers int, do func(task)) {
	c.do = do
	c.grown.L = &c.mutex
	c.helpers = make([]helper, workers-1)
	for i := range c.helpers {
		h := &c.helpers[i]
		h.work = func() {
			c.work()
			h.busy.Store(false)
		}
	}
}

// add appends a task to the current phase.
func (c *phasePool) add(t task) { c.tasks = append(c.tasks, t) }

// next ends the current phase.
func (c *phasePool) next() { c.phases = append(c.phases, len(c.tasks)) }

// run executes all tasks. A helper of an earlier run may still be running: it
// either ends without a task or joins this run.
func (c *phasePool) run() {
	c.done.Store(0)
	c.ticket.Store(uint64(len(c.tasks)) << 32)
	for i := range c.helpers {
		if c.helpers[i].busy.CompareAndSwap(false, true) {
			go c.helpers[i].work()
		}
	}
	c.work()
	c.await(len(c.tasks))
}

// work executes tasks until none is left. A ticket below its number of tasks means a task of
// the current run: this run cannot end before the task is complete.
func (c *phasePool) work() {
	for {
		ticket := c.ticket.Add(1) - 1
		i, total := int(uint32(ticket)), int(ticket>>32)
		if i >= total {
			return
		}
		c.await(c.before(i))
		c.do(c.tasks[i])
		c.done.Add(1)
		if c.waiting.Load() > 0 {
			c.mutex.Lock()
			c.grown.Broadcast()
			c.mutex.Unlock()
		}
	}
}

// before returns the number of tasks that must be complete before task i.
func (c *phasePool) before(i int) int {
	begin := 0
	for _, end := range c.phases {
		if i < end {
			break
		}
		begin = end
	}
	return begin
}

// Number of times that a worker checks for the end of a phase before it yields, and number
// of times that it yields before it sleeps: about 30 µs together.
const (
	spins  = 200
	yields = 50
)

// await returns when the given number of tasks is complete.
func (c *phasePool) await(tasks int) {
	for range yields {
		for range spins {
			if c.done.Load() >= int64(tasks) {
				return
			}
		}
		runtime.Gosched()
	}
	c.waiting.Add(1)
	c.mutex.Lock()
	for c.done.Load() < int64(tasks) {
		c.grown.Wait()
	}
	c.mutex.Unlock()
	c.waiting.Add(-1)
}
