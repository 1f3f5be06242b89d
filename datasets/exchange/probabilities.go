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
