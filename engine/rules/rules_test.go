package rules_test

import (
	"testing"

	"gammonlab/engine/cube"
	"gammonlab/engine/rules"
	"gammonlab/internal/must"
	"gammonlab/internal/setting"
)

// Each setting has the range and the default of its type, under the names that structs give them.
func TestRules(t *testing.T) {
	type settings struct {
		Length rules.Length      `json:"points"`
		NoCube rules.NoCube      `json:"cubeless"`
		Jacoby rules.Jacoby      `json:"jacoby" needs:"cubeless"`
		Most   rules.Beavers     `json:"beavers" default:"3"`
		Auto   rules.AutoDoubles `json:"auto"`
	}
	var s settings
	must.OK(t, setting.Read(&s, []byte(`{"cubeless": true, "beavers": 14}`), map[setting.Name]string{"points": "64", "auto": "15"}))
	if want := (settings{64, true, true, 14, 15}); s != want {
		t.Errorf("%+v, want %+v", s, want)
	}
	for config, want := range map[string]string{
		`{"points": 65}`:  "points is 65, want 0 to 64",
		`{"points": -1}`:  "points is -1, want 0 to 64",
		`{"beavers": 15}`: "beavers is 15, want 0 to 14",
		`{"auto": 16}`:    "auto is 16, want 0 to 15",
	} {
		must.Fail(t, setting.Read(new(settings), []byte(config), nil), want, config)
	}
	must.Fail(t, setting.CheckFields(&settings{Length: -1}), "points is -1")
}

// A score has a text, and belongs to a match.
func TestSetup(t *testing.T) {
	for text, want := range map[string]cube.State{
		`{"match": 7, "score": "3-0", "cube": 2, "owner": "player"}`: {Cube: 2, Owner: cube.Player, Length: 7, OwnAway: 4, OppAway: 7},
		`{"jacoby": false}`: cube.Money(false, true), `{"beavers": false}`: cube.Money(true, false),
	} {
		var s rules.Setup
		must.OK(t, setting.Read(&s, []byte(text), nil))
		if got := must.Get(s.State())(t); got != want {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
	for text, want := range map[string]string{
		`{"score": "3-0"}`: "score needs match", `{"match": 3, "score": "3"}`: `"3", want two numbers such as 3-0`, `{"owner": "me"}`: `owner: "me", want player`,
	} {
		must.Fail(t, setting.Read(new(rules.Setup), []byte(text), nil), want)
	}
}
