package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"gammonlab/farm"
	"gammonlab/farm/wire"
)

// core computes shards on one goroutine.
type core struct {
	worker *worker
	doers  map[*task]farm.Doer
	turn   int
	sent   chan struct{} // is closed when the last result is delivered
}

// run computes shards until ctx ends. The context doing ends later and stops the shards
// that the core is computing.
func (c *core) run(ctx, doing context.Context) {
	c.doers = map[*task]farm.Doer{}
	for ctx.Err() == nil {
		t, m := c.fetch(ctx)
		if m != nil {
			c.do(doing, t, m)
			if c.worker.options.Once {
				c.worker.fail(errDone)
			}
		}
		c.leaveGone()
	}
	if c.sent != nil {
		<-c.sent
	}
	for t := range c.doers {
		c.leave(t)
	}
}

// leaveGone closes the doers of ended jobs.
func (c *core) leaveGone() {
	for t := range c.doers {
		if t.gone.Err() != nil {
			c.leave(t)
		}
	}
}

func (c *core) leave(t *task) {
	if d, ok := c.doers[t].(io.Closer); ok {
		if err := d.Close(); err != nil {
			c.worker.report("close", err)
		}
	}
	delete(c.doers, t)
	t.clones.Done()
}

// fetch requests a shard from the tasks in turn. It returns nil if no shard arrives within
// a short time.
func (c *core) fetch(ctx context.Context) (*task, *handed) {
	w := c.worker
	w.mu.Lock()
	changed := w.changed
	var ready []*task
	for _, t := range w.tasks {
		if t.unfit == "" && !t.paused {
			ready = append(ready, t)
		}
	}
	w.mu.Unlock()
	if len(ready) == 0 {
		select {
		case <-ctx.Done():
		case <-changed:
		case <-time.After(waitFetch):
		}
		return nil, nil
	}
	c.turn++
	for i := range ready {
		t := ready[(c.turn+i)%len(ready)]
		if len(ready) > 1 {
			if m := c.one(ctx, t, 0); m != nil {
				return t, m
			}
		}
	}
	t := ready[c.turn%len(ready)]
	return t, c.one(ctx, t, max(waitFetch/time.Duration(len(ready)), time.Second))
}

// one requests a shard of the task and waits for the given time.
func (c *core) one(ctx context.Context, t *task, wait time.Duration) *handed {
	call, cancel := context.WithTimeout(ctx, wait+wire.CallTimeout)
	defer cancel()
	defer context.AfterFunc(t.gone, cancel)()
	h, err := next(call, c.worker.client, t.job.Address(), wait)
	if h != nil || err == nil || call.Err() != nil {
		return h
	}
	c.worker.options.Log.Debug("no shard", "job", t.job.ID, "error", err)
	select { // wait: the server or the job is not available
	case <-ctx.Done():
	case <-t.gone.Done():
	case <-time.After(100*time.Millisecond + wire.Spread(time.Second)):
	}
	return nil
}

// do computes the shard of a message and delivers its result.
func (c *core) do(doing context.Context, t *task, m *handed) {
	w := c.worker
	w.busy.Add(1)
	defer func() {
		w.last.Store(time.Now().UnixNano())
		w.busy.Add(-1)
	}()
	token := m.token
	if t.recent(token) { // another worker must compute it
		m.giveBack(t.job.AckWait / 10)
		return
	}
	ctx, stop := context.WithCancel(doing)
	defer context.AfterFunc(t.gone, stop)()
	defer stop()
	hand := c.hold(t, m)
	o := c.outcome(ctx, t, m)
	if o == nil { // the computation was stopped
		close(hand)
		t.forget(token)
		m.giveBack(0)
		return
	}
	if c.sent != nil {
		<-c.sent // a core delivers one result at a time
	}
	sent := make(chan struct{})
	c.sent = sent
	go func() {
		defer close(sent)
		defer close(hand)
		c.deliver(doing, t, m, o)
	}()
}

