package scheduler_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/scheduler"
	"gammonlab/desk/pages/site"
	"gammonlab/desk/pages/stream"
	"gammonlab/internal/must"
	"gammonlab/internal/waittest"
)

// The pool limits the number of questions at a time. Further ones wait in the
// queue, and those beyond its length are refused.
func TestAnswer(t *testing.T) {
	pool := scheduler.NewPool(t.Context(), 3)
	release := make(chan bool)
	var now, most, refused atomic.Int64
	var group sync.WaitGroup
	const questions = 3 + scheduler.QueueLength + 5
	for range questions {
		group.Go(func() {
			err := pool.Answer(t.Context(), func(context.Context) error {
				for n, old := now.Add(1), most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
				}
				<-release
				now.Add(-1)
				return nil
			})
			if err != nil {
				if p := problem.Of(err); p.Status != http.StatusServiceUnavailable || p.RetryAfter == 0 {
					t.Errorf("refused by %+v", p)
				}
				refused.Add(1)
			}
		})
	}
	waittest.Until(t, "the queue to be full", func() bool { return pool.Waiting() == scheduler.QueueLength && refused.Load() == 5 })
	close(release)
	group.Wait()
	if most.Load() != 3 || pool.Waiting() != 0 || pool.Done() != questions-5 {
		t.Errorf("%d at a time, %d wait, %d done", most.Load(), pool.Waiting(), pool.Done())
	}
}

// Jobs of a lane run one at a time in the order in which they entered, also if some of them are stopped
// while they wait.
func TestOrder(t *testing.T) {
	pool := scheduler.NewPool(t.Context(), 2)
	all := scheduler.NewJobs(pool, stream.NewHub(stream.DefaultLimits()), "job", scheduler.QueueLength)
	var order []int // only one job runs
	release := make(chan bool)
	var queued []*scheduler.Job
	for i := range scheduler.QueueLength {
		queued = append(queued, must.Get(all.Queue(scheduler.NewID(), scheduler.Long, func(context.Context, *scheduler.Job, int) (any, error) {
			<-release
			order = append(order, i)
			return nil, nil
		}))(t))
	}
	for i := range queued {
		if i%3 == 2 {
			queued[i].Stop()
		}
	}
	close(release)
	for _, job := range queued {
		must.OK(t, job.Wait(t.Context()))
	}
	for i := range order {
		if want := i + i/2; order[i] != want {
			t.Fatalf("the order is %v", order)
		}
	}
	if want := scheduler.QueueLength - scheduler.QueueLength/3; len(order) != want {
		t.Errorf("%d jobs ran, want %d", len(order), want)
	}
}

// A client that disconnects while it waits leaves the queue.
func TestWaitingEnds(t *testing.T) {
	pool := scheduler.NewPool(t.Context(), 1)
	release := make(chan bool)
	for range 2 {
		go pool.Answer(t.Context(), func(context.Context) error { <-release; return nil })
	}
	waittest.Until(t, "the workers to be busy", func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		return errors.Is(pool.Answer(ctx, func(context.Context) error { return nil }), context.DeadlineExceeded)
	})
	waittest.Until(t, "the queue to be empty", func() bool { return pool.Waiting() == 0 })
	close(release)
}

// One job runs at a time, on all workers except one, which answers questions.
func TestJobs(t *testing.T) {
	pool := scheduler.NewPool(t.Context(), 4)
	jobs := scheduler.NewJobs(pool, stream.NewHub(stream.DefaultLimits()), "job", 10)
	release := make(chan bool)
	var now atomic.Int64
	do := func(_ context.Context, _ *scheduler.Job, workers int) (any, error) {
		if now.Add(1) > 1 || workers != 3 {
			t.Errorf("%d jobs at a time, this with %d workers", now.Load(), workers)
		}
		<-release
		now.Add(-1)
		return "result", nil
	}
	first, second := must.Get(jobs.Start(do))(t), must.Get(jobs.Start(do))(t)
	waittest.Until(t, "a job to begin", func() bool {
		a, b := first.Status(), second.Status()
		return (a.State == scheduler.Running) != (b.State == scheduler.Running) && pool.Waiting() == 1
	})
	must.OK(t, pool.Answer(t.Context(), func(context.Context) error { return nil }))
	close(release)
	for _, job := range []*scheduler.Job{first, second} {
		must.OK(t, job.Wait(t.Context()))
		if status := job.Status(); status.State != scheduler.Done || string(status.Result) != `"result"` || job.Result() != "result" {
			t.Errorf("got %+v with the result %v", status, job.Result())
		}
	}
}

