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
)

// State is how far a job is.
type State string

// The states of a job.
const (
	Waiting State = "waiting" // for workers
	Running State = "running"
	Done    State = "done"
	Stopped State = "stopped" // before it was done; its result is what it had by then
	Failed  State = "failed"
)

// Status is how a job stands.
type Status struct {
	ID     string          `json:"id"`
	State  State           `json:"state"`
	Result json.RawMessage `json:"result,omitempty"` // so far, or in the end
	Error  string          `json:"error,omitempty"`  // why it failed
}

// Ended reports whether nothing more will come.
func (s *Status) Ended() bool { return s.State != Waiting && s.State != Running }

// Jobs are jobs of a kind by their IDs. The last ones are kept after their end.
type Jobs struct {
	pool    *Pool
	streams *stream.Hub
	what    string
	keep    int

	mu    sync.Mutex
	all   map[string]*Job
	order []string // IDs, the oldest first
}

// NewJobs returns jobs of a kind, such as "rollout", of which it keeps the last ones.
func NewJobs(p *Pool, streams *stream.Hub, what string, keep int) *Jobs {
	return &Jobs{pool: p, streams: streams, what: what, keep: keep, all: map[string]*Job{}}
}

// Job is work that goes on after the request that began it.
type Job struct {
	Topic  *stream.Topic // where its status is published as [stream.State]
	cancel context.CancelFunc
	ended  chan struct{}

	mu     sync.Mutex
	status Status
	value  any // the result
	shown  time.Time
}

// Start begins a job, which waits for its turn. do returns the result, with an error
// if that is not all; it has so many workers. Start refuses the job if too many wait.
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
		err := j.pool.Do(ctx, job.begin, func(ctx context.Context, workers int) (err error) {
			result, err = do(ctx, job, workers)
			return err
		})
		job.end(result, err)
	}()
	return job, nil
}

// add keeps a job, and forgets the oldest of those that have ended.
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

// Find returns the job of an ID.
func (j *Jobs) Find(id string) (*Job, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if job := j.all[id]; job != nil {
		return job, nil
	}
	return nil, problem.NotFound(j.what, id)
}

// Status returns how the job stands.
func (job *Job) Status() Status {
	job.mu.Lock()
	defer job.mu.Unlock()
	return job.status
}

// Result returns what the job has brought, nil before its end.
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

// showPause is the time between results so far.
const showPause = 100 * time.Millisecond

// Show publishes the result so far, unless that was just done.
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

// end keeps the result and says how the job has ended.
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

// Register adds the calls on jobs under a path: their status, events, and stopping
// them.
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

// Accept answers the request that has begun a job: where it is found under the path.
func Accept(w http.ResponseWriter, path string, job *Job) error {
	status := job.Status()
	w.Header().Set("Location", path+"/"+status.ID)
	return site.WriteJSON(w, http.StatusAccepted, status)
}
