package evalbench

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gammonlab/internal/longtest"
)

// selectionCase is a selection that is made many times among candidates of known means.
type selectionCase struct {
	name  string
	means []float64 // in units of E1; H0 is a mean of 0
	found float64   // least share of selections with the first candidate as the best one
	pairs float64   // most observations, as a share of those of separate tests with Alpha/candidates
}

// outcomes are the results of many selections.
type outcomes struct {
	best     []int // times that a candidate is the best one
	none     int
	pairs    Sample
	separate [2]Sample // pairs of separate tests with Alpha, and with Alpha/candidates
	wrong    [2]int    // times that one or more of these tests accept H1 wrongly
}

// selectBest makes a selection to its end and returns the best one, -1 for none, and the number of
// observations.
func selectBest(s *Selection, draw func(i int) float64) (best, observations int) {
	for {
		i, n := s.Next()
		if n == 0 {
			return s.Leader(), observations
		}
		for changed := false; n > 0 && !changed; n-- {
			changed = s.Add(i, draw(i))
			observations++
		}
	}
}

// simulate makes selections and separate tests of the same candidates.
func (c *selectionCase) simulate(h Hypotheses, times int) *outcomes {
	rng := rand.New(rand.NewPCG(6, 1))
	o := &outcomes{best: make([]int, len(c.means))}
	draw := func(i int) float64 { return pairScore(rng, c.means[i]*h.E1) }
	strict := h
	strict.Alpha /= float64(len(c.means))
	for range times {
		best, n := selectBest(NewSelection(h, 3, len(c.means)), draw)
		if o.pairs.Add(float64(n)); best < 0 {
			o.none++
		} else {
			o.best[best]++
		}
		for k, of := range []Hypotheses{h, strict} {
			all, wrong := 0, 0
			for i := range c.means {
				d, n := simulate(of, 3, func() float64 { return draw(i) })
				if all += n; d == AcceptH1 && c.means[i] <= 0 {
					wrong = 1
				}
			}
			o.separate[k].Add(float64(all))
			o.wrong[k] += wrong
		}
	}
	return o
}

// check compares shares with the limits of the case, and 3 standard errors.
func (c *selectionCase) check(t *testing.T, h Hypotheses, times int) {
	t.Helper()
	o := c.simulate(h, times)
	wrong := 0
	for i, n := range o.best {
		if c.means[i] <= 0 {
			wrong += n
		}
	}
	share := func(n int) float64 { return float64(n) / float64(times) }
	error3 := func(p float64) float64 { return 3 * math.Sqrt(p*(1-p)/float64(times)) }
	plain, strict := o.separate[0].Mean(), o.separate[1].Mean()
	t.Logf("%s: best %v, none %d of %d; wrong %.1f %%; %.0f pairs; separate tests %.0f (%.0f %%), wrong %.1f %%; with alpha/%d %.0f (%.0f %%), wrong %.1f %%",
		c.name, o.best, o.none, times, 100*share(wrong), o.pairs.Mean(), plain, 100*o.pairs.Mean()/plain, 100*share(o.wrong[0]),
		len(c.means), strict, 100*o.pairs.Mean()/strict, 100*share(o.wrong[1]))
	if got := share(wrong); got > h.Alpha+error3(h.Alpha) {
		t.Errorf("%s: a candidate that is not better is accepted in %.2f %% of selections, want at most %.2f", c.name, 100*got, 100*h.Alpha)
	}
	if got := share(o.none); c.found > 0 && got > h.Beta+error3(h.Beta) {
		t.Errorf("%s: no candidate is accepted in %.2f %% of selections, want at most %.2f", c.name, 100*got, 100*h.Beta)
	}
	if got := share(o.best[0]); got < c.found-error3(c.found) {
		t.Errorf("%s: the best one is found in %.2f %% of selections, want %.2f", c.name, 100*got, 100*c.found)
	}
	if got := o.pairs.Mean() / strict; got > c.pairs {
		t.Errorf("%s: %.1f %% of the pairs of separate tests, want at most %.1f", c.name, 100*got, 100*c.pairs)
	}
}

// eight returns the means of eight candidates, of which the last ones are 0.
func eight(means ...float64) []float64 { return append(means, make([]float64, 8-len(means))...) }

var selectionCases = []selectionCase{
	{"one better", eight(1), 0.9, 0.55},
	{"all equal", eight(), 0, 1.1},
	{"one good, one twice as good", eight(2, 1), 0.85, 0.35},
	{"all worse", []float64{-1, -1, -1, -1, -1, -1, -1, -1}, 0, 1.1},
	{"one of seven better", eight(1)[:7], 0.9, 0.57},
	{"one of two better", []float64{1, 0}, 0.9, 0.8},
	{"one better, others worse", []float64{1, 0, -1, -1, -2, -2, -3, -3}, 0.9, 0.75},
	{"all good", []float64{1, 1, 1, 1, 1, 1, 1, 1}, 0, 0.35},
}

// TestSelection makes many selections among candidates of known means.
func TestSelection(t *testing.T) {
	for _, c := range selectionCases[:3] {
		c.check(t, Hypotheses{0, 0.1, 0.05, 0.05}, numberOf(400))
	}
}

// TestLongSelection has more cases, and the difference of good nets: 8 mEq.
func TestLongSelection(t *testing.T) {
	longtest.Skip(t, "TestSelection has the most important cases")
	for _, c := range selectionCases {
		c.check(t, Hypotheses{0, 0.08, 0.05, 0.05}, 1000)
	}
	selectionCases[0].check(t, Hypotheses{0, 0.008, 0.05, 0.05}, 100)
}