// Jobs end with a state, a result and an error.
func TestEnds(t *testing.T) {
	ctx, stopServer := context.WithCancel(t.Context())
	jobs := scheduler.NewJobs(scheduler.NewPool(ctx, 2), stream.NewHub(stream.DefaultLimits()), "job", 10)
	until := func(ctx context.Context, job *scheduler.Job, _ int) (any, error) {
		if err := job.Show(func() any { return "so far" }); err != nil {
			return nil, err
		}
		<-ctx.Done()
		return "partial", ctx.Err()
	}
	failed := must.Get(jobs.Start(func(context.Context, *scheduler.Job, int) (any, error) { return nil, errors.New("disk") }))(t)
	must.OK(t, failed.Wait(ctx))
	bad := must.Get(jobs.Start(func(context.Context, *scheduler.Job, int) (any, error) { return func() {}, nil }))(t)
	must.OK(t, bad.Wait(ctx))
	stopped := must.Get(jobs.Start(until))(t)
	waittest.Until(t, "a result so far", func() bool { s := stopped.Status(); return string(s.Result) == `"so far"` })
	waiting := must.Get(jobs.Start(until))(t)
	waiting.Stop()
	stopped.Stop()
	ended := must.Get(jobs.Start(until))(t)
	stopServer()
	must.OK(t, ended.Wait(t.Context()))
	for _, c := range []struct {
		job    *scheduler.Job
		state  scheduler.State
		result []string
		err    string
	}{
		{failed, scheduler.Failed, []string{""}, "disk"}, {bad, scheduler.Failed, []string{""}, "unsupported type"},
		{stopped, scheduler.Stopped, []string{`"partial"`}, ""}, {waiting, scheduler.Stopped, []string{""}, ""},
		{ended, scheduler.Stopped, []string{`"partial"`, ""}, ""},
	} {
		s := c.job.Status()
		resultOK := false
		for _, r := range c.result {
			resultOK = resultOK || string(s.Result) == r
		}
		if s.State != c.state || !resultOK || !strings.Contains(s.Error, c.err) || (s.Error == "") != (c.err == "") || !s.Ended() {
			t.Errorf("got %+v, want %+v", s, c)
		}
	}
}

// More jobs than may wait are refused, and old ones are forgotten once they ended.
func TestBounds(t *testing.T) {
	jobs := scheduler.NewJobs(scheduler.NewPool(t.Context(), 2), stream.NewHub(stream.DefaultLimits()), "job", 3)
	release := make(chan bool)
	do := func(context.Context, *scheduler.Job, int) (any, error) { <-release; return nil, nil }
	var all []*scheduler.Job
	running := must.Get(jobs.Start(do))(t)
	waittest.Until(t, "a job to begin", func() bool { s := running.Status(); return s.State == scheduler.Running })
	for range scheduler.QueueLength {
		all = append(all, must.Get(jobs.Start(do))(t))
	}
	must.Fail(t, must.Err(jobs.Start(do)), "already waiting")
	for _, job := range all {
		must.Get(jobs.Find(job.Status().ID))(t)
	}
	close(release)
	for _, job := range append(all, running) {
		must.OK(t, job.Wait(t.Context()))
	}
	last := must.Get(jobs.Start(do))(t)
	must.OK(t, last.Wait(t.Context()))
	must.Fail(t, must.Err(jobs.Find(running.Status().ID)), "there is no job")
	must.Get(jobs.Find(last.Status().ID))(t)
	must.Get(jobs.Find(all[len(all)-1].Status().ID))(t)
}

func TestCalls(t *testing.T) {
	s := must.Get(site.New(site.Options{Limits: site.DefaultLimits()}))(t)
	jobs := scheduler.NewJobs(scheduler.NewPool(t.Context(), 2), stream.NewHub(stream.DefaultLimits()), "job", 3)
	jobs.Register(s, "/api/v1/jobs")
	s.Call("POST /api/v1/jobs", func(w http.ResponseWriter, _ *http.Request) error {
		job, err := jobs.Start(func(ctx context.Context, _ *scheduler.Job, _ int) (any, error) {
			<-ctx.Done()
			return 1, ctx.Err()
		})
		if err != nil {
			return err
		}
		return scheduler.Accept(w, "/api/v1/jobs", job)
	})
	server := httptest.NewServer(s)
	defer server.Close()
	ask := func(method, path string, status int) (*http.Response, string) {
		t.Helper()
		response := must.Get(http.DefaultClient.Do(must.Get(http.NewRequest(method, server.URL+path, nil))(t)))(t)
		defer response.Body.Close()
		body := string(must.Get(io.ReadAll(response.Body))(t))
		if response.StatusCode != status {
			t.Fatalf("%s %s: status %d, want %d: %s", method, path, response.StatusCode, status, body)
		}
		return response, body
	}
	response, body := ask("POST", "/api/v1/jobs", 202)
	var began, ended scheduler.Status
	must.OK(t, json.Unmarshal([]byte(body), &began))
	path := response.Header.Get("Location")
	if path != "/api/v1/jobs/"+began.ID {
		t.Errorf("the job %+v is at %q", began, path)
	}
	ask("GET", path, 200)
	ask("GET", path+"x", 404)
	_, body = ask("DELETE", path, 200)
	must.OK(t, json.Unmarshal([]byte(body), &ended))
	if ended.ID != began.ID || ended.State != scheduler.Stopped && string(ended.Result) != "1" {
		t.Errorf("the job ended as %s", body)
	}
	if _, events := ask("GET", path+"/events", 200); !strings.Contains(events, "event: state\ndata: "+strings.TrimSpace(body)) || !strings.Contains(events, "event: end") {
		t.Errorf("the events are %q, want the state %s", events, body)
	}
}
