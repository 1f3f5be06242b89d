package scheduler

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/site"
	"gammonlab/desk/pages/stream"
	"gammonlab/internal/workers"
)

// State is the state of a job.
type State string

// The states of a job.
const (
	Waiting State = "waiting" // waits for workers
	Running State = "running"
	Paused  State = "paused" // can be resumed
	Done    State = "done"
	Stopped State = "stopped" // before its end, with the result so far
	Failed  State = "failed"
)

// Status is the state of a job with its result.
type Status struct {
	ID     string          `json:"id"`
	State  State           `json:"state"`
	Result json.RawMessage `json:"result,omitempty"` // result so far, or the final result
	Error  string          `json:"error,omitempty"`  // reason of a failure
}

// Ended reports whether the job has ended.
func (s *Status) Ended() bool {
	return s.State != Waiting && s.State != Running && s.State != Paused
}

// Jobs are jobs of a kind by ID. The last ones are kept after their end.
type Jobs struct {
	// Changed, if set before the first job starts, is called after each change of a job's
	// state, except by the end of the server.
	Changed func(Status)

	pool    *Pool
	streams *stream.Hub
	what    string
	keep    int

	mu    sync.Mutex
	all   map[string]*Job
	order []string // IDs, the oldest first
}

// NewJobs returns jobs of a kind, such as "rollout", and keeps the last ones.
func NewJobs(p *Pool, streams *stream.Hub, what string, keep int) *Jobs {
	return &Jobs{pool: p, streams: streams, what: what, keep: keep, all: map[string]*Job{}}
}

// Work is what a job does: it runs with a number of workers and returns the result, with an
// error if the result is incomplete.
type Work func(ctx context.Context, job *Job, workers int) (any, error)

// Job is a computation that continues after the request that started it.
type Job struct {
	Topic *stream.Topic // receives its status as [stream.State]

	jobs  *Jobs
	work  Work
	lane  Lane
	ended chan struct{}

	mu     sync.Mutex
	status Status
	value  any // the result
	place  int // number of the place in the lane of the last attempt
	shown  time.Time
	cancel context.CancelCauseFunc // of the present attempt
	idle   chan struct{}           // closed when no attempt is in progress
}

// Reasons for the end of an attempt. Without one of them the server stops.
var (
	errStopped = fmt.Errorf("stopped: %w", context.Canceled)
	errPaused  = fmt.Errorf("paused: %w", context.Canceled)
)

// Start queues a job for which users wait. It returns an error if too many jobs wait.
func (j *Jobs) Start(work Work) (*Job, error) { return j.Queue(NewID(), Quick, work) }

// NewID returns the ID of a new job.
func NewID() string { return rand.Text()[:16] }

// Queue queues a job with an ID in a lane. It returns an error if too many jobs wait.
func (j *Jobs) Queue(id string, lane Lane, work Work) (*Job, error) {
	job := j.newJob(Status{ID: id, State: Waiting}, lane, work)
	if err := job.enter(); err != nil {
		return nil, err
	}
	j.add(job)
	return job, nil
}

// ErrServerEnded is the error of a job that was running when the server ended without
// stopping its jobs.
const ErrServerEnded = "the server ended while the job was running; resume it if it did not cause this"

// Restore adds a job of an earlier server. Work that waited is queued again; if too many
// jobs wait, it is paused. Work that was running is paused, with an error: it may have ended
// the server, and would end this one, too.
func (j *Jobs) Restore(status Status, lane Lane, work Work) *Job {
	died := status.State == Running
	again := status.State == Waiting || died
	if again {
		status.State = Paused
	}
	if died {
		status.Error = ErrServerEnded
	}
	job := j.newJob(status, lane, work)
	if status.Ended() {
		close(job.ended)
		job.Topic.End("{}")
	}
	if again && !died {
		job.enter() // otherwise it is paused
	}
	j.add(job)
	return job
}

