package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// readers is how many messages are asked for at a time.
const readers = 16

// subjects returns the subjects of the messages in the stream, those that match the
// filter, in order.
func (c *Client) subjects(ctx context.Context, stream, filter string) ([]string, error) {
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

// last returns the last message of the subject, nil if there is none. It needs no
// permission but that of direct reads.
func (c *Client) last(ctx context.Context, stream, subject string) (*nats.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	api := "$JS.API.DIRECT.GET." + stream + "." + subject
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

// read reads the JSON of the subject into v, and reports whether there is any.
func (c *Client) read(ctx context.Context, stream, subject string, v any) (bool, error) {
	m, err := c.last(ctx, stream, subject)
	if m == nil || err != nil {
		return false, err
	}
	if err := json.Unmarshal(m.Data, v); err != nil {
		return false, fmt.Errorf("%s: %w", subject, err)
	}
	return true, nil
}

// write makes the JSON of v that of the subject.
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

// readAll reads the JSON of all the subjects. Those without a message are left out.
func readAll[T any](ctx context.Context, c *Client, stream string, subjects []string) ([]T, error) {
	found, errs := make([]*T, len(subjects)), make([]error, len(subjects))
	var group sync.WaitGroup
	turns := make(chan struct{}, readers)
	for i, subject := range subjects {
		turns <- struct{}{}
		group.Go(func() {
			defer func() { <-turns }()
			v := new(T)
			ok, err := c.read(ctx, stream, subject, v)
			if ok {
				found[i] = v
			}
			errs[i] = err
		})
	}
	group.Wait()
	var all []T
	for _, v := range found {
		if v != nil {
			all = append(all, *v)
		}
	}
	return all, errors.Join(errs...)
}

// Workers returns the workers that were heard of within [WorkerAge].
func (c *Client) Workers(ctx context.Context) ([]Worker, error) {
	subjects, err := c.subjects(ctx, StreamWorkers, tokenWorker+".>")
	if err != nil {
		return nil, away(err)
	}
	return readAll[Worker](ctx, c, StreamWorkers, subjects)
}

// JobState is a job with what is known of its course.
type JobState struct {
	Job
	Progress Progress `json:"progress"`
	Paused   bool     `json:"paused"`
}

// Jobs returns the jobs of the server.
func (c *Client) Jobs(ctx context.Context) ([]JobState, error) {
	subjects, err := c.subjects(ctx, StreamJobs, ">")
	if err != nil {
		return nil, away(err)
	}
	jobs, err := readAll[Job](ctx, c, StreamJobs, of(subjects, tokenJob))
	if err != nil {
		return nil, err
	}
	var all []JobState
	for _, j := range jobs {
		s := JobState{Job: j, Paused: slices.Contains(subjects, j.address().subject(tokenPause))}
		if _, err := c.read(ctx, StreamJobs, j.address().subject(tokenProgress), &s.Progress); err != nil {
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

// errNoFarm is what a server without our streams gives.
var errNoFarm = errors.New("the server has no streams of a farm: submit a job, or start it as gammonlab server")

func away(err error) error {
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return errNoFarm
	}
	return err
}

// Job returns the job of that ID, or whose ID begins with it.
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

// Orders to the submitter and the workers of a job.
const (
	orderCancel = "cancel" // end without a result
	orderLook   = "look"   // something of the job has changed
)

// Cancel ends a job: the command that submitted it ends with an error and keeps its
// journal.
func (c *Client) Cancel(ctx context.Context, j Job) error {
	return errors.Join(c.order(j.address(), orderCancel), c.forget(ctx, j.address()))
}

// Pause has workers take no more shards of the job, or take them again.
func (c *Client) Pause(ctx context.Context, j Job, pause bool) error {
	subject := j.address().subject(tokenPause)
	var err error
	if pause {
		err = c.write(ctx, subject, true)
	} else {
		err = c.purge(ctx, StreamJobs, subject)
	}
	return errors.Join(err, c.order(j.address(), orderLook))
}

func (c *Client) order(a address, order string) error {
	if err := c.conn.Publish(a.subject(tokenControl), []byte(order)); err != nil {
		return err
	}
	return c.conn.FlushTimeout(callTimeout)
}

// purge removes the messages of the subject.
func (c *Client) purge(ctx context.Context, stream, subject string) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	s, err := c.js.Stream(ctx, stream)
	if err != nil {
		return c.explain(err, "$JS.API.STREAM.INFO."+stream)
	}
	return c.explain(s.Purge(ctx, jetstream.WithPurgeSubject(subject)), "$JS.API.STREAM.PURGE."+stream)
}

// forget removes all of a job from the server: first the job, so that workers stop.
func (c *Client) forget(ctx context.Context, a address) error {
	var errs []error
	for _, kind := range []string{tokenJob, tokenCanary, tokenProgress, tokenPause} {
		errs = append(errs, c.purge(ctx, StreamJobs, a.subject(kind)))
	}
	errs = append(errs, c.order(a, orderLook), c.purge(ctx, StreamWork, a.shards()))
	for _, stream := range []string{StreamWork, StreamResults} {
		errs = append(errs, c.dropConsumer(ctx, stream, a.ID))
	}
	errs = append(errs, c.purge(ctx, StreamResults, a.results()), c.sweep(ctx, a.Owner))
	return errors.Join(errs...)
}

// sweep removes results that came when the owner's jobs had ended.
func (c *Client) sweep(ctx context.Context, owner string) error {
	results, err := c.subjects(ctx, StreamResults, tokenResult+"."+owner+".>")
	if err != nil || len(results) == 0 {
		return err
	}
	jobs, err := c.subjects(ctx, StreamJobs, tokenJob+"."+owner+".*")
	if err != nil {
		return err
	}
	swept := map[address]bool{}
	for _, subject := range results {
		a, ok := parseAddress(subject)
		if ok && !swept[a] && !slices.Contains(jobs, a.subject(tokenJob)) {
			swept[a] = true
			if err := c.purge(ctx, StreamResults, a.results()); err != nil {
				return err
			}
		}
	}
	return nil
}

// dropConsumer removes the consumer if it is there.
func (c *Client) dropConsumer(ctx context.Context, stream, name string) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	err := c.js.DeleteConsumer(ctx, stream, name)
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		return nil
	}
	return c.explain(err, "$JS.API.CONSUMER.DELETE."+stream+"."+name)
}
