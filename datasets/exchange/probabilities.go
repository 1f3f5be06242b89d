package exchange

import (
	"fmt"
	"strconv"

	"gammonlab/datasets"
	"gammonlab/engine"
)

// outputNames are what errors call the five probabilities.
var outputNames = [engine.Outputs]string{"win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon"}

// parseProbabilities reads five probabilities. They need not be in order.
func parseProbabilities(fields []string) (engine.Probabilities, error) {
	var p engine.Probabilities
	if len(fields) < engine.Outputs {
		return p, fmt.Errorf("%d probabilities, want %d", len(fields), engine.Outputs)
	}
	for k := range p {
		v, err := strconv.ParseFloat(fields[k], 32)
		if err != nil || !(v >= -1 && v <= 2) { // what is only near the range is judged later
			return p, fmt.Errorf("%s is %q, want a probability from 0 to 1", outputNames[k], fields[k])
		}
		p[k] = float32(v)
	}
	return p, nil
}

// clamper takes noise off probabilities and counts how often there was any.
type clamper struct {
	noise float32
	moved int64
}

// Moved implements [Reader].
func (s *clamper) Moved() int64 { return s.moved }

// clamp brings the row's probabilities into range and order if they miss them
// by no more than the noise, and says what is wrong if they still do.
func (s *clamper) clamp(r *datasets.Row) error {
	if datasets.Clamp(&r.Probabilities, s.noise) {
		s.moved++
	}
	return r.Check()
}