// hold reports to the server that the shard is being computed, until the channel is closed.
func (c *core) hold(t *task, m *handed) chan struct{} {
	hand := make(chan struct{})
	go func() {
		beat := time.NewTicker(max(t.job.AckWait/3, leastBeat))
		defer beat.Stop()
		for {
			select {
			case <-hand:
				return
			case <-beat.C:
				m.working() // otherwise the server gives the shard to another worker
			}
		}
	}()
	return hand
}

// leastBeat bounds the rate at which a worker reports to the server; the submitter chooses
// AckWait.
const leastBeat = 20 * time.Millisecond

// outcome computes the shard; it returns nil if ctx ends first.
func (c *core) outcome(ctx context.Context, t *task, m *handed) *wire.Outcome {
	w := c.worker
	o := &wire.Outcome{Toolkit: w.options.Toolkit, Revision: w.options.Revision, Class: w.options.Class, Machine: w.options.Name}
	if m.delivered > mostDelivered*uint64(max(t.job.Quorum, 1)) {
		o.Failure, o.Reason = wire.FailurePoison, fmt.Sprintf("delivered %d times", m.delivered)
		return o
	}
	started := time.Now()
	result, err := c.result(ctx, t, m)
	o.Took = time.Since(started)
	w.micros.Add(o.Took.Microseconds())
	most := int(w.client.Conn().MaxPayload()) - 8<<10 // 8 KiB are for headers
	switch {
	case ctx.Err() != nil:
		return nil
	case err != nil:
		o.Failure, o.Reason = wire.FailureError, err.Error()
		w.report("shard of job "+t.job.ID, err)
	case len(result) > most:
		o.Failure, o.Reason = wire.FailureSize, fmt.Sprintf("the result has %d bytes, a message at most %d", len(result), most)
	default:
		o.Result = result
	}
	return o
}

// result computes the shard with the Doer of this core. After an error it closes the Doer.
func (c *core) result(ctx context.Context, t *task, m *handed) ([]byte, error) {
	s, err := wire.ReadShard(m.Msg, t.job.Owner, m.token)
	if err != nil {
		return nil, err
	}
	d := c.doers[t]
	if d == nil {
		if d, err = t.clone(); err != nil {
			return nil, err
		}
		c.doers[t] = d
	}
	result, err := farm.Do(ctx, d, s)
	if err != nil {
		c.leave(t)
	}
	return result, err
}

// deliver publishes the result until the server has stored it, and then acknowledges the
// shard. If the server is full or unreachable, it tries again.
func (c *core) deliver(doing context.Context, t *task, m *handed, o *wire.Outcome) {
	w := c.worker
	message := o.Message(t.job.Address().Result(m.token, w.client.Key()))
	if err := w.client.Sign(message); err != nil {
		w.giveUp(err)
		return
	}
	for wait := 100 * time.Millisecond; t.gone.Err() == nil; wait = min(2*wait, 5*time.Second) {
		call, cancel := context.WithTimeout(doing, wire.CallTimeout)
		_, err := w.client.JetStream().PublishMsg(call, message, jetstream.WithExpectStream(t.job.Address().Stream(wire.StreamResults)), jetstream.WithRetryAttempts(0))
		cancel()
		err = w.client.Explain(err, message.Subject)
		if err == nil || wire.IsThere(err) {
			break
		}
		if errors.Is(err, wire.ErrRefused) {
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
		case <-time.After(wait + wire.Spread(wait)):
		}
	}
	if t.gone.Err() != nil {
		return
	}
	t.note(m.token)
	w.shards.Add(1)
	if o.Failure == wire.FailurePoison {
		m.giveUp(o.Reason)
		return
	}
	call, cancel := context.WithTimeout(doing, wire.CallTimeout)
	defer cancel()
	_ = m.done(call) // if the acknowledgement is lost, a worker computes the shard again
}
