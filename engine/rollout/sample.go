package rollout

import (
	"encoding/binary"
	"fmt"
	"math"

	"gammonlab/engine"
)

// Indexes of the values of a trial, after the five of [engine.Probabilities].
const (
	Cubeless = engine.Outputs + iota // money equity without the cube, points per game

	// Value is the value by which alternatives are compared: in cubeless rollouts
	// the cubeless equity; with the cube, in money games points per point of the
	// cube before any decision, in matches the match-winning chance.
	Value
	Values // number of values
)

// Sample is the result of a trial for the player. Luck-adjusted values of a
// single trial are not limited to the range of probabilities; their means
// estimate probabilities and the equity.
type Sample [Values]float64

// append appends the values, little-endian.
func (s *Sample) append(dst []byte) []byte {
	for _, v := range s {
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(v))
	}
	return dst
}

// check returns an error for an impossible sample.
func (s *Sample) check() error {
	for k, v := range s {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("value %d is %v", k, v)
		}
	}
	return nil
}

// checkPlayed is check for the sample of a trial that was played to its end:
// the probabilities determine the cubeless equity.
func (s *Sample) checkPlayed() error {
	if err := s.check(); err != nil {
		return err
	}
	want := cubeless(s[:engine.Outputs])
	if size := math.Abs(want) + 1; !(math.Abs(s[Cubeless]-want) <= 1e-9*size) {
		return fmt.Errorf("the cubeless equity is %v, want %v by the probabilities", s[Cubeless], want)
	}
	return nil
}

// cubeless returns the cubeless equity of the probabilities.
func cubeless(p []float64) float64 {
	return 2*p[engine.Win] - 1 + p[engine.WinGammon] - p[engine.LoseGammon] + p[engine.WinBackgammon] - p[engine.LoseBackgammon]
}

// valuation holds the five probabilities and the value of a position for one
// player, at the present stakes, or differences of such values.
type valuation [engine.Outputs + 1]float64

const stakesValue = engine.Outputs

func newValuation(p *engine.Probabilities, value float64) (w valuation) {
	for k, v := range p {
		w[k] = float64(v)
	}
	w[stakesValue] = value
	return w
}

// swapped returns a difference from the other player's point of view.
func (w *valuation) swapped() valuation {
	return valuation{
		-w[engine.Win], w[engine.LoseGammon], w[engine.LoseBackgammon], w[engine.WinGammon], w[engine.WinBackgammon],
		-w[stakesValue],
	}
}

// add adds a difference, its value multiplied by the factor.
func (w *valuation) add(d *valuation, factor float64) {
	for k := range engine.Outputs {
		w[k] += d[k]
	}
	w[stakesValue] += d[stakesValue] * factor
}

// sample returns the valuation as the values of a trial.
func (w *valuation) sample() (s Sample) {
	copy(s[:], w[:engine.Outputs])
	s[Cubeless] = cubeless(w[:engine.Outputs])
	s[Value] = w[stakesValue]
	return s
}

// Estimate is the mean of the trials so far, with its standard error.
type Estimate struct {
	Trials int
	Mean   Sample // probabilities are limited to 0 to 1
	Error  Sample // standard error of the mean, 0 for fewer than two trials
}

// tally accumulates samples, in the order of trials.
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

// estimate returns the mean and standard error of the samples so far.
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
