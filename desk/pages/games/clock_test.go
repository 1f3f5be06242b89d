package games_test

import (
	"testing"

	"gammonlab/desk/pages/games"
	"gammonlab/internal/must"
)

// The clock counts what exceeds the delay of each turn, also of a decision that is undone, and is
// the same after a restart. When the reserve is used up, the match is lost, until the user goes on
// without a clock.
func TestClock(t *testing.T) {
	folder := t.TempDir()
	store := open(t, newBackend(t, folder))
	s := games.Defaults()
	s.Model, s.Length, s.First, s.Seed, s.NoCube, s.Clock, s.Delay = "small", 3, "you", 2, true, 1, 10
	g := must.Get(store.New(t.Context(), s))(t)
	v := must.Get(g.View(t.Context()))(t)
	act := func(action string, thought int) {
		t.Helper()
		a := &games.Action{Version: v.Version, Action: action, Thought: thought}
		if action == "move" {
			a.Play = v.Plays[0].Play
		}
		v = must.Get(g.Act(t.Context(), a))(t)
	}
	refused := func(action string, thought int) {
		t.Helper()
		if after, err := g.Act(t.Context(), &games.Action{Version: v.Version, Action: action, Thought: thought}); err == nil {
			t.Fatalf("%s after %d ms: %+v", action, thought, after.Clock)
		}
	}
	left := func(want string) {
		t.Helper()
		if got := v.Clock.Text(); got != want || !v.Clock.Runs || v.Clock.Up || v.Over {
			t.Fatalf("%s is left, want %s: %+v", got, want, v.Clock)
		}
	}
	left("3:00")
	act("move", 9000)
	left("3:00")
	act("undo", 4000) // a turn of its own: the net has played
	act("move", 26_000)
	left("2:40") // 30 s of one turn, less 10
	for _, action := range []string{"time", "untimed"} {
		refused(action, 1000)
	}
	refused("move", -1)
	refused("move", 1_000_000_000)
	store.Close()
	store = open(t, newBackend(t, folder))
	g = must.Get(store.Find(g.ID))(t)
	v = must.Get(g.View(t.Context()))(t)
	left("2:40")
	act("time", 170_000)
	if !v.Over || !v.Clock.Up || v.Decision != "begin" || len(v.Plays) > 0 || len(v.Actions) != 1 || v.Said[len(v.Said)-1] != "Your time is up: the net wins the match, as in a tournament." {
		t.Fatalf("the time is up: %+v", v)
	}
	if must.Get(g.Summary(t.Context()))(t) == nil {
		t.Error("no summary of the lost match")
	}
	must.OK(t, v.Record().Validate())
	refused("undo", 0)
	act("untimed", 0)
	if v.Over || v.Clock != nil || v.Decision != "move" {
		t.Fatalf("without the clock: %+v", v)
	}
	act("move", 1_000_000)
	refused("time", 0)

	late := must.Get(store.New(t.Context(), s))(t)
	v = must.Get(late.View(t.Context()))(t)
	g = late
	act("move", 200_000) // the play comes too late
	if len(v.Sheet) > 0 || !v.Over {
		t.Errorf("a play after the end of the time: %+v", v)
	}
}
