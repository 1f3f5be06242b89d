package rollout

import (
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/setting"
)

// A preset changes only its own settings, makes valid settings, and is more precise than the
// preset before it. Other settings override it.
func TestPresets(t *testing.T) {
	before := Defaults()
	for _, p := range Presets() {
		s := p.Of()
		must.OK(t, s.Validate())
		if s.Seed != 1 || s.Bearoff != AnyBearoff || s.Distance != 2.33 || s.Trials == before.Trials || before.Error > 0 && s.Error >= before.Error {
			t.Errorf("%s: %+v after %+v", p, s, before)
		}
		before = s
	}
	var s Settings
	must.OK(t, setting.Read(&s, []byte(`{"trials": 72, "truncate": 0}`), map[setting.Name]string{"preset": "standard", "stop_se": "8mEq"}))
	if s.Trials != 72 || s.Turns != 0 || s.Truncation.Plies != 0 || s.Error != 0.008 || s.MinTrials != 324 {
		t.Errorf("%+v", s)
	}
	must.Fail(t, setting.Read(new(Settings), nil, map[setting.Name]string{"preset": "best"}), `preset: "best", want quick, standard, reference`)
	must.Fail(t, setting.Read(new(Settings), nil, map[setting.Name]string{"opponent_plies": "5"}), "opponent_plies is 5, want 0 to 4 plies")
}
