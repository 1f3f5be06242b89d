package submit

import (
	crand "crypto/rand"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"gammonlab/farm/wire"
	"gammonlab/internal/digest"
)

// candidate is a worker's result for a shard.
type candidate struct {
	*wire.Outcome
	key string
	sum string // SHA-256 of the result
	msg jetstream.Msg
}

// ack makes the server delete the result. If the message is lost, the result arrives again.
func (c *candidate) ack() { _ = c.msg.Ack() }

// who returns the identity of the candidate's worker.
func (c *candidate) who() string { return wire.Identity(c.key, c.Machine) }

// vouchers returns the workers that alone vouch for the result of the slot; none if this
// process has computed it.
func vouchers(s *slot, by []*candidate) []string {
	var all []string
	for _, c := range by {
		if !s.own {
			all = append(all, c.who())
		}
	}
	return all
}

// doubt decides whether to check the result. An idle process checks the result itself;
// otherwise another worker computes the shard.
func (r *run) doubt(s *slot, c *candidate) {
	w := r.trust.of(c.who())
	disagree := s.candidates[0].sum != c.sum
	first := r.options.Quorum == 1 && r.options.Audit > 0 && !w.checked && !w.checking
	if !disagree && !first && !(chance() < r.options.Audit) {
		return
	}
	w.checking = w.checking || first
	if disagree || r.local.free() || s.need > r.options.Quorum {
		r.redo(s)
		return
	}
	s.need++
	s.attempts++
	s.again = time.Time{}
}

// judge compares the results of the slot.
func (r *run) judge(s *slot) {
	if s.own {
		right := digest.Bytes(s.result)
		for _, c := range s.failures {
			if c.Failure == wire.FailureError || c.Failure == wire.FailureSize && len(s.result) < shardBytes {
				r.refuse(c.who(), fmt.Sprintf("items %s: %s (the submitter could do them)", span(s.shard), c.Reason), false)
			}
		}
		for _, c := range slices.Concat(s.candidates, s.rivals) {
			r.checked(s, c, c.sum == right)
		}
		s.failures, s.rivals = nil, nil
		return
	}
	if s.need <= r.options.Quorum || len(s.candidates) < s.need {
		return
	}
	// If workers agree and one of them was checked before, their result counts as right.
	vouched := false
	for _, c := range s.candidates {
		vouched = vouched || r.trust.of(c.who()).checked
	}
	if _, agree := s.agreed(); !vouched || len(agree) < len(s.candidates) {
		r.redo(s)
		return
	}
	for _, c := range s.candidates {
		r.checked(s, c, true)
	}
}

// checked records the result of a check of the candidate.
func (r *run) checked(s *slot, c *candidate, right bool) {
	if r.trust.refuses(c.who()) {
		return
	}
	r.state.Audits++
	r.ledger.audit(s, c, right)
	if !right {
		r.fault(c.who(), fmt.Sprintf("items %s: %.12s is not the SHA-256 of the result", span(s.shard), c.sum))
		return
	}
	r.trust.of(c.who()).checked = true
}

// agreed returns the result on which enough workers agree, and their candidates.
func (s *slot) agreed() ([]byte, []*candidate) {
	for _, c := range s.candidates {
		var same []*candidate
		for _, other := range s.candidates {
			if other.sum == c.sum {
				same = append(same, other)
			}
		}
		if len(same) >= s.need {
			return c.Result, same
		}
	}
	return nil, nil
}

// settled returns the result of the slot, with its workers, if the result may be taken.
func (r *run) settled(s *slot) ([]byte, []*candidate, bool) {
	switch {
	case s.own:
		return s.result, s.candidates, true
	case s.computing:
		return nil, nil, false
	}
	result, by := s.agreed()
	if by == nil || s.need == 1 && r.options.Audit > 0 && !r.trust.of(by[0].who()).checked {
		return nil, nil, false
	}
	return result, by, true
}

// fault refuses a worker whose result is wrong.
func (r *run) fault(who, why string) { r.refuse(who, why, true) }

// refuse drops the results of a worker and offers their shards again.
func (r *run) refuse(who, why string, wrong bool) {
	if !r.trust.refuse(who, why, wrong) {
		return
	}
	r.state.Faults++
	r.ledger.fault(who, why, wrong)
	for _, s := range r.window.slots {
		if c := s.find(keyOf(who)); c != nil && r.trust.refuses(c.who()) {
			c.ack()
			s.drop(c)
			s.again = time.Time{}
		}
	}
	r.lastRun[dueRenewal] = time.Time{} // publish the job soon: it names the refused workers
	r.seeDoubt()
}

// seeDoubt ends the job if results in the journal are in doubt.
func (r *run) seeDoubt() {
	if first, ok := r.trust.inDoubt(); ok && r.failure == nil {
		r.ledger.tainted(r.trust.liar, first, r.trust.lie)
		r.fail(&TaintedError{Worker: r.trust.liar, First: first, Fault: r.trust.lie, Ledger: r.ledger.path})
	}
}

// drop removes a candidate.
func (s *slot) drop(c *candidate) {
	kept := s.candidates[:0:0]
	for _, other := range s.candidates {
		if other != c {
			kept = append(kept, other)
		}
	}
	s.candidates = kept
}

// chance draws a random number from [0, 1) that no worker can predict. No result depends
// on this number.
func chance() float64 {
	var b [8]byte
	_, _ = crand.Read(b[:]) // does not fail
	return float64(binary.LittleEndian.Uint64(b[:])>>11) / (1 << 53)
}
