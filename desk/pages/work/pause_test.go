package work_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"gammonlab/desk/pages/stream"
	"gammonlab/desk/pages/work"
	"gammonlab/internal/must"
	"gammonlab/internal/waittest"
	"gammonlab/internal/workers"
)

// counting returns work that counts its attempts and ends in the second.
func counting(attempts *int) work.Work {
	return func(ctx context.Context, _ *work.Job, _ int) (any, error) {
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
	jobs := work.NewJobs(work.NewPool(t.Context(), 2), stream.NewHub(stream.DefaultLimits()), "job", 10)
	var mu sync.Mutex
	var seen []work.State
	jobs.Changed = func(s work.Status) {
		mu.Lock()
		defer mu.Unlock()
		if s.ID == "a" {
			seen = append(seen, s.State)
		}
	}
	attempts := 0
	job := must.Get(jobs.Queue("a", work.Long, counting(&attempts)))(t)
	waittest.Until(t, "the job to run", func() bool { return job.Status().State == work.Running })
	quick := must.Get(jobs.Start(func(context.Context, *work.Job, int) (any, error) { return 1, nil }))(t)
	must.OK(t, quick.Wait(t.Context())) // beside the long job
	must.OK(t, job.Resume())            // no effect
	job.Pause()
	if s := job.Status(); s.State != work.Paused || s.Ended() || string(s.Result) != `"so far"` {
		t.Errorf("paused: %+v", s)
	}
	other := must.Get(jobs.Queue("b", work.Long, func(context.Context, *work.Job, int) (any, error) { return 2, nil }))(t)
	must.OK(t, other.Wait(t.Context()))
	must.OK(t, job.Resume())
	must.OK(t, job.Wait(t.Context()))
	job.Pause() // no effect
	mu.Lock()
	defer mu.Unlock()
	want := []work.State{work.Running, work.Paused, work.Waiting, work.Running, work.Done}
	if s := job.Status(); s.State != work.Done || string(s.Result) != `"done"` || len(seen) < 4 || seen[0] != want[0] || seen[len(seen)-1] != work.Done {
		t.Errorf("%+v, states %v, want %v", s, seen, want)
	}
}

// A panic, also of another goroutine, ends a job as failed, with its trace, and only that job.
func TestPanic(t *testing.T) {
	jobs := work.NewJobs(work.NewPool(t.Context(), 2), stream.NewHub(stream.DefaultLimits()), "job", 10)
	for name, broken := range map[string]work.Work{
		"itself": func(context.Context, *work.Job, int) (any, error) { panic("a mistake") },
		"worker": func(context.Context, *work.Job, int) (any, error) {
			workers.All(0, []int{0, 1}, 2, func(_, _, _ int) { panic("a mistake") })
			return 1, nil
		},
	} {
		job := must.Get(jobs.Start(broken))(t)
		must.OK(t, job.Wait(t.Context()))
		if s := job.Status(); s.State != work.Failed || !strings.HasPrefix(s.Error, "panic: a mistake\n\ngoroutine ") || !strings.Contains(s.Error, "TestPanic.func") {
			t.Errorf("%s: %+v", name, s)
		}
	}
	job := must.Get(jobs.Start(func(context.Context, *work.Job, int) (any, error) { return 1, nil }))(t)
	must.OK(t, job.Wait(t.Context()))
}

// A paused job can be stopped; jobs of an earlier server continue, are paused, or have ended.
// A job that was running when the server ended may have ended it, and waits for its user.
func TestRestore(t *testing.T) {
	jobs := work.NewJobs(work.NewPool(t.Context(), 2), stream.NewHub(stream.DefaultLimits()), "job", 10)
	attempts := 1
	waiting := jobs.Restore(work.Status{ID: "a", State: work.Waiting}, work.Long, counting(&attempts))
	must.OK(t, waiting.Wait(t.Context()))
	running := jobs.Restore(work.Status{ID: "d", State: work.Running}, work.Long, counting(&attempts))
	running.Settle()
	if s := running.Status(); s.State != work.Paused || s.Error != work.ErrServerEnded {
		t.Errorf("running before: %+v", s)
	}
	must.OK(t, running.Resume())
	must.OK(t, running.Wait(t.Context()))
	if s := running.Status(); s.State != work.Done || s.Error != "" {
		t.Errorf("resumed: %+v", s)
	}
	paused := jobs.Restore(work.Status{ID: "b", State: work.Paused}, work.Long, counting(&attempts))
	done := jobs.Restore(work.Status{ID: "c", State: work.Failed, Error: "disk"}, work.Long, nil)
	must.OK(t, done.Wait(t.Context()))
	if a, b, c := waiting.Status(), paused.Status(), done.Status(); a.State != work.Done || b.State != work.Paused || c.Error != "disk" {
		t.Errorf("%+v, %+v, %+v", a, b, c)
	}
	paused.Stop()
	must.OK(t, paused.Wait(t.Context()))
	if s := paused.Status(); s.State != work.Stopped {
		t.Errorf("stopped: %+v", s)
	}
}
