package evalbench

import (
	"math"
	"slices"
)

// Selection is a sequential test for the best of several candidates. Each candidate has a
// true mean, as the score against one opponent. The test finds a candidate whose mean is
// above E0 and that no other one exceeds much, or finds that no mean reaches E1.
//
// Each candidate has an [SPRT] of its own. Observations are made of the candidate with the
// highest likelihood ratio, so most of them are about the best one: the index rule of Cohen
// and Zhao (IEEE Transactions on Information Theory 61, 2015). A candidate whose test
// accepts H0 is dropped. Once a test accepts H1, the accepted candidate with the highest mean
// leads, and each other one is compared with it until it falls behind.
//
// Alpha is the chance that a candidate with a mean of E0 or less is accepted; each test
// has the share Alpha/candidates of it (Bonferroni), so this holds for any means of the
// others and any order of the observations. Beta is the chance that the test of a candidate
// with a mean of E1 or more accepts H0. A candidate that is better than the leader by E1-E0
// falls behind it with a chance of about √Beta.
//
// If a number of candidates is to be left, the test only ends the worst ones, see [NewRace].
type Selection struct {
	h     Hypotheses // of each candidate's test
	tests []candidate
	lead  int     // index of the candidate that leads, -1 before there is one
	left  int     // number of candidates that are to be left; 0 to find the best
	bound float64 // of the ratio to the leader, at which a candidate falls behind
}

// candidate is a candidate with its place in the selection.
type candidate struct {
	SPRT
	place Place
}

// Place is the place of a candidate in a [Selection].
type Place int

// The places.
const (
	Open     Place = iota // not decided
	Rejected              // the candidate's test has accepted H0
	Accepted              // the candidate's test has accepted H1
	Behind                // not better than the leader by E1-E0
)

// String returns open, H0, H1 or behind.
func (p Place) String() string { return [...]string{"open", "H0", "H1", "behind"}[p] }

// Observations are made in batches of one candidate, whose games may be played at the same
// time: firstBatch of each candidate, then the share 1/batchShare of those that it has.
const (
	firstBatch = 10
	batchShare = 16
)

// NewSelection returns the test of a number of candidates before the first observation. The
// scale is that of each [SPRT].
func NewSelection(h Hypotheses, scale float64, candidates int) *Selection {
	h.Alpha /= float64(candidates)
	lower, _ := h.Bounds()
	// Half the bound: the whole one costs a third more observations if one candidate is better
	// than the opponent.
	s := &Selection{h: h, tests: make([]candidate, candidates), lead: -1, bound: lower / 2}
	for i := range s.tests {
		s.tests[i].SPRT = SPRT{Hypotheses: h, Scale: scale}
	}
	return s
}

// NewRace returns a test that ends as soon as a number of candidates is left, such as the better
// half, from 1 to one less than candidates. Only comparisons of candidates count, not what E0 and E1
// are by themselves. The candidate with the highest mean leads, and observations are made of the one that
// is the nearest to falling behind, so the worst ones fall first.
//
// Beta is the chance that a candidate that is better than all others by E1-E0 is not left. Its ratio to
// any one of them reaches -x with a chance of at most exp(-x) (Ville 1939). So its ratio to the candidate that
// leads reaches -x with a chance of at most (candidates-1)·exp(-x). This is Beta·left at the bound: to be lost, the best one must also fall before
// others, and simulations of equal others, the hardest case, have at most Beta. Alpha does not count.
func NewRace(h Hypotheses, scale float64, candidates, left int) *Selection {
	s := NewSelection(h, scale, candidates)
	s.left, s.bound = left, math.Log(h.Beta*float64(left)/float64(candidates-1))
	return s
}

// Next returns the candidate of whom the next observations are made, and their number. It is
// 0 if the test has decided.
func (s *Selection) Next() (i, observations int) {
	if i = slices.IndexFunc(s.tests, func(c candidate) bool { return c.sample.n < firstBatch }); i < 0 {
		i = s.choose()
	}
	if i < 0 {
		return 0, 0
	}
	n := s.tests[i].sample.n
	return i, max(n/batchShare/firstBatch, 1)*firstBatch - n%firstBatch
}

// choose returns the candidate of whom more must be known, -1 if the test has decided.
func (s *Selection) choose() int {
	value := func(i int) float64 { return s.tests[i].LLR() }
	switch {
	case s.left > 0 && s.Decision() != Undecided:
		return -1
	case s.left > 0 && s.lead >= 0:
		value = func(i int) float64 { return -s.overLeader(i) }
	case s.lead >= 0:
		value = s.overLeader
	}
	next := -1
	for i := range s.tests {
		if i != s.lead && s.isIn(i) && (next < 0 || value(i) > value(next)) {
			next = i
		}
	}
	if next >= 0 && s.lead >= 0 && s.tests[s.lead].sample.n < s.tests[next].sample.n {
		return s.lead
	}
	return next
}

