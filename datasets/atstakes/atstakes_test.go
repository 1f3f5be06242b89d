package atstakes_test

import (
	"testing"

	"gammonlab/datasets"
	"gammonlab/datasets/atstakes"
	"gammonlab/engine/cube"
	"gammonlab/internal/must"
)

// The values of matches are those of the default table, at all scores in it.
func TestTable(t *testing.T) {
	if datasets.MatchTable != cube.DefaultMET || datasets.MostAway != cube.TablePoints {
		t.Errorf("labels are by %s up to %d points, want %s and %d", datasets.MatchTable, datasets.MostAway, cube.DefaultMET, cube.TablePoints)
	}
}

// Each state of the cube has its value, and a match its score.
func TestSet(t *testing.T) {
	met := must.Get(cube.NamedMET(cube.DefaultMET))(t)
	owned := cube.Match(7, 2, 3, false)
	owned.Cube, owned.Owner = 2, cube.Player
	against := cube.Money(false, false)
	against.Cube, against.Owner = 2, cube.Opponent
	for what, c := range map[string]struct {
		state cube.State
		value func(*datasets.Cubes) float32
		score [3]int32
	}{
		"centred":          {cube.Money(false, false), func(c *datasets.Cubes) float32 { return c.Cubeful }, [3]int32{}},
		"Jacoby rule":      {cube.Money(true, false), func(c *datasets.Cubes) float32 { return c.States[datasets.MoneyJacoby] }, [3]int32{}},
		"against":          {against, func(c *datasets.Cubes) float32 { return c.States[datasets.MoneyAgainst] }, [3]int32{}},
		"centred in match": {cube.Match(7, 2, 3, false), func(c *datasets.Cubes) float32 { return c.States[datasets.MatchCentred] }, [3]int32{5, 4, 1}},
		"owned in match":   {owned, func(c *datasets.Cubes) float32 { return c.States[datasets.MatchOwned] }, [3]int32{5, 4, 2}},
	} {
		var cubes datasets.Cubes
		cubes.ClearCubes()
		atstakes.Set(&cubes, must.Get(cube.Prepare(c.state, met))(t), 0.25)
		if got := [3]int32{cubes.OwnAway, cubes.OppAway, cubes.MatchCube}; c.value(&cubes) != 0.25 || got != c.score {
			t.Errorf("%s: %+v, want 0.25 at %v", what, cubes, c.score)
		}
	}
}
