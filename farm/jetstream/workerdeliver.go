package jetstream

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// deliver publishes the result until the server has stored it, and then acknowledges the
// shard. If the server is full or unreachable, it tries again.
func (c *core) deliver(doing context.Context, t *task, m *handed, o *outcome) {
	w := c.worker
	message := o.message(t.job.address().result(m.token, w.client.key))
	if err := w.client.sign(message); err != nil {
		w.giveUp(err)
		return
	}
	for wait := 100 * time.Millisecond; t.gone.Err() == nil; wait = min(2*wait, 5*time.Second) {
		call, cancel := context.WithTimeout(doing, callTimeout)
		_, err := w.client.js.PublishMsg(call, message, jetstream.WithExpectStream(t.job.address().stream(StreamResults)), jetstream.WithRetryAttempts(0))
		cancel()
		err = w.client.explain(err, message.Subject)
		if err == nil || isThere(err) {
			break
		}
		if errors.Is(err, errRefused) {
			w.giveUp(err)
			return
		}
		w.report("result of job "+t.job.ID, err)
		select {
		case <-doing.Done():
			t.forget(m.token)
			m.giveBack(0)
			return
		case <-t.gone.Done():
			return
		case <-time.After(wait + spread(wait)):
		}
	}
	if t.gone.Err() != nil {
		return
	}
	t.note(m.token)
	w.shards.Add(1)
	if o.Failure == failurePoison {
		m.giveUp(o.Reason)
		return
	}
	call, cancel := context.WithTimeout(doing, callTimeout)
	defer cancel()
	_ = m.done(call) // if the acknowledgement is lost, a worker computes the shard again
}
