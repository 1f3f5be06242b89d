package levels_test

import (
	"math"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/setting"
	"gammonlab/rating"
	"gammonlab/rating/levels"
	"gammonlab/rating/simulate"
)

// The errors of the levels are those of the rating study, and the ratings rise.
func TestLevels(t *testing.T) {
	predictor := must.Get(rating.Default())(t)
	study := must.Get(simulate.Read("../study/part1.parquet"))(t)
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
	for _, l := range levels.All {
		s := of[l.Noise]
		if s == nil || math.Abs(s.play/float64(s.plays)-l.Play) > 6e-5 || math.Abs(s.cube/float64(s.cubes)-l.Cube) > 6e-5 {
			t.Errorf("%s has the errors %v and %v, the study has %+v", l.Name, l.Play, l.Cube, s)
		}
		e := predictor.Predict(5, rating.Errors{Rate: l.Play}, rating.Errors{Rate: l.Cube})
		if want := 10 * int(math.Round(e.Rating/10)); l.Rating != want || l.Rating <= last {
			t.Errorf("%s has the rating %d, the weaker level %d, want %d", l.Name, l.Rating, last, want)
		}
		last = l.Rating
	}
}

// A choice is a level or none, and its help says which levels there are.
func TestChoice(t *testing.T) {
	type settings struct {
		Level levels.Choice `json:"level"`
	}
	var s settings
	must.OK(t, setting.Read(&s, nil, map[setting.Name]string{"level": "advanced"}))
	l := s.Level.Level()
	if n := l.Errors(); l.String() != "advanced, rating about 1900" || n.Plays != 0.02 || n.Cube != 0.02 || !n.Gnubg {
		t.Errorf("%v with %+v", l, n)
	}
	if l := levels.Choice("").Level(); l != nil {
		t.Errorf("without a name %v", l)
	}
	must.Fail(t, setting.Read(new(settings), nil, map[setting.Name]string{"level": "master"}), `level is "master", want beginner, intermediate, advanced, expert`)
	if f := setting.Fields(&s)[0]; !strings.HasSuffix(f.Help, "advanced (about 1900), expert (about 2030)") {
		t.Errorf("the help is %q", f.Help)
	}
}
