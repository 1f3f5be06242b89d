package rollout

import (
	"math"

	"gammonlab/engine"
)

// Indexes of the values of a trial behind the five of [engine.Probabilities].
const (
	Cubeless = engine.Outputs + iota // equity without the cube, points per game
	Values                           // how many there are
)

// Sample is what a trial brought the player. With luck taken off, the values of
// a single trial can be anything; their means are estimates of probabilities and
// of the equity.
type Sample [Values]float64

// newSample returns the sample of five probabilities.
func newSample(p *[engine.Outputs]float64) (s Sample) {
	copy(s[:], p[:])
	s[Cubeless] = 2*p[engine.Win] - 1 + p[engine.WinGammon] - p[engine.LoseGammon] +
		p[engine.WinBackgammon] - p[engine.LoseBackgammon]
	return s
}

// Estimate is the mean of the trials so far, with the standard error.
type Estimate struct {
	Trials int
	Mean   Sample // probabilities are kept within 0 and 1
	Error  Sample // standard error of the mean, 0 for less than two trials
}

// tally adds samples up, in the order of trials.
type tally struct {
	n       int
	mean    Sample
	squares Sample // sums of squared differences from the mean
}

// add adds a sample, by Welford's recurrence.
func (t *tally) add(s *Sample) {
	t.n++
	for k, v := range s {
		before := v - t.mean[k]
		t.mean[k] += before / float64(t.n)
		t.squares[k] += before * (v - t.mean[k])
	}
}

// estimate returns what the samples so far say.
func (t *tally) estimate() Estimate {
	e := Estimate{Trials: t.n, Mean: t.mean}
	for k := range engine.Outputs {
		e.Mean[k] = min(max(e.Mean[k], 0), 1)
	}
	if t.n > 1 {
		for k, v := range t.squares {
			e.Error[k] = math.Sqrt(v / float64(t.n-1) / float64(t.n))
		}
	}
	return e
}
