package advice_test

import (
	"math"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/search"
	"gammonlab/internal/must"
)

// closed is a position in which the player on the bar has no play unless it throws a 1.
func closed() board.Position {
	return board.Position{
		Own: board.Side{board.Bar: 1, 6: 7, 5: 7},
		Opp: board.Side{2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 1: 0, 8: 5},
	}
}

// The luck of each roll of a map is the luck of rolls, and its mean over all throws is 0, with
// each kind of stakes, also where rolls have no play.
func TestRollMap(t *testing.T) {
	static := enginetest.RandomStatic(t, 10, 1)
	a := advice.OfStatic(static, advice.Options{Luck: advice.Full})
	for k, st := range stakesOf(t) {
		for _, pos := range append(enginetest.Positions(8, 6), closed()) {
			m := must.Get(a.RollMap(t.Context(), &pos, st))(t)
			each := a.LuckOfEach(&pos, st)
			var chance, mean float64
			for i, c := range m.Rolls {
				chance, mean = chance+c.Probability, mean+c.Probability*c.Luck
				want := each[i]
				if st != nil {
					want = advice.NewAmount(st, want).Equity
				}
				if c.Roll != board.Rolls[i] || math.Abs(c.Luck-want) > 1e-5 {
					t.Errorf("stakes %d, %s, %v: luck %v, want %v", k, pos.ID(), c.Roll, c.Luck, want)
				}
				if none := len(board.Plays(pos, c.Roll)) == 0; none != (c.Move == "no play") {
					t.Errorf("stakes %d, %s, %v: %s", k, pos.ID(), c.Roll, c.Move)
				}
			}
			if math.Abs(chance-1) > 1e-12 || math.Abs(mean) > 1e-12 {
				t.Errorf("stakes %d, %s: probabilities add up to %v, mean luck %v", k, pos.ID(), chance, mean)
			}
		}
	}
}

// The mean of a map is the value of the position one ply deeper.
func TestRollMapMean(t *testing.T) {
	static := enginetest.RandomStatic(t, 10, 1)
	a := advice.OfStatic(static, advice.Options{})
	deeper := must.Get(search.New(static.Clone(), search.Options{Depth: search.Depth{Plies: 1}, NoPruning: true}))(t)
	for _, pos := range append(enginetest.Positions(8, 7), closed()) {
		m := must.Get(a.RollMap(t.Context(), &pos, nil))(t)
		var p [1]engine.Probabilities
		must.OK(t, deeper.EvaluateContext(t.Context(), p[:], []board.Position{pos}))
		if want := float64(p[0].Equity()); math.Abs(m.Mean-want) > 1e-5 {
			t.Errorf("%s: mean %v, want %v", pos.ID(), m.Mean, want)
		}
	}
}

func TestRollMapText(t *testing.T) {
	a := advice.OfStatic(enginetest.RandomStatic(t, 10, 1), advice.Options{})
	pos := closed()
	st := must.Get(cube.Prepare(cube.Match(5, 1, 2, false), must.Get(cube.NamedMET(cube.DefaultMET))(t)))(t)
	text := must.Get(a.RollMap(t.Context(), &pos, st))(t).Text()
	for _, want := range []string{"die       1 ", "Cubeful equity, 0-ply: mean ", "MWC", "no play", "bar/24", "1/36", "2/36"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if n := strings.Count(text, "no play"); n != 15 { // each roll without a 1
		t.Errorf("%d rolls without a play, want 15", n)
	}
}
