package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// readers is the number of concurrent requests for messages.
const readers = 16

// subjects returns the subjects of an owner's messages that match the filter, in order.
func (c *Client) subjects(ctx context.Context, filter string) ([]string, error) {
	stream := streamWith(filter)
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	s, err := c.js.Stream(ctx, stream)
	if err != nil {
		return nil, c.explain(err, "$JS.API.STREAM.INFO."+stream)
	}
	info, err := s.Info(ctx, jetstream.WithSubjectFilter(filter))
	if err != nil {
		return nil, err
	}
	var all []string
	for subject := range info.State.Subjects {
		all = append(all, subject)
	}
	slices.Sort(all)
	return all, nil
}

// jobSubjects returns the subjects of the jobs of all owners and of what belongs to them.
func (c *Client) jobSubjects(ctx context.Context) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	names := c.js.StreamNames(ctx)
	var all []string
	farm := false
	for name := range names.Name() {
		farm = farm || name == StreamWorkers
		owner, ok := strings.CutPrefix(name, streamOf(StreamJobs, ""))
		if !ok {
			continue
		}
		some, err := c.subjects(ctx, "*."+owner+".>")
		if err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) { // the server may remove it meanwhile
			return nil, err
		}
		all = append(all, some...)
	}
	if err := names.Err(); err != nil {
		return nil, c.explain(err, "$JS.API.STREAM.NAMES")
	}
	if !farm {
		return nil, errNoFarm
	}
	return all, nil
}

// last returns the last message of the subject, nil if there is none. It needs only the
// permission for direct reads.
func (c *Client) last(ctx context.Context, subject string) (*nats.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	api := "$JS.API.DIRECT.GET." + streamWith(subject) + "." + subject
	m, err := c.conn.RequestWithContext(ctx, api, nil)
	if err != nil {
		return nil, c.explain(err, api)
	}
	switch status := m.Header.Get("Status"); status {
	case "":
		return m, nil
	case "404":
		return nil, nil
	default:
		return nil, fmt.Errorf("%s: %s %s", subject, status, m.Header.Get("Description"))
	}
}

// read reads the JSON of the subject into v, and reports whether the subject has a message.
func (c *Client) read(ctx context.Context, subject string, v any) (bool, error) {
	m, err := c.last(ctx, subject)
	if m == nil || err != nil {
		return false, err
	}
	if err := json.Unmarshal(m.Data, v); err != nil {
		return false, fmt.Errorf("%w: %s: %w", errUnreadable, subject, err)
	}
	return true, nil
}

// write publishes the JSON of v under the subject.
func (c *Client) write(ctx context.Context, subject string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	_, err = c.js.Publish(ctx, subject, data)
	return c.explain(err, subject)
}

// errUnreadable is the error of a message that is not what its subject says. Any client may
// have written it, or a later version.
var errUnreadable = errors.New("unreadable")

// message is what a subject has: a value, or the reason why it cannot be read.
type message[T any] struct {
	subject string
	value   T
	fault   error
}

// readAll reads the JSON of all the subjects. It omits subjects without a message.
func readAll[T any](ctx context.Context, c *Client, subjects []string) ([]message[T], error) {
	found, errs := make([]*message[T], len(subjects)), make([]error, len(subjects))
	var group sync.WaitGroup
	turns := make(chan struct{}, readers)
	for i, subject := range subjects {
		turns <- struct{}{}
		group.Go(func() {
			defer func() { <-turns }()
			m := &message[T]{subject: subject}
			ok, err := c.read(ctx, subject, &m.value)
			switch {
			case errors.Is(err, errUnreadable):
				m.fault, found[i] = err, m
			case ok:
				found[i] = m
			}
			if m.fault == nil {
				errs[i] = err
			}
		})
	}
	group.Wait()
	var all []message[T]
	for _, m := range found {
		if m != nil {
			all = append(all, *m)
		}
	}
	return all, errors.Join(errs...)
}

// readJobs reads the jobs of the subjects. A job must be what its subject says, so no client
// writes one in the name of another.
func (c *Client) readJobs(ctx context.Context, subjects []string) ([]message[Job], error) {
	all, err := readAll[Job](ctx, c, of(subjects, tokenJob))
	for i := range all {
		m := &all[i]
		a, _ := parseAddress(m.subject)
		switch {
		case m.fault != nil:
			m.value = Job{}
		case m.value.address() != a:
			m.fault = fmt.Errorf("%w: %s: the job says that it is %s of %s", errUnreadable, m.subject, m.value.ID, m.value.Owner)
		}
		m.value.Owner, m.value.ID = a.Owner, a.ID
	}
	return all, err
}

// Workers returns the workers that published their state within [WorkerAge]. It leaves out
// what cannot be read.
func (c *Client) Workers(ctx context.Context) ([]Worker, error) {
	subjects, err := c.subjects(ctx, tokenWorker+".>")
	if err != nil {
		return nil, away(err)
	}
	found, err := readAll[Worker](ctx, c, subjects)
	var all []Worker
	for i := range found {
		if w := &found[i].value; found[i].fault == nil && workerSubject(w.Key, w.Instance) == found[i].subject {
			all = append(all, *w)
		}
	}
	return all, err
}

// JobState is a job with its progress.
type JobState struct {
	Job
	Progress Progress `json:"progress"`
	Paused   bool     `json:"paused"`
	Fault    string   `json:"fault,omitempty"` // why the job cannot be read; then only Owner and ID are set
}

// silent is the time without progress messages after which a submitter counts as ended.
const silent = 45 * time.Second

// Deserted reports whether the command that submitted the job has probably ended at the
// given time. A new job, which may have no progress yet, is not deserted.
func (j *JobState) Deserted(at time.Time) bool {
	return at.Sub(j.Progress.Seen) > silent && at.Sub(j.Since) > silent
}

// Jobs returns the jobs of the server.
func (c *Client) Jobs(ctx context.Context) ([]JobState, error) {
	subjects, err := c.jobSubjects(ctx)
	if err != nil {
		return nil, err
	}
	jobs, err := c.readJobs(ctx, subjects)
	if err != nil {
		return nil, err
	}
	var all []JobState
	for i := range jobs {
		s := JobState{Job: jobs[i].value, Paused: slices.Contains(subjects, jobs[i].value.address().subject(tokenPause))}
		if jobs[i].fault != nil {
			s.Fault = jobs[i].fault.Error()
			all = append(all, s)
			continue
		}
		switch _, err := c.read(ctx, s.address().subject(tokenProgress), &s.Progress); {
		case errors.Is(err, errUnreadable):
			s.Progress = Progress{Note: err.Error()}
		case err != nil:
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// of returns the subjects that begin with the token.
func of(subjects []string, token string) []string {
	var some []string
	for _, s := range subjects {
		if strings.HasPrefix(s, token+".") {
			some = append(some, s)
		}
	}
	return some
}

// errNoFarm is the error for a server without the streams of a farm.
var errNoFarm = errors.New("the server has no streams of a farm: submit a job, or start it as gammonlab server")

func away(err error) error {
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return errNoFarm
	}
	return err
}

// Job returns the job with the ID, or the job whose ID begins with it.
func (c *Client) Job(ctx context.Context, id string) (JobState, error) {
	jobs, err := c.Jobs(ctx)
	if err != nil {
		return JobState{}, err
	}
	var found []JobState
	for _, j := range jobs {
		if strings.HasPrefix(j.ID, id) {
			found = append(found, j)
		}
	}
	if len(found) != 1 {
		return JobState{}, fmt.Errorf("%d jobs have an ID that begins with %q", len(found), id)
	}
	return found[0], nil
}
