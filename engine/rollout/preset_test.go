package rollout

import (
	"testing"

	"gammonlab/internal/must"
)

// A preset changes only its own settings, makes valid settings, and is more
// precise than the preset before it.
func TestPresets(t *testing.T) {
	before := 1.0
	for _, name := range PresetNames() {
		p := must.Get(FindPreset(name))(t)
		s := Defaults()
		s.Seed, s.Bearoff, s.Workers = 7, ExactBearoff, 3
		s.Late = Late{From: 2, Player: Strength{Plies: 1}}
		p.Apply(&s)
		must.OK(t, s.Validate())
		if s.Seed != 7 || s.Bearoff != ExactBearoff || s.Workers != 3 || s.Late.From != p.LateFrom || s.Trials != p.Trials || s.Stop != p.Stop {
			t.Errorf("%s: %+v", name, s)
		}
		if s.Stop.Error >= before {
			t.Errorf("%s stops at %v, the one before at %v", name, s.Stop.Error, before)
		}
		before = s.Stop.Error
	}
	must.Fail(t, must.Err(FindPreset("best")), `"best", want quick, standard, reference`)
}
