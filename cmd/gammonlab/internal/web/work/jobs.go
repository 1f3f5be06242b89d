package work

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"time"

	"gammonlab/cmd/gammonlab/internal/web/problem"
	"gammonlab/cmd/gammonlab/internal/web/site"
	"gammonlab/cmd/gammonlab/internal/web/stream"
	"gammonlab/internal/workers"
)

// State is the state of a job.
type State string

// The states of a job.
const (
	Waiting State = "waiting" // waits for workers
	Running State = "running"
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
func (s *Status) Ended() bool { return s.State != Waiting && s.State != Running }

// Jobs are jobs of a kind by ID. The last ones are kept after their end.
type Jobs struct {
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

// Job is a computation that continues after the request that started it.
type Job struct {
	Topic  *stream.Topic // receives its status as [stream.State]
	cancel context.CancelFunc
	ended  chan struct{}

	mu     sync.Mutex
	status Status
	value  any // the result
	shown  time.Time
}

// Start queues a job. do runs with a number of workers and returns the result, with an
// error if the result is incomplete. Start returns an error if too many jobs wait.
func (j *Jobs) Start(do func(ctx context.Context, job *Job, workers int) (any, error)) (*Job, error) {
	if err := j.pool.Enter(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(j.pool.ctx)
	job := &Job{
		Topic: stream.NewTopic(), cancel: cancel, ended: make(chan struct{}),
		status: Status{ID: rand.Text()[:16], State: Waiting},
	}
	job.publish()
	j.add(job)
	go func() {
		defer cancel()
		var result any
		err := j.pool.Do(ctx, job.begin, func(ctx context.Context, n int) (err error) {
			defer workers.Catch(&err)
			result, err = do(ctx, job, n)
			return err
		})
		job.end(result, err)
	}()
	return job, nil
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

// Result returns the result of the job, nil before its end.
func (job *Job) Result() any {
	job.mu.Lock()
	defer job.mu.Unlock()
	return job.value
}

// Stop ends the job and waits until it has ended.
func (job *Job) Stop() {
	job.cancel()
	<-job.ended
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

// Show publishes the result so far, at most once per showPause.
func (job *Job) Show(result func() any) error {
	job.mu.Lock()
	defer job.mu.Unlock()
	if time.Since(job.shown) < showPause {
		return nil
	}
	text, err := json.Marshal(result())
	if err != nil {
		return err
	}
	job.shown = time.Now()
	job.status.Result = text
	return job.publish()
}

func (job *Job) begin() {
	job.mu.Lock()
	defer job.mu.Unlock()
	job.status.State = Running
	job.publish()
}

// end stores the result and publishes the end of the job.
func (job *Job) end(result any, err error) {
	job.mu.Lock()
	defer job.mu.Unlock()
	defer close(job.ended)
	job.status.State, job.value = Done, result
	if result != nil {
		text, badJSON := json.Marshal(result)
		if err = errors.Join(err, badJSON); badJSON == nil {
			job.status.Result = text
		}
	}
	switch {
	case errors.Is(err, context.Canceled):
		job.status.State = Stopped
	case err != nil:
		job.status.State, job.status.Error = Failed, err.Error()
	}
	job.publish()
	job.Topic.End("{}")
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

// Accept writes the response to the request that started a job, with the address of the
// job under the path.
func Accept(w http.ResponseWriter, path string, job *Job) error {
	status := job.Status()
	w.Header().Set("Location", path+"/"+status.ID)
	return site.WriteJSON(w, http.StatusAccepted, status)
}
