package learn

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// phasePool runs tasks in phases on a fixed set of workers: a task begins when all
// earlier phases are done. The caller is one of the workers. The others are
// goroutines that take tasks as long as there are any: a phase lasts microseconds,
// too short to wake them for each.
type phasePool struct {
	tasks  []task
	phases []int // where each phase ends in tasks
	do     func(task)

	helpers []helper
	ticket  atomic.Uint64 // number of tasks, times 2³², plus the number of tickets given out
	done    atomic.Int64  // tasks done

	waiting atomic.Int64 // workers that sleep until done has grown
	mutex   sync.Mutex
	grown   sync.Cond
}

// helper is a worker beside the caller.
type helper struct {
	busy atomic.Bool // its goroutine runs
	work func()
}

// start prepares a pool of so many workers.
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

// add appends a task to the phase.
func (c *phasePool) add(t task) { c.tasks = append(c.tasks, t) }

// next ends a phase.
func (c *phasePool) next() { c.phases = append(c.phases, len(c.tasks)) }

// run does all tasks. A helper of an earlier run may still be running: it either
// ends, having found no task, or joins this run.
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

// work does tasks until none is left. A ticket below the number of tasks in it
// stands for a task of the current run, which cannot end before it is done.
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

// before returns how many tasks must be done before task i.
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

// How often a worker checks whether a phase has ended before it yields, and how
// often it yields before it sleeps: some 30 µs together.
const (
	looks  = 200
	yields = 50
)

// await returns when so many tasks are done.
func (c *phasePool) await(tasks int) {
	for range yields {
		for range looks {
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
