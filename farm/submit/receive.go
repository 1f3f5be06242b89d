package submit

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"gammonlab/farm/wire"
	"gammonlab/internal/digest"
	"gammonlab/internal/version"
	"gammonlab/internal/workers"
)

// receive is called with each message of the job's results.
func (r *run) receive(m jetstream.Msg) {
	tokens := strings.Split(m.Subject(), ".")
	if len(tokens) != 5 || m.Headers().Get(wire.HeaderTime) == "" { // not from a worker, see TestAnswersAreNoResults of package server
		_ = m.Ack()
		return
	}
	shard, key := tokens[3], tokens[4]
	o, err := wire.ReadOutcome(m.Headers(), m.Data())
	if err == nil && r.client.Keyed() && !nkeys.IsValidPublicUserKey(key) {
		err = fmt.Errorf("worker %q has no key", key)
	}
	if err == nil {
		err = wire.VerifySent(m.Subject(), key, m.Headers(), m.Data())
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
	c := &candidate{Outcome: o, key: key, sum: digest.Bytes(o.Result), msg: m}
	if !r.trust.tells(c.who()) {
		c.Machine = ""
	}
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
		// Only an earlier process can have published a shard that is not drawn yet.
		if !r.more || len(r.link.earlier) == 0 || !r.window.keep(shard, c) {
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
	if c.Toolkit != version.Toolkit || c.Revision != version.Build() || !wire.SameClass(r.desc.Class, c.Class) {
		c.ack()
		r.refuse(c.who(), fmt.Sprintf("results of toolkit %s, revision %s, kernel class %s", c.Toolkit, c.Revision, c.Class), false)
		return
	}
	if c.Failure != "" {
		c.ack()
		if !slices.ContainsFunc(s.failures, func(other *candidate) bool { return other.key == c.key }) {
			s.failures = append(s.failures, c)
		}
		r.redo(s)
		r.judge(s)
		return
	}
	switch former := s.find(c.key); {
	case former == nil:
	case former.sum == c.sum:
		former.msg = c.msg
		return
	case former.who() == c.who():
		former.msg = c.msg
		r.fault(c.who(), fmt.Sprintf("two results for items %s", span(s.shard)))
		return
	default: // machines of one key disagree, and either may be right
		c.ack()
		if len(s.rivals) < mostMachines {
			s.rivals = append(s.rivals, c)
		}
		r.redo(s)
		r.judge(s)
		return
	}
	if err := r.check(s, c); err != nil {
		c.ack()
		r.fault(c.who(), fmt.Sprintf("items %s: %v", span(s.shard), err))
		return
	}
	s.candidates = append(s.candidates, c)
	c.Took = min(c.Took, r.since(s))
	if r.sizes.observe(s.shard, c.Result, c.Took) {
		r.lastRun[dueRenewal] = time.Time{}
	}
	r.state.CoreSeconds += c.Took.Seconds()
	r.doubt(s, c)
	r.judge(s)
}

// since returns the maximal time that a worker can have computed the slot's shard: that since
// it was published, if no earlier process has published it.
func (r *run) since(s *slot) time.Duration {
	from := s.published
	if from.IsZero() || len(r.link.earlier) > 0 {
		from = r.link.since
	}
	return max(time.Since(from), 0)
}

// settle finds out which of two results is wrong: the one that was taken, or a late one. Only
// a computation of this process decides; the taken result may be wrong although several
// workers agreed on it.
func (r *run) settle(t *taken, late *candidate) {
	wrong := fmt.Sprintf("items %s: a result differs from that of another worker", span(t.shard))
	switch {
	case len(t.by) == 0:
		r.fault(late.who(), wrong)
		return
	case !t.whole:
		r.suspect(late.who(), t.by)
		return
	case !slices.ContainsFunc(t.late, func(c *candidate) bool { return c.key == late.key }):
		t.late = append(t.late, late)
	}
	if t.settling {
		return
	}
	t.settling = true
	r.settling++
	r.local.add(localTask{shard: t.shard, done: func(result []byte, _ time.Duration, err error) {
		r.settling--
		if err != nil {
			r.fail(err)
			return
		}
		sum := digest.Bytes(result)
		if !strings.HasPrefix(sum, t.sum) {
			for _, who := range t.by {
				r.fault(who, wrong)
			}
		}
		for _, c := range t.late {
			if c.sum != sum {
				r.fault(c.who(), wrong)
			}
		}
		t.sum, t.by, t.late, t.settling = sum[:len(t.sum)], nil, nil, false
	}})
}

// suspect checks the next result of workers that contradict each other, if this process can
// no longer compute the shard. A worker that was not checked since cannot cast suspicion.
func (r *run) suspect(late string, taken []string) {
	if !r.trust.of(late).checked {
		return
	}
	for _, who := range append(slices.Clone(taken), late) {
		w := r.trust.of(who)
		w.checked, w.checking = false, false
		for _, s := range r.window.slots {
			if c := s.find(keyOf(who)); c != nil && c.who() == who && !s.own && !w.checking {
				w.checking = true
				r.redo(s)
			}
		}
	}
}

// check calls the job's Check. It returns a panic of Check as an error.
func (r *run) check(s *slot, c *candidate) error {
	if r.job.Check == nil {
		return nil
	}
	return workers.Guard(func() error { return r.job.Check(s.shard, c.Result) })
}
