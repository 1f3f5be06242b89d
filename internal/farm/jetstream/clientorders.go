package jetstream

import (
	"context"
	"errors"
	"slices"

	"github.com/nats-io/nats.go/jetstream"
)

// Orders to the submitter and the workers of a job.
const (
	orderCancel = "cancel" // end without a result
	orderLook   = "look"   // read the job again: it has changed
)

// Cancel ends a job: the command that submitted it ends with an error and keeps its
// journal.
func (c *Client) Cancel(ctx context.Context, j Job) error {
	return errors.Join(c.order(j.address(), orderCancel), c.forget(ctx, j.address()))
}

// Pause pauses the job, so workers take no more of its shards, or ends the pause.
func (c *Client) Pause(ctx context.Context, j Job, pause bool) error {
	subject := j.address().subject(tokenPause)
	var err error
	if pause {
		err = c.write(ctx, subject, true)
	} else {
		err = c.purge(ctx, subject)
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
func (c *Client) purge(ctx context.Context, subject string) error {
	stream := streamWith(subject)
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	s, err := c.js.Stream(ctx, stream)
	if err != nil {
		return c.explain(err, "$JS.API.STREAM.INFO."+stream)
	}
	return c.explain(s.Purge(ctx, jetstream.WithPurgeSubject(subject)), "$JS.API.STREAM.PURGE."+stream)
}

// forget removes a job and all its data from the server. It removes the job first, so
// workers stop.
func (c *Client) forget(ctx context.Context, a address) error {
	var errs []error
	for _, kind := range []string{tokenJob, tokenCanary, tokenProgress, tokenPause} {
		errs = append(errs, c.purge(ctx, a.subject(kind)))
	}
	errs = append(errs, c.order(a, orderLook), c.purge(ctx, a.shards()))
	for _, stream := range []string{a.stream(StreamWork), a.stream(StreamResults)} {
		errs = append(errs, c.dropConsumer(ctx, stream, a.ID))
	}
	errs = append(errs, c.purge(ctx, a.results()), c.sweep(ctx, a.Owner))
	return errors.Join(errs...)
}

// sweep removes results that arrived after the owner's jobs had ended.
func (c *Client) sweep(ctx context.Context, owner string) error {
	results, err := c.subjects(ctx, tokenResult+"."+owner+".>")
	if err != nil || len(results) == 0 {
		return err
	}
	jobs, err := c.subjects(ctx, tokenJob+"."+owner+".*")
	if err != nil {
		return err
	}
	swept := map[address]bool{}
	for _, subject := range results {
		a, ok := parseAddress(subject)
		if ok && !swept[a] && !slices.Contains(jobs, a.subject(tokenJob)) {
			swept[a] = true
			if err := c.purge(ctx, a.results()); err != nil {
				return err
			}
		}
	}
	return nil
}

// dropConsumer removes the consumer if it exists.
func (c *Client) dropConsumer(ctx context.Context, stream, name string) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	err := c.js.DeleteConsumer(ctx, stream, name)
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		return nil
	}
	return c.explain(err, "$JS.API.CONSUMER.DELETE."+stream+"."+name)
}
