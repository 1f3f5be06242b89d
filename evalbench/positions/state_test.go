package positions_test

import (
	"bytes"
	"math"
	"testing"

	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/named"
	"gammonlab/evalbench"
	"gammonlab/evalbench/positions"
	"gammonlab/farm/farmtest"
	"gammonlab/internal/must"
)

// Decisions of games with the cube have the score and the cube of their game, the same bytes
// on a farm, and survive writing and reading.
func TestGamesWithTheCube(t *testing.T) {
	for name, c := range map[string]struct {
		rules evalbench.Rules
		want  func(s *cube.State) bool
	}{
		"matches": {evalbench.Rules{Length: 5}, func(s *cube.State) bool { return s.Length == 5 }},
		"money":   {evalbench.Rules{Cube: true}, func(s *cube.State) bool { return s.Length == 0 && !s.Jacoby }},
		"Jacoby":  {evalbench.Rules{Cube: true, Jacoby: true}, func(s *cube.State) bool { return s.Length == 0 && s.Jacoby }},
	} {
		t.Run(name, func(t *testing.T) {
			s := rawSettings(t)
			s.Rules, s.Cubes = c.rules, number(6)
			s.Player = named.Of("noisy", noisy(t, engine.NewStatic(smallModel(t), nil), 0.5))
			set := must.Get(positions.Build(t.Context(), s))(t)
			scores, owned := map[[2]int]bool{}, 0
			for i := range set.Decisions {
				state := &set.Decisions[i].State
				if !c.want(state) || set.Decisions[i].IsCube() && !state.MayDouble() {
					t.Errorf("decision %d: %+v", i+1, state)
				}
				scores[[2]int{state.OwnAway, state.OppAway}] = true
				if state.Cube > 1 {
					owned++
				}
			}
			if len(set.Decisions) != 14 || owned == 0 || (len(scores) > 1) != (c.rules.Length > 0) {
				t.Errorf("%d decisions, %d with a turned cube, at %d scores", len(set.Decisions), owned, len(scores))
			}
			want := bytesOf(t, set)
			again := must.Get(positions.Read(bytes.NewReader(want), "x"))(t)
			if got := bytesOf(t, again); !bytes.Equal(got, want) {
				t.Errorf("%s\nis read as\n%s", want, got)
			}
			s.Out, s.Pool = s.Out+"2", farmtest.NewPool(t, positions.BuildKind())
			if got := bytesOf(t, must.Get(positions.Build(t.Context(), s))(t)); !bytes.Equal(got, want) {
				t.Error("a farm builds another file")
			}
		})
	}
}

// At 1-away each the value of a play is the chance to win, and gammons do not count.
func TestPlaysAtAScore(t *testing.T) {
	static := endingStatic(t)
	s := endingSettings(t, static)
	s.Rules, s.Rolls, s.Cubes = evalbench.Rules{Length: 1}, number(30), number(0)
	for _, d := range must.Get(positions.Build(t.Context(), s))(t).Decisions {
		for _, m := range d.Moves {
			win := 1.0
			if m.Result.Result() == 0 {
				p, _, _ := static.Databases().Evaluate(&m.Result)
				win = 1 - float64(p[0])
			}
			if want := 2*win - 1; m.Rolled && math.Abs(m.Equity-want) > 1e-3 {
				t.Errorf("%s, %v: a play is worth %v, want %v", d.Position.ID(), d.Roll, m.Equity, want)
			}
		}
	}
}
