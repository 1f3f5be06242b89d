package engine_test

import (
	"math"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
)

// always answers every position with the same probabilities.
type always engine.Probabilities

func (a always) Evaluate(dst []engine.Probabilities, positions []board.Position) {
	for i := range positions {
		dst[i] = engine.Probabilities(a)
	}
}

// exactEnds answers finished games exactly and others with the same
// probabilities.
type exactEnds engine.Probabilities

func (a exactEnds) Evaluate(dst []engine.Probabilities, positions []board.Position) {
	for i := range positions {
		dst[i] = engine.Probabilities(a)
		if r := positions[i].Result(); r != 0 {
			dst[i] = engine.Certain(r)
		}
	}
}

func TestCheckSanity(t *testing.T) {
	nan := float32(math.NaN())
	for _, c := range []struct {
		name string
		eval engine.Evaluator
		want string // in the error; "" for none
	}{
		{"in order", exactEnds{0.5, 0.2, 0.1, 0.2, 0.1}, ""},
		{"ends not exact", always{0.5, 0.2, 0.1, 0.2, 0.1}, "the game is over and the evaluation is"},
		{"NaN", exactEnds{nan, 0, 0, 0, 0}, "win is NaN"},
		{"negative", exactEnds{0.5, -0.1, 0, 0, 0}, "win gammon is -0.1"},
		{"above one", exactEnds{1.5, 0, 0, 0, 0}, "win is 1.5"},
		{"gammon above win", exactEnds{0.5, 0.6, 0, 0, 0}, "out of order"},
		{"lost gammon above loss", exactEnds{0.5, 0, 0, 0.6, 0}, "out of order"},
	} {
		for _, v := range board.Variants() {
			err := engine.CheckSanity(c.eval, v)
			if c.want == "" && err != nil {
				t.Errorf("%s, %v: %v", c.name, v, err)
			}
			if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%s, %v: error %v, want one with %q", c.name, v, err, c.want)
			}
		}
	}
}