// TestRemaining compares the expected number with Wald's at the middle, before anything is known, and with that
// of the mean.
func TestRemaining(t *testing.T) {
	test := SPRT{Hypotheses: Hypotheses{0, 0.1, 0.05, 0.05}, Scale: 3}
	if n := test.Remaining(); !math.IsInf(n, 1) {
		t.Errorf("%v observations before the first one, want infinitely many", n)
	}
	for _, x := range []float64{-1, 1, -1, 1, 0} {
		test.Add(x)
	}
	// By hand: variance (4+9)/5, ratio 5/2·log(2.6/2.61), log 19 = 2.944439.
	llr := 2.5 * math.Log(2.6/2.61)
	if got, want := test.Remaining(), (2.944439-llr)*(2.944439+llr)/(0.01/2.6); math.Abs(got/want-1) > 1e-6 {
		t.Errorf("%v observations, want %v", got, want)
	}
	rng := rand.New(rand.NewPCG(5, 1))
	for test.Decision() == Undecided {
		if n := test.Remaining(); n < 0 || n > 3000 {
			t.Fatalf("%v observations", n)
		}
		test.Add(pairScore(rng, 0.3))
	}
	if n := test.Remaining(); n != 0 {
		t.Errorf("%v observations after the decision", n)
	}
}

// race makes a race to its end and returns who is left, and the number of observations.
func race(t *testing.T, s *Selection, draw func(i int) float64) (left []int, observations int) {
	t.Helper()
	first := s.Remaining()
	_, observations = selectBest(s, func(i int) float64 {
		if n := s.Remaining(); !(n > 0) || s.lead >= 0 && math.IsInf(n, 1) {
			t.Fatalf("%v observations remain", n)
		}
		return draw(i)
	})
	if last := s.Remaining(); !math.IsInf(first, 1) || last != 0 {
		t.Fatalf("%v observations remain at first and %v at the end, want +Inf and 0", first, last)
	}
	for i := range s.tests {
		if s.tests[i].place == Open {
			left = append(left, i)
		}
	}
	return left, observations
}

// raceCases are races between candidates of known means, in units of E1-E0.
var raceCases = []struct {
	name  string
	means []float64
	left  int
	pairs float64 // most observations, as a share of equal numbers for each, with which a best one among equal others is lost in Beta
}{
	{"0, seven -1", append([]float64{0}, slices.Repeat([]float64{-1}, 7)...), 4, 1.3},
	{"0, -1, ... -5, -5, -5", []float64{0, -1, -2, -3, -4, -5, -5, -5}, 4, 0.75},
	{"0, three -1, four -3", []float64{0, -1, -1, -1, -3, -3, -3, -3}, 4, 0.8},
	{"eight 0", eight(), 4, 1.6},
	{"0, three -1", []float64{0, -1, -1, -1}, 2, 1.2},
	{"0, -1, -2, -3", []float64{0, -1, -2, -3}, 2, 0.8},
	{"0, two -1", []float64{0, -1, -1}, 2, 1.5},
	{"0, seven -1", append([]float64{0}, slices.Repeat([]float64{-1}, 7)...), 2, 1.2},
	{"0, -1, ... -5, -5, -5", []float64{0, -1, -2, -3, -4, -5, -5, -5}, 1, 0.5},
	{"0, -1", []float64{0, -1}, 1, 1},
}

// fixed returns the number of observations of each candidate with which a best one, by a distance in
// standard deviations, is in all but a share of the cases among the highest means.
func fixed(rng *rand.Rand, candidates, left int, share, distance float64) (n int) {
	const times = 4000
	lost := func(n int) float64 {
		lost := 0
		for range times {
			above, own := 0, distance*math.Sqrt(float64(n))+rng.NormFloat64()
			for range candidates - 1 {
				if rng.NormFloat64() > own {
					above++
				}
			}
			if above >= left {
				lost++
			}
		}
		return float64(lost) / times
	}
	for n = 10; lost(n) > share; n += n/20 + 1 {
	}
	return n
}

// TestRace makes many races. A best candidate is left in all but a share Beta of them.
func TestRace(t *testing.T) {
	cases := raceCases
	if !longtest.On() {
		cases = cases[:3]
	}
	h, times := Hypotheses{0, 0.1, 0.05, 0.05}, numberOf(400)
	rng := rand.New(rand.NewPCG(8, 1))
	var spread Sample
	for range 20_000 {
		spread.Add(pairScore(rng, 0))
	}
	for _, c := range cases {
		lost := 0
		var pairs Sample
		for range times {
			left, n := race(t, NewRace(h, 3, len(c.means), c.left), func(i int) float64 { return pairScore(rng, c.means[i]*h.E1) })
			if len(left) != c.left {
				t.Fatalf("%s: %d candidates are left, want %d", c.name, len(left), c.left)
			}
			if pairs.Add(float64(n)); left[0] != 0 {
				lost++
			}
		}
		wrong, equal := float64(lost)/float64(times), len(c.means)*fixed(rng, len(c.means), c.left, h.Beta, h.E1/spread.StdDev())
		t.Logf("%s, %d left: the best one is lost in %.1f %%, %.0f pairs; %d in equal numbers", c.name, c.left, 100*wrong, pairs.Mean(), equal)
		if c.means[1] < 0 && wrong > h.Beta+3*math.Sqrt(h.Beta*(1-h.Beta)/float64(times)) {
			t.Errorf("%s: the best one is lost in %.1f %%, want at most %.1f", c.name, 100*wrong, 100*h.Beta)
		}
		if share := pairs.Mean() / float64(equal); share-3*pairs.StdErr()/float64(equal) > c.pairs {
			t.Errorf("%s: %.1f %% of equal numbers of pairs, want at most %.1f and three standard errors", c.name, 100*share, 100*c.pairs)
		}
	}
}
