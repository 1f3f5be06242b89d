package jetstream

import (
	"context"
	"errors"
	"slices"

	"github.com/nats-io/nats.go/jetstream"
)

// Orders to the submitter of a job.
const (
	orderCancel = "cancel" // end without a result
	orderLook   = "look"   // the job has changed: tell the workers
)

// Cancel ends a job: the command that submitted it ends with an error and keeps its
// journal.
func (c *Client) Cancel(ctx context.Context, j Job) error {
	a := j.address()
	if err := c.order(a, orderCancel); err != nil {
		return err
	}
	if c.may(a) {
		return c.forget(ctx, a)
	}
	return c.store(ctx, a.subject(tokenJob), nil) // only its owner can remove it
}

// Pause pauses the job, so workers take no more of its shards, or ends the pause.
func (c *Client) Pause(ctx context.Context, j Job, pause bool) error {
	a := j.address()
	var text []byte
	if pause {
		text = []byte("true")
	}
	return errors.Join(c.store(ctx, a.subject(tokenPause), text), c.order(a, orderLook))
}

// may reports whether the client may remove what belongs to the job.
func (c *Client) may(a address) bool { return c.pair == nil || c.key == a.Owner }

// order sends an order to the submitter of the job, and has workers look at it if they hear
// this client.
func (c *Client) order(a address, order string) error {
	if err := c.conn.Publish(a.subject(tokenOrder), []byte(order)); err != nil {
		return err
	}
	if c.may(a) {
		return c.poke(a)
	}
	return c.conn.FlushTimeout(callTimeout)
}

// poke tells workers that the job has changed.
func (c *Client) poke(a address) error {
	if err := c.conn.Publish(a.subject(tokenControl), nil); err != nil {
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
	errs = append(errs, c.poke(a), c.purge(ctx, a.shards()))
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