func (j *Jobs) newJob(status Status, lane Lane, work Work) *Job {
	job := &Job{
		Topic: stream.NewTopic(), jobs: j, work: work, lane: lane, status: status,
		ended: make(chan struct{}), idle: make(chan struct{}), cancel: func(error) {},
	}
	close(job.idle)
	job.publish()
	return job
}

// enter queues an attempt.
func (job *Job) enter() error {
	pool := job.jobs.pool
	at, err := pool.Enter(job.lane)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(pool.ctx)
	job.mu.Lock()
	idle := make(chan struct{})
	job.cancel, job.idle, job.place, job.status.State, job.status.Error = cancel, idle, at.Number, Waiting, ""
	job.publish()
	job.mu.Unlock()
	go func() {
		defer close(idle)
		defer cancel(nil)
		var result any
		err := workers.Guard(func() error {
			return pool.Do(ctx, at, job.begin, func(ctx context.Context, n int) (err error) {
				result, err = job.work(ctx, job, n)
				return err
			})
		})
		job.end(context.Cause(ctx), result, err)
	}()
	return nil
}

// add adds a job and removes the oldest ended jobs.
func (j *Jobs) add(job *Job) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.all[job.status.ID] = job
	j.order = append(j.order, job.status.ID)
	for i := 0; len(j.order) > j.keep && i < len(j.order); {
		if status := j.all[j.order[i]].Status(); !status.Ended() {
			i++
			continue
		}
		delete(j.all, j.order[i])
		j.order = append(j.order[:i], j.order[i+1:]...)
	}
}

// Find returns the job with an ID.
func (j *Jobs) Find(id string) (*Job, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if job := j.all[id]; job != nil {
		return job, nil
	}
	return nil, problem.NotFound(j.what, id)
}

// Status returns the status of the job.
func (job *Job) Status() Status {
	job.mu.Lock()
	defer job.mu.Unlock()
	return job.status
}

// Place returns the number of the job's last attempt among all that entered the pool: in a lane, the
// job with the lower number begins first.
func (job *Job) Place() int {
	job.mu.Lock()
	defer job.mu.Unlock()
	return job.place
}

// Publish sends the status again, for pages that show more than it.
func (job *Job) Publish() {
	job.mu.Lock()
	defer job.mu.Unlock()
	job.publish()
}

// Result returns the result of the job, nil before its end.
func (job *Job) Result() any {
	job.mu.Lock()
	defer job.mu.Unlock()
	return job.value
}

// Stop ends the job and waits until it has ended.
func (job *Job) Stop() {
	if job.interrupt(errStopped) {
		job.mu.Lock()
		paused := job.status.State == Paused
		if paused {
			job.finish(Stopped)
		}
		job.mu.Unlock()
		if paused {
			job.changed()
		}
	}
}

// Pause ends the present attempt and waits for its end. The job can resume later. Pause has no
// effect on a job that has ended.
func (job *Job) Pause() { job.interrupt(errPaused) }

// interrupt ends the present attempt, waits for its end, and reports whether the job goes on.
func (job *Job) interrupt(reason error) bool {
	job.mu.Lock()
	cancel, idle := job.cancel, job.idle
	job.mu.Unlock()
	cancel(reason)
	<-idle
	status := job.Status()
	return !status.Ended()
}

// Settle waits until no attempt is in progress.
func (job *Job) Settle() {
	job.mu.Lock()
	idle := job.idle
	job.mu.Unlock()
	<-idle
}

// Resume queues a paused job again. It returns an error if too many jobs wait, and has no
// effect on other jobs.
func (job *Job) Resume() error {
	if job.Status().State != Paused {
		return nil
	}
	if err := job.enter(); err != nil {
		return err
	}
	job.changed()
	return nil
}