// Add adds an observation of a candidate and decides. It returns whether a place has changed: the
// rest of the observations that [Selection.Next] wanted is then not wanted.
func (s *Selection) Add(i int, x float64) (changed bool) {
	c := &s.tests[i]
	c.SPRT.Add(x)
	if c.place == Open && s.left == 0 {
		c.place = [...]Place{Undecided: Open, AcceptH0: Rejected, AcceptH1: Accepted}[c.SPRT.Decision()]
		changed = c.place != Open
	}
	return s.follow() || changed
}

// follow finds the leader and those that have fallen behind, and returns whether there are any.
func (s *Selection) follow() (fallen bool) {
	for i := range s.tests {
		if s.mayLead(i) && (s.lead < 0 || s.tests[i].sample.mean > s.tests[s.lead].sample.mean) {
			s.lead = i
		}
	}
	if s.lead < 0 {
		return false
	}
	for i := s.last(); i >= 0 && s.overLeader(i) <= s.bound && s.Decision() == Undecided; i = s.last() {
		s.tests[i].place, fallen = Behind, true
	}
	return fallen
}

// last returns the candidate with the lowest ratio to the leader, -1 if only the leader is in.
func (s *Selection) last() int {
	last := -1
	for i := range s.tests {
		if i != s.lead && s.isIn(i) && (last < 0 || s.overLeader(i) < s.overLeader(last)) {
			last = i
		}
	}
	return last
}

// mayLead reports whether a candidate leads if its mean is the highest. In a race this is any one
// that is still in, once all have their first observations.
func (s *Selection) mayLead(i int) bool {
	if s.left == 0 {
		return s.tests[i].place == Accepted
	}
	return s.isIn(i) && !slices.ContainsFunc(s.tests, func(c candidate) bool { return c.sample.n < firstBatch })
}

// isIn reports whether a candidate may still be the best.
func (s *Selection) isIn(i int) bool { return s.tests[i].place == Open || s.tests[i].place == Accepted }

// overLeader returns the logarithm of the likelihood ratio of two hypotheses: the mean of the
// candidate is that of the leader and E1-E0, or that of the leader. As a process in the inverse
// of the variance of the difference it is a Brownian motion, whatever the order of the observations
// (Robbins and Siegmund, Journal of the American Statistical Association 69, 1974; for
// several candidates Jennison, Johnstone and Turnbull, Statistical Decision Theory and
// Related Topics III, 1982).
func (s *Selection) overLeader(i int) float64 {
	c, lead := &s.tests[i], &s.tests[s.lead]
	delta := s.h.E1 - s.h.E0
	return delta * (c.sample.mean - lead.sample.mean - delta/2) / (c.meanVariance() + lead.meanVariance())
}

// Decision returns AcceptH1 if the test has found the best or, in a race, those who are left, AcceptH0
// if no candidate is good enough.
func (s *Selection) Decision() Decision {
	in := 0
	for i := range s.tests {
		if s.isIn(i) {
			in++
		}
	}
	switch {
	case in == 0:
		return AcceptH0
	case in <= max(s.left, 1) && s.lead >= 0:
		return AcceptH1
	}
	return Undecided
}

// Leader returns the accepted candidate with the highest mean, the best one once the test has
// decided; -1 if there is none. In a race it is the candidate with the highest mean.
func (s *Selection) Leader() int { return s.lead }

// Candidate returns the test of a candidate, to read, and the candidate's place.
func (s *Selection) Candidate(i int) (*SPRT, Place) { return &s.tests[i].SPRT, s.tests[i].place }

// Remaining returns about how many more observations the test needs: those of the candidate
// with the highest ratio if this one is probably good, otherwise those of all that are open.
func (s *Selection) Remaining() float64 {
	next, sum := s.choose(), 0.0
	switch {
	case next < 0:
		return 0
	case s.left > 0 && s.lead < 0:
		return math.Inf(1)
	case s.left > 0:
		return s.raceRemaining()
	}
	if c := &s.tests[next]; s.lead < 0 && c.sample.mean < (s.h.E0+s.h.E1)/2 {
		for i := range s.tests {
			if s.tests[i].place == Open {
				sum += s.tests[i].Remaining()
			}
		}
		return sum
	}
	return math.Max(s.tests[next].Remaining(), firstBatch)
}

// raceRemaining is Remaining for a race with a leader: observations until the last candidates, as many as are
// to be dropped, have fallen behind if their means are that of the leader.
func (s *Selection) raceRemaining() float64 {
	lead, delta := &s.tests[s.lead], s.h.E1-s.h.E0
	var each []float64
	most := float64(lead.sample.n)
	for i := range s.tests {
		if c := &s.tests[i]; i != s.lead && s.isIn(i) {
			variance := c.meanVariance() + lead.meanVariance()
			n := (1/variance + 2*(s.overLeader(i)-s.bound)/(delta*delta)) * (c.variance() + lead.variance())
			each = append(each, max(n-float64(c.sample.n), 0))
			most = max(most, n)
		}
	}
	slices.Sort(each)
	sum := most - float64(lead.sample.n)
	for _, n := range each[:len(each)+1-s.left] {
		sum += n
	}
	return max(sum, firstBatch)
}
