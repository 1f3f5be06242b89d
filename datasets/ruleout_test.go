package datasets

import (
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/must"
)

// A label that the rules exclude becomes one that they accept, and keeps what they leave: a side
// with checkers off cannot lose a gammon. Another label stays as it is.
func TestRuleOut(t *testing.T) {
	pos := board.Position{Own: board.Side{6: 5, 5: 5, 4: 5}, Opp: board.Side{board.Off: 1, 6: 5, 5: 5, 4: 4}}
	for _, c := range []struct{ label, want engine.Probabilities }{
		{engine.Probabilities{0.4, 0.2, 0.1, 0, 0}, engine.Probabilities{0.4, 0, 0, 0, 0}},
		{engine.Probabilities{0.4, 0, 0, 0, 0}, engine.Probabilities{0.4, 0, 0, 0, 0}},
	} {
		row := NewRow(pos)
		row.Method, row.Probabilities = Imported, c.label
		if excluded := row.CheckRules() != nil; excluded != (c.label != c.want) {
			t.Errorf("%v is excluded: %v", c.label, excluded)
		}
		RuleOut(&row.Probabilities, &pos)
		if row.Probabilities != c.want {
			t.Errorf("%v becomes %v, want %v", c.label, row.Probabilities, c.want)
		}
		must.OK(t, row.CheckRules())
	}
}
