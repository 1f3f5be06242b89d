package games_test

import (
	"slices"
	"testing"

	"gammonlab/desk/pages/games"
	"gammonlab/internal/must"
	"gammonlab/rating/levels"
)

// Beginners err more than the net at its best, in the same match with the same moves of the user,
// as the net judges by searching. Their errors are random in each game, so there are three of them. An undone decision does not change the
// errors, and the summary comes with the end.
func TestLevelsErr(t *testing.T) {
	if testing.Short() {
		t.Skip("four matches judged at 2 plies: slow under the race detector")
	}
	store := open(t, newBackend(t, t.TempDir()))
	var errors []float64
	for _, level := range []levels.Choice{"beginner", "beginner", "beginner", ""} {
		s := games.Defaults()
		s.Model, s.Length, s.Seed, s.Level = "small", 3, 4, level
		g := must.Get(store.New(t.Context(), s))(t)
		v := must.Get(g.View(t.Context()))(t)
		if early := must.Get(g.Summary(t.Context()))(t); early != nil {
			t.Fatalf("a summary before the end: %+v", early)
		}
		for n := 0; !v.Over; n++ {
			a := &games.Action{Version: v.Version, Action: v.Actions[0]}
			if a.Action == "move" {
				a.Play = v.Plays[0].Play
			}
			if i := slices.Index(v.Actions, "begin"); i >= 0 {
				a.Action = "begin"
			}
			v = must.Get(g.Act(t.Context(), a))(t)
			if n > 3000 {
				t.Fatal("the match does not end")
			}
		}
		sum := must.Get(g.Summary(t.Context()))(t)
		if again := must.Get(g.Summary(t.Context()))(t); again != sum || sum.Won[0]+sum.Won[1] != len(v.Sheet) || max(sum.Score[0], sum.Score[1]) < 3 || sum.Plies != 2 || len(sum.Worst) != 3 {
			t.Errorf("%q: summary %+v of %d games", level, sum, len(v.Sheet))
		}
		rate := 0.0
		if of := sum.Statistics[1].Plays.Rate; of != nil {
			rate = of.Equity
		}
		errors = append(errors, rate)
	}
	if best := errors[3]; !(errors[0]+errors[1]+errors[2] > 3*best) {
		t.Errorf("errors of beginners and of the best: %v", errors)
	}
	s := games.Defaults()
	s.Level = "master"
	if _, err := store.New(t.Context(), s); err == nil {
		t.Error("a level that is not there")
	}
}
