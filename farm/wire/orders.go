package wire

import (
	"context"
	"errors"
	"slices"

	"github.com/nats-io/nats.go/jetstream"
)

// Orders to the submitter of a job.
const (
	OrderCancel = "cancel" // end without a result
	OrderLook   = "look"   // the job has changed: tell the workers
)

// Cancel ends a job: the command that submitted it ends with an error and keeps its
// journal.
func (c *Client) Cancel(ctx context.Context, j Job) error {
	a := j.Address()
	if err := c.order(a, OrderCancel); err != nil {
		return err
	}
	if c.may(a) {
		return c.Forget(ctx, a)
	}
	return c.store(ctx, a.Subject(TokenJob), nil) // only its owner can remove it
}

// Pause pauses the job, so workers take no more of its shards, or ends the pause.
func (c *Client) Pause(ctx context.Context, j Job, pause bool) error {
	a := j.Address()
	var text []byte
	if pause {
		text = []byte("true")
	}
	return errors.Join(c.store(ctx, a.Subject(TokenPause), text), c.order(a, OrderLook))
}

// may reports whether the client may remove what belongs to the job.
func (c *Client) may(a Address) bool { return c.pair == nil || c.key == a.Owner }

// order sends an order to the submitter of the job, and has workers look at it if they hear
// this client.
func (c *Client) order(a Address, order string) error {
	if err := c.conn.Publish(a.Subject(TokenOrder), []byte(order)); err != nil {
		return err
	}
	if c.may(a) {
		return c.Poke(a)
	}
	return c.conn.FlushTimeout(CallTimeout)
}

// Poke tells workers that the job has changed.
func (c *Client) Poke(a Address) error {
	if err := c.conn.Publish(a.Subject(TokenControl), nil); err != nil {
		return err
	}
	return c.conn.FlushTimeout(CallTimeout)
}

// Purge removes the messages of the subject.
func (c *Client) Purge(ctx context.Context, subject string) error {
	stream := StreamWith(subject)
	ctx, cancel := context.WithTimeout(ctx, CallTimeout)
	defer cancel()
	s, err := c.js.Stream(ctx, stream)
	if err != nil {
		return c.Explain(err, "$JS.API.STREAM.INFO."+stream)
	}
	return c.Explain(s.Purge(ctx, jetstream.WithPurgeSubject(subject)), "$JS.API.STREAM.PURGE."+stream)
}

// Forget removes a job and all its data from the server. It removes the job first, so
// workers stop.
func (c *Client) Forget(ctx context.Context, a Address) error {
	var errs []error
	for _, kind := range []string{TokenJob, TokenCanary, TokenProgress, TokenPause} {
		errs = append(errs, c.Purge(ctx, a.Subject(kind)))
	}
	errs = append(errs, c.Poke(a), c.Purge(ctx, a.Shards()))
	for _, stream := range []string{a.Stream(StreamWork), a.Stream(StreamResults)} {
		errs = append(errs, c.DropConsumer(ctx, stream, a.ID))
	}
	errs = append(errs, c.Purge(ctx, a.Results()), c.Sweep(ctx, a.Owner))
	return errors.Join(errs...)
}

// Sweep removes results that arrived after the owner's jobs had ended.
func (c *Client) Sweep(ctx context.Context, owner string) error {
	results, err := c.Subjects(ctx, TokenResult+"."+owner+".>")
	if err != nil || len(results) == 0 {
		return err
	}
	jobs, err := c.Subjects(ctx, TokenJob+"."+owner+".*")
	if err != nil {
		return err
	}
	swept := map[Address]bool{}
	for _, subject := range results {
		a, ok := ParseAddress(subject)
		if ok && !swept[a] && !slices.Contains(jobs, a.Subject(TokenJob)) {
			swept[a] = true
			if err := c.Purge(ctx, a.Results()); err != nil {
				return err
			}
		}
	}
	return nil
}

// DropConsumer removes the consumer if it exists.
func (c *Client) DropConsumer(ctx context.Context, stream, name string) error {
	ctx, cancel := context.WithTimeout(ctx, CallTimeout)
	defer cancel()
	err := c.js.DeleteConsumer(ctx, stream, name)
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		return nil
	}
	return c.Explain(err, "$JS.API.CONSUMER.DELETE."+stream+"."+name)
}
