package jetstream

import (
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

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
	if err == nil && r.client.pair != nil && !nkeys.IsValidPublicUserKey(key) {
		err = fmt.Errorf("worker %q has no key", key)
	}
	if err == nil {
		err = verifySent(m.Subject(), key, m.Headers(), m.Data())
	}
	slots := r.window.waiting[shard]
	if err != nil {
		// No worker is refused: a client can make the server send its answers to any
		// subject.
		r.ledger.forged(key, shard, err)
		_ = m.Ack()
		for _, s := range slots {
			s.again = time.Time{}
		}
		return
	}
	c := &candidate{outcome: o, key: key, sum: digest.Bytes(o.Result), msg: m}
	taken := r.window.done[shard]
	switch {
	case r.trust.refuses(c.who()):
		c.ack()
	case taken != nil:
		c.ack()
		if c.Failure == "" && !strings.HasPrefix(c.sum, taken.sum) {
			r.ledger.differs(c.who(), shard)
			r.settle(taken, c)
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
	if r.trust.refuses(c.who()) {
		c.ack()
		return
	}
	if c.Toolkit != version.Toolkit || c.Revision != version.Build() || !sameClass(r.desc.Class, c.Class) {
		c.ack()
		r.refuse(c.who(), fmt.Sprintf("results of toolkit %s, revision %s, kernel class %s", c.Toolkit, c.Revision, c.Class))
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
			r.fault(c.who(), fmt.Sprintf("two results for items %s", span(s.shard)))
		}
		return
	}
	if err := r.check(s, c); err != nil {
		c.ack()
		r.fault(c.who(), fmt.Sprintf("items %s: %v", span(s.shard), err))
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

// settle finds out which of two results is wrong: the one that was taken, or a late one.
func (r *run) settle(t *taken, late *candidate) {
	wrong := fmt.Sprintf("items %s: a result differs from that of another worker", span(t.shard))
	switch {
	case t.sure:
		r.fault(late.who(), wrong)
		return
	case !t.whole:
		r.taint(t.by, t.shard.First, wrong)
		return
	}
	r.settling++
	r.local.add(localTask{shard: t.shard, done: func(result []byte, _ time.Duration, err error) {
		r.settling--
		switch sum := digest.Bytes(result); {
		case err != nil:
			r.fail(err)
		case strings.HasPrefix(sum, t.sum):
			t.sure = true
			r.fault(late.who(), wrong)
		default:
			r.refuse(t.by, wrong)
			r.taint(t.by, t.shard.First, wrong)
		}
	}})
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
