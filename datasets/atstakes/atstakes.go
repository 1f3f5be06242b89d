// Package atstakes keeps cubeful values of package cube in labels. Databases do not know that
// package: reading them and learning from them needs no evaluation of cubes.
//
// Not for other modules.
package atstakes

import (
	"gammonlab/datasets"
	"gammonlab/engine/cube"
)

// Value returns where the value of a label at the stakes is, in a match at its score.
func Value(c *datasets.Cubes, st *cube.Stakes) *float32 {
	s := st.State()
	switch {
	case s.IsMatch():
		return &c.States[datasets.MatchCentred+int(s.Owner)]
	case st.Output() == cube.CentredOutput:
		return &c.Cubeful
	}
	return &c.States[datasets.MoneyJacoby+st.Output()-cube.JacobyOutput]
}

// Set sets the value of a label at the stakes, an equity.
func Set(c *datasets.Cubes, st *cube.Stakes, equity float64) {
	*Value(c, st) = float32(equity)
	if s := st.State(); s.IsMatch() {
		c.OwnAway, c.OppAway, c.MatchCube = int32(s.OwnAway), int32(s.OppAway), int32(s.Cube)
	}
}