// Wait waits for the job to end, or for ctx.
func (job *Job) Wait(ctx context.Context) error {
	select {
	case <-job.ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// showPause is the least time between two published results.
const showPause = 100 * time.Millisecond

// Show publishes the result so far, at most once per showPause; nil if there is none yet.
func (job *Job) Show(result func() any) error {
	job.mu.Lock()
	defer job.mu.Unlock()
	if time.Since(job.shown) < showPause {
		return nil
	}
	value := result()
	if value == nil {
		return nil
	}
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	job.shown = time.Now()
	job.status.Result = text
	return job.publish()
}

func (job *Job) begin() {
	job.mu.Lock()
	job.status.State = Running
	job.publish()
	job.mu.Unlock()
	job.changed()
}

// changed tells the owner of the jobs about a new state.
func (job *Job) changed() {
	if job.jobs.Changed != nil {
		job.jobs.Changed(job.Status())
	}
}

// end stores the result of an attempt and publishes the new state. If the server stops, it
// tells nobody: the job continues on the next server.
func (job *Job) end(cause error, result any, err error) {
	job.mu.Lock()
	if result != nil {
		text, badJSON := json.Marshal(result)
		if err = errors.Join(err, badJSON); badJSON == nil {
			job.status.Result = text
		}
	}
	interrupted := errors.Is(err, context.Canceled)
	switch {
	case interrupted && cause == errPaused:
		job.status.State = Paused
		job.publish()
	case interrupted:
		job.finish(Stopped)
	case err != nil:
		job.status.Error = err.Error()
		job.finish(Failed)
	default:
		job.value = result
		job.finish(Done)
	}
	job.mu.Unlock()
	if !interrupted || cause == errPaused || cause == errStopped {
		job.changed()
	}
}

// finish ends the job with a state; the caller holds the lock.
func (job *Job) finish(state State) {
	job.status.State = state
	job.publish()
	job.Topic.End("{}")
	close(job.ended)
}

func (job *Job) publish() error { return job.Topic.PublishJSON(stream.State, &job.status) }

// Register adds the calls for jobs under a path: status, events and stop.
func (j *Jobs) Register(s *site.Site, path string) {
	answer := func(do func(w http.ResponseWriter, r *http.Request, job *Job) error) site.Handler {
		return func(w http.ResponseWriter, r *http.Request) error {
			job, err := j.Find(r.PathValue("id"))
			if err != nil {
				return err
			}
			return do(w, r, job)
		}
	}
	s.Call("GET "+path+"/{id}", answer(func(w http.ResponseWriter, _ *http.Request, job *Job) error {
		return site.WriteJSON(w, http.StatusOK, job.Status())
	}))
	s.Call("GET "+path+"/{id}/events", answer(func(w http.ResponseWriter, r *http.Request, job *Job) error {
		return j.streams.Serve(w, r, job.Topic)
	}))
	s.Call("DELETE "+path+"/{id}", answer(func(w http.ResponseWriter, _ *http.Request, job *Job) error {
		job.Stop()
		return site.WriteJSON(w, http.StatusOK, job.Status())
	}))
}

// RegisterPauses adds the calls under a path that pause and resume jobs.
func (j *Jobs) RegisterPauses(s *site.Site, path string) {
	for name, do := range map[string]func(*Job) error{
		"pause":  func(job *Job) error { job.Pause(); return nil },
		"resume": (*Job).Resume,
	} {
		s.Call("POST "+path+"/{id}/"+name, func(w http.ResponseWriter, r *http.Request) error {
			job, err := j.Find(r.PathValue("id"))
			if err != nil {
				return err
			}
			if err := do(job); err != nil {
				return err
			}
			return site.WriteJSON(w, http.StatusOK, job.Status())
		})
	}
}

// Accept writes the response to the request that started a job, with the address of the
// job under the path.
func Accept(w http.ResponseWriter, path string, job *Job) error {
	status := job.Status()
	w.Header().Set("Location", path+"/"+status.ID)
	return site.WriteJSON(w, http.StatusAccepted, status)
}
