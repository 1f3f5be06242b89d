package rollout_test

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/rollout"
	"gammonlab/engine/search"
	"gammonlab/internal/must"
	"gammonlab/internal/strictjson"
)

// 36 trials of one turn, evaluated by looking one turn ahead, add up to looking
// two turns ahead.
func TestTruncationLooksAhead(t *testing.T) {
	static := enginetest.RandomStatic(t, 10, 1)
	start := board.Backgammon.Start()
	want := lookAhead(static, start, 2)
	s := rollout.Defaults()
	s.Trials, s.Truncation = 36, rollout.Truncation{Turns: 1, Plies: 1}
	got := run(t, static, rollout.OfPosition(start, nil), s).Outcomes[0]
	for k := range want {
		if math.Abs(got.Mean[k]-want[k]) > 2e-6 {
			t.Errorf("value %d is %v, want %v", k, got.Mean[k], want[k])
		}
	}
}

// Searching players have other results than 0-ply players, the same for any
// number of workers. A late depth that equals the first one changes nothing.
func TestStrengths(t *testing.T) {
	static := enginetest.RandomStatic(t, 10, 1)
	start := rollout.OfPosition(board.Backgammon.Start(), stakesOf(t, cube.Money(true, true)))
	s := rollout.Defaults()
	s.Trials, s.Truncation.Turns, s.Workers = 12, 3, 1
	level := run(t, static, start, s)
	s.Depth.Plies = 1
	want := run(t, static, start, s)
	if want.Outcomes[0].Estimate == level.Outcomes[0].Estimate {
		t.Error("looking ahead makes no difference")
	}
	s.Workers = 3
	sameResults(t, run(t, static, start, s), want)
	s.Late = rollout.Late{From: 1, Plies: 1}
	sameResults(t, run(t, static, start, s), want)
	s.Late = rollout.Late{From: 1}
	if run(t, static, start, s).Outcomes[0].Estimate == want.Outcomes[0].Estimate {
		t.Error("a late depth makes no difference")
	}
}

// If luck is evaluated with a ply less than the plays, luck adjustment does not
// change the mean.
func TestDeepLuckIsUnbiased(t *testing.T) {
	if testing.Short() {
		t.Skip("looks two plies ahead")
	}
	static := enginetest.RandomStatic(t, 10, 1)
	pos := must.Get(board.ParseID("CgAAEAEAAAAAAA", board.Backgammon))(t)
	s := rollout.Defaults()
	s.Trials, s.Bearoff = 360, rollout.NoBearoff
	s.Depth = search.Depth{Plies: 2}
	off := run(t, static, rollout.OfPosition(pos, nil), s).Outcomes[0].Estimate
	s.Luck = rollout.NoLuck
	in := run(t, static, rollout.OfPosition(pos, nil), s).Outcomes[0].Estimate
	if d := distance(&in, &off); d > 3 {
		t.Errorf("the means are %.1f standard errors apart: %v and %v", d, in, off)
	}
}

// JSON contains all settings on which results depend, with any filters.
func TestSettingsJSON(t *testing.T) {
	opponent := 1
	s := rollout.Settings{Trials: 1, Stop: rollout.Stop{MinTrials: 6, Error: 0.1, Distance: 7}}
	s.Trial = rollout.Trial{
		Dice: rollout.Dice{Seed: 1<<63 + 1, Plain: true, Opening: true}, Luck: rollout.FullLuck, Bearoff: rollout.ExactBearoff, OpponentPlies: &opponent,
		Truncation: rollout.Truncation{Turns: 2, Plies: 3}, Late: rollout.Late{From: 5, Plies: 2},
		Depth: search.Depth{Plies: 4, Filter: must.Get(search.ParseFilter("skip:0/3/0.1"))(t)},
	}
	text := must.Get(json.Marshal(s))(t)
	var again rollout.Settings
	must.OK(t, strictjson.Unmarshal(text, &again))
	if !reflect.DeepEqual(again, s) {
		t.Errorf("%s became %+v, want %+v", text, again, s)
	}
	s.Workers, s.State, s.Progress = 8, "x", func(*rollout.Result) {}
	if got := must.Get(json.Marshal(s))(t); string(got) != string(text) {
		t.Errorf("%s, want %s", got, text)
	}
}
