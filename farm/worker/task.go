package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"gammonlab/farm"
	"gammonlab/farm/wire"
)

// task is a worker's state of a job.
type task struct {
	job    wire.Job
	paused bool
	unfit  string    // why the worker does not work on the job; "" if it does
	retry  time.Time // when to check again whether the worker fits; zero for never

	master farm.Doer // cores use clones of it
	clones sync.WaitGroup
	closed bool            // clone returns no more Doers
	gone   context.Context // ends when the job has ended
	end    context.CancelFunc

	mu  sync.Mutex
	did map[string]time.Time // times at which this process computed shards, by token
}

// readJobs reads the jobs of the server.
func (w *worker) readJobs(ctx context.Context) {
	w.looked = time.Time{}
	jobs, err := w.client.AllJobs(ctx)
	if err != nil && !errors.Is(err, wire.ErrNoFarm) { // the first job creates the streams
		w.options.Log.Debug("jobs are not known", "error", err)
		return
	}
	there := map[wire.Address]bool{}
	for _, j := range jobs {
		a := j.Address()
		if j.Fault != "" {
			if w.skipped.add(a) {
				w.options.Log.Warn("skips a job", "job", a.ID, "owner", a.Owner, "reason", j.Fault)
			}
			continue
		}
		there[a] = true
		w.see(ctx, j.Job, j.Paused)
	}
	for a, t := range w.snapshot() {
		if !there[a] {
			w.remove(a, t, "the job has ended")
		}
	}
	w.looked = time.Now()
}

// addresses is a set of jobs.
type addresses map[wire.Address]bool

// add adds the job and reports whether it is new.
func (s *addresses) add(a wire.Address) bool {
	if *s == nil {
		*s = addresses{}
	}
	old := (*s)[a]
	(*s)[a] = true
	return !old
}

// hopes reports whether there is a job that the worker may fit later.
func (w *worker) hopes() bool {
	for _, t := range w.snapshot() {
		if !t.retry.IsZero() {
			return true
		}
	}
	return false
}

// snapshot returns the tasks.
func (w *worker) snapshot() map[wire.Address]*task {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := map[wire.Address]*task{}
	for a, t := range w.tasks {
		all[a] = t
	}
	return all
}

// put keeps the task and wakes cores that wait for a task.
func (w *worker) put(a wire.Address, t *task) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if t == nil {
		delete(w.tasks, a)
	} else {
		w.tasks[a] = t
	}
	close(w.changed)
	w.changed = make(chan struct{})
}

// see updates the task of a job of the server.
func (w *worker) see(ctx context.Context, j wire.Job, paused bool) {
	a := j.Address()
	old := w.snapshot()[a]
	if old != nil && old.unfit != "" && !old.retry.IsZero() && time.Now().After(old.retry) {
		w.remove(a, old, "it looks again whether it fits")
		old = nil
	}
	switch refused := w.refusedBy(&j); {
	case old != nil && (!refused || old.unfit != "") && old.paused == paused:
		return
	case old != nil && !refused:
		w.mu.Lock()
		old.paused = paused
		w.mu.Unlock()
		w.put(a, old)
		return
	case old != nil:
		w.remove(a, old, "the submitter refuses this worker")
	}
	if w.options.MaxJobs > 0 && w.working() >= w.options.MaxJobs {
		return
	}
	t := &task{job: j, paused: paused, did: map[string]time.Time{}}
	t.gone, t.end = context.WithCancel(context.WithoutCancel(ctx))
	w.open(ctx, t)
	if t.unfit != "" {
		w.options.Log.Warn("does not work on job", "job", j.ID, "kind", j.Description.Kind, "reason", t.unfit)
	} else {
		w.options.Log.Info("works on job", "job", j.ID, "kind", j.Description.Kind, "submitter", j.Owner, "machine", j.Host)
	}
	w.put(a, t)
	w.announce(ctx)
}

// working returns the number of jobs that the worker works on.
func (w *worker) working() int {
	n := 0
	for _, t := range w.snapshot() {
		if t.unfit == "" {
			n++
		}
	}
	return n
}

// remove drops the task; its Doers are closed when no core works on it any more.
func (w *worker) remove(a wire.Address, t *task, why string) {
	w.options.Log.Info("leaves job", "job", a.ID, "reason", why)
	w.put(a, nil)
	t.close()
}

func (t *task) close() {
	t.end()
	t.mu.Lock()
	t.closed = true
	t.mu.Unlock()
	go func() {
		t.clones.Wait()
		if c, ok := t.master.(io.Closer); ok {
			_ = c.Close() // the Doer only reads, so an error has no effect
		}
	}()
}

// clone returns a Doer for a core. The core calls clones.Done after it has closed the Doer.
func (t *task) clone() (farm.Doer, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil, context.Cause(t.gone)
	}
	d, err := t.master.Clone()
	if err == nil {
		t.clones.Add(1)
	}
	return d, err
}

func (w *worker) closeTasks() {
	for a, t := range w.snapshot() {
		w.put(a, nil)
		t.close()
	}
}

// open prepares the task for its cores, or sets unfit to the reason why it cannot.
func (w *worker) open(ctx context.Context, t *task) {
	var kind *farm.Kind
	if t.unfit, kind = w.fits(&t.job); t.unfit != "" {
		return
	}
	later := func(err error) {
		wait := retryUnfit
		if errors.Is(err, wire.ErrFile) {
			wait = retryFile
		}
		t.unfit, t.retry = err.Error(), time.Now().Add(wait)
	}
	var canary wire.Canary
	if ok, err := w.client.Read(ctx, t.job.Address().Subject(wire.TokenCanary), &canary); err != nil || !ok {
		later(fmt.Errorf("no canary: %v", err))
		return
	}
	var err error
	if t.master, err = kind.Open(ctx, t.job.Description.Spec, w.cache.files(&t.job)); err != nil {
		later(err)
		return
	}
	t.unfit = prove(ctx, t.master, &t.job, &canary)
}

// recent records that this process computes the shard. It reports whether this process is
// computing the shard already, or has computed it within AckWait: then another worker must
// compute the shard.
func (t *task) recent(token string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for other, at := range t.did {
		if time.Since(at) > t.job.AckWait {
			delete(t.did, other)
		}
	}
	_, ok := t.did[token]
	if !ok {
		t.did[token] = time.Now().Add(wire.JobAge) // until note or forget is called
	}
	return ok
}

// note records that the shard of recent is computed.
func (t *task) note(token string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.did[token] = time.Now()
}

// forget undoes recent for a shard that was not computed.
func (t *task) forget(token string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.did, token)
}
