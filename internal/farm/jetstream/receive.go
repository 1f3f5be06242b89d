package jetstream

import (
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"gammonlab/internal/digest"
	"gammonlab/internal/version"
)

// receive is called with each message of the job's results.
func (r *run) receive(m jetstream.Msg) {
	tokens := strings.Split(m.Subject(), ".")
	if len(tokens) != 5 || m.Headers().Get(headerTime) == "" { // not from a worker, see TestAnswersAreNoResults
		_ = m.Ack()
		return
	}
	shard, key := tokens[3], tokens[4]
	o, err := readOutcome(m.Headers(), m.Data())
	slots := r.window.waiting[shard]
	if err != nil {
		// No worker is refused: a client can make the server send its answers to any
		// subject.
		_ = m.Ack()
		for _, s := range slots {
			s.again = time.Time{}
		}
		return
	}
	c := &candidate{outcome: o, key: key, sum: digest.Bytes(o.Result), msg: m}
	taken := r.window.done[shard]
	switch {
	case r.trust.of(key).refused:
		c.ack()
	case taken != "":
		c.ack()
		if c.Failure == "" && !strings.HasPrefix(c.sum, taken) {
			r.state.Faults++
			r.ledger.differs(key, shard)
		}
	case len(slots) == 0:
		if !r.window.keep(shard, c) {
			c.ack()
		}
	default:
		for _, s := range slots {
			r.consider(s, c)
		}
	}
}

// consider examines a result for the slot.
func (r *run) consider(s *slot, c *candidate) {
	if r.trust.of(c.key).refused {
		c.ack()
		return
	}
	if c.Toolkit != version.Toolkit || c.Revision != version.Revision() || !sameClass(r.desc.Class, c.Class) {
		c.ack()
		r.refuse(c.key, fmt.Sprintf("results of toolkit %s, revision %s, kernel class %s", c.Toolkit, c.Revision, c.Class))
		return
	}
	if c.Failure != "" {
		c.ack()
		s.failures = append(s.failures, c)
		r.redo(s)
		r.judge(s)
		return
	}
	if former := s.find(c.key); former != nil {
		former.msg = c.msg
		if former.sum != c.sum {
			r.fault(c.key, fmt.Sprintf("two results for items %s", span(s.shard)))
		}
		return
	}
	if err := r.check(s, c); err != nil {
		c.ack()
		r.fault(c.key, fmt.Sprintf("items %s: %v", span(s.shard), err))
		return
	}
	s.candidates = append(s.candidates, c)
	if r.sizes.observe(s.shard, c.Result, c.Took) {
		r.lastRun[dueRenewal] = time.Time{}
	}
	r.state.CoreSeconds += c.Took.Seconds()
	r.doubt(s, c)
	r.judge(s)
}

// check calls the job's Check. It returns a panic of Check as an error.
func (r *run) check(s *slot, c *candidate) (err error) {
	if r.job.Check == nil {
		return nil
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return r.job.Check(s.shard, c.Result)
}
