package exchange

import (
	"fmt"
	"strconv"

	"gammonlab/datasets"
	"gammonlab/engine"
)

// parseProbabilities reads five probabilities. It does not check their order.
func parseProbabilities(fields []string) (engine.Probabilities, error) {
	var p engine.Probabilities
	if len(fields) < engine.Outputs {
		return p, fmt.Errorf("%d probabilities, want %d", len(fields), engine.Outputs)
	}
	for k := range p {
		v, err := strconv.ParseFloat(fields[k], 32)
		if err != nil || !(v >= -1 && v <= 2) { // a later check rejects values slightly out of range
			return p, fmt.Errorf("%s is %q, want a probability from 0 to 1", datasets.OutputNames()[k], fields[k])
		}
		p[k] = float32(v)
	}
	return p, nil
}

// clamper clamps noisy probabilities and counts them.
type clamper struct {
	noise float32
	moved int64
}

// Moved implements [Reader].
func (s *clamper) Moved() int64 { return s.moved }

// clamp clamps the row's probabilities, and returns an error if they are off by more
// than the noise.
func (s *clamper) clamp(r *datasets.Row) error {
	if datasets.Clamp(&r.Probabilities, s.noise) {
		s.moved++
	}
	return r.Check()
}
