package scheduler_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"gammonlab/desk/pages/scheduler"
	"gammonlab/desk/pages/stream"
	"gammonlab/internal/must"
	"gammonlab/internal/waittest"
	"gammonlab/internal/workers"
)

// counting returns work that counts its attempts and ends in the second.
func counting(attempts *int) scheduler.Work {
	return func(ctx context.Context, _ *scheduler.Job, _ int) (any, error) {
		if *attempts++; *attempts > 1 {
			return "done", nil
		}
		<-ctx.Done()
		return "so far", ctx.Err()
	}
}

// A paused job keeps its result so far, leaves its lane to others, and resumes. All changes of
// the state are told.
func TestPause(t *testing.T) {
	jobs := scheduler.NewJobs(scheduler.NewPool(t.Context(), 2), stream.NewHub(stream.DefaultLimits()), "job", 10)
	var mu sync.Mutex
	var seen []scheduler.State
	jobs.Changed = func(s scheduler.Status) {
		mu.Lock()
		defer mu.Unlock()
		if s.ID == "a" {
			seen = append(seen, s.State)
		}
	}
	attempts := 0
	job := must.Get(jobs.Queue("a", scheduler.Long, counting(&attempts)))(t)
	waittest.Until(t, "the job to run", func() bool { return job.Status().State == scheduler.Running })
	quick := must.Get(jobs.Start(func(context.Context, *scheduler.Job, int) (any, error) { return 1, nil }))(t)
	must.OK(t, quick.Wait(t.Context())) // beside the long job
	must.OK(t, job.Resume())            // no effect
	job.Pause()
	if s := job.Status(); s.State != scheduler.Paused || s.Ended() || string(s.Result) != `"so far"` {
		t.Errorf("paused: %+v", s)
	}
	other := must.Get(jobs.Queue("b", scheduler.Long, func(context.Context, *scheduler.Job, int) (any, error) { return 2, nil }))(t)
	must.OK(t, other.Wait(t.Context()))
	must.OK(t, job.Resume())
	must.OK(t, job.Wait(t.Context()))
	job.Pause() // no effect
	mu.Lock()
	defer mu.Unlock()
	want := []scheduler.State{scheduler.Running, scheduler.Paused, scheduler.Waiting, scheduler.Running, scheduler.Done}
	if s := job.Status(); s.State != scheduler.Done || string(s.Result) != `"done"` || len(seen) < 4 || seen[0] != want[0] || seen[len(seen)-1] != scheduler.Done {
		t.Errorf("%+v, states %v, want %v", s, seen, want)
	}
}

// A panic, also of another goroutine, ends a job as failed, with its trace, and only that job.
func TestPanic(t *testing.T) {
	jobs := scheduler.NewJobs(scheduler.NewPool(t.Context(), 2), stream.NewHub(stream.DefaultLimits()), "job", 10)
	for name, broken := range map[string]scheduler.Work{
		"itself": func(context.Context, *scheduler.Job, int) (any, error) { panic("a mistake") },
		"worker": func(context.Context, *scheduler.Job, int) (any, error) {
			workers.All(0, []int{0, 1}, 2, func(_, _, _ int) { panic("a mistake") })
			return 1, nil
		},
	} {
		job := must.Get(jobs.Start(broken))(t)
		must.OK(t, job.Wait(t.Context()))
		if s := job.Status(); s.State != scheduler.Failed || !strings.HasPrefix(s.Error, "panic: a mistake\n\ngoroutine ") || !strings.Contains(s.Error, "TestPanic.func") {
			t.Errorf("%s: %+v", name, s)
		}
	}
	job := must.Get(jobs.Start(func(context.Context, *scheduler.Job, int) (any, error) { return 1, nil }))(t)
	must.OK(t, job.Wait(t.Context()))
}

// A paused job can be stopped; jobs of an earlier server continue, are paused, or have ended.
// A job that was running when the server ended may have ended it, and waits for its user.
func TestRestore(t *testing.T) {
	jobs := scheduler.NewJobs(scheduler.NewPool(t.Context(), 2), stream.NewHub(stream.DefaultLimits()), "job", 10)
	attempts := 1
	waiting := jobs.Restore(scheduler.Status{ID: "a", State: scheduler.Waiting}, scheduler.Long, counting(&attempts))
	must.OK(t, waiting.Wait(t.Context()))
	running := jobs.Restore(scheduler.Status{ID: "d", State: scheduler.Running}, scheduler.Long, counting(&attempts))
	running.Settle()
	if s := running.Status(); s.State != scheduler.Paused || s.Error != scheduler.ErrServerEnded {
		t.Errorf("running before: %+v", s)
	}
	must.OK(t, running.Resume())
	must.OK(t, running.Wait(t.Context()))
	if s := running.Status(); s.State != scheduler.Done || s.Error != "" {
		t.Errorf("resumed: %+v", s)
	}
	paused := jobs.Restore(scheduler.Status{ID: "b", State: scheduler.Paused}, scheduler.Long, counting(&attempts))
	done := jobs.Restore(scheduler.Status{ID: "c", State: scheduler.Failed, Error: "disk"}, scheduler.Long, nil)
	must.OK(t, done.Wait(t.Context()))
	if a, b, c := waiting.Status(), paused.Status(), done.Status(); a.State != scheduler.Done || b.State != scheduler.Paused || c.Error != "disk" {
		t.Errorf("%+v, %+v, %+v", a, b, c)
	}
	paused.Stop()
	must.OK(t, paused.Wait(t.Context()))
	if s := paused.Status(); s.State != scheduler.Stopped {
		t.Errorf("stopped: %+v", s)
	}
}
