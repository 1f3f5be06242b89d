package games_test

import (
	"math"
	"slices"
	"testing"

	"gammonlab/cmd/gammonlab/internal/web/games"
	"gammonlab/internal/must"
	"gammonlab/rating/simulate"
)

// The errors of the levels are those of the rating study, and the ratings rise.
func TestLevels(t *testing.T) {
	study := must.Get(simulate.Read("../../../../../rating/study/part1.parquet"))(t)
	type sums struct {
		play, cube   float64
		plays, cubes int32
	}
	of := map[float32]*sums{}
	add := func(checker, cube float32, play, cubeError float64, plays, cubes int32) {
		if checker != cube {
			return
		}
		if of[checker] == nil {
			of[checker] = &sums{}
		}
		s := of[checker]
		s.play, s.cube, s.plays, s.cubes = s.play+play, s.cube+cubeError, s.plays+plays, s.cubes+cubes
	}
	for _, r := range study.Rows {
		if r.Length > 1 {
			add(r.CheckerA, r.CubeA, r.PlayErrorA, r.CubeErrorA, r.PlaysA, r.CubesA)
			add(r.CheckerB, r.CubeB, r.PlayErrorB, r.CubeErrorB, r.PlaysB, r.CubesB)
		}
	}
	last := 1000
	for _, l := range games.Levels {
		s := of[l.Noise]
		if s == nil || math.Abs(s.play/float64(s.plays)-l.Play) > 6e-5 || math.Abs(s.cube/float64(s.cubes)-l.Cube) > 6e-5 {
			t.Errorf("%s has the errors %v and %v, the study has %+v", l.Name, l.Play, l.Cube, s)
		}
		stated := must.Get(l.Rating())(t)
		if stated <= last || stated > 2050 {
			t.Errorf("%s has the rating %d, the weaker level %d", l.Name, stated, last)
		}
		last = stated
	}
}

// A beginner errs and an expert less, in the same match with the same moves of the user; the
// net at its best does not err by its own judgement. An undone decision does not change the
// errors, and the summary comes with the end.
func TestLevelsErr(t *testing.T) {
	store := open(t, newBackend(t, t.TempDir()))
	var errors []float64
	for _, level := range []string{"beginner", "expert", ""} {
		s := games.Defaults()
		s.Model, s.Length, s.Seed, s.Level = "small", 7, 4, level
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
		if again := must.Get(g.Summary(t.Context()))(t); again != sum || sum.Won[0]+sum.Won[1] != len(v.Sheet) || max(sum.Score[0], sum.Score[1]) < 7 || len(sum.Worst) != 3 {
			t.Errorf("%q: summary %+v of %d games", level, sum, len(v.Sheet))
		}
		rate := 0.0
		if of := sum.Statistics[1].Plays.Rate; of != nil {
			rate = of.Equity
		}
		errors = append(errors, rate)
	}
	if !(errors[0] > 5*errors[1] && errors[1] > errors[2] && errors[2] < 1e-6) {
		t.Errorf("errors of beginner, expert and the best: %v", errors)
	}
	s := games.Defaults()
	s.Level = "master"
	if _, err := store.New(t.Context(), s); err == nil {
		t.Error("a level that is not there")
	}
}
