package advice_test

import (
	"strings"
	"testing"

	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/internal/must"
)

// Values of a database at the score of a match are called exact only where they are.
func TestPrecision(t *testing.T) {
	met := must.Get(cube.NamedMET(cube.DefaultMET))(t)
	for _, c := range []struct {
		state  cube.State
		class  engine.Class
		solved bool
		want   string // "" for no words
	}{
		{cube.Match(7, 4, 1, false), engine.Bearoff2, true, "exact."},
		{cube.Match(7, 4, 1, false), engine.Bearoff2, false, "estimates."},
		{cube.Match(7, 4, 1, false), engine.Hyper, false, "estimates."},
		{cube.Match(7, 6, 6, false), engine.Hyper, false, "estimates."}, // plays are those of money games
		{cube.Match(7, 6, 6, false), engine.Bearoff2, false, ""},        // no cube is left
		{cube.Match(7, 4, 1, false), engine.Bearoff1, false, ""},
		{cube.Match(7, 4, 1, false), engine.Contact, false, ""},
		{cube.Money(true, true), engine.Bearoff2, false, ""},
		{cube.Money(true, true), engine.Hyper, false, ""},
	} {
		st := must.Get(cube.Prepare(c.state, met))(t)
		d := advice.Decision{Verdict: &cube.Verdict{Solved: c.solved}, Class: c.class.String(), At: st}
		if got := d.Precision(); !strings.HasSuffix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s, %v: %q, want %q", c.state.Words(), c.class, got, c.want)
		}
	}
}
