package table

import (
	"math"
	"testing"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine/advice"
	"gammonlab/engine/enginetest"
	"gammonlab/internal/must"
)

// The mean luck of all 21 rolls from a position is 0, in matches and money
// games. The luck of the net's roll does not change after the user's roll.
func TestLuckOfRolls(t *testing.T) {
	for _, length := range []int{0, 3} {
		sum, ways := 0.0, 0
		for _, roll := range board.Rolls {
			tab := New(Rules{Rules: game.Rules{Variant: board.Backgammon, Length: length}, First: Net}, nil)
			tab.Adviser = advice.OfStatic(enginetest.RandomStatic(t, 4, 1), advice.Options{})
			must.OK(t, tab.Do(Deed{Kind: Begin}))
			if none := must.Get(tab.Luck())(t); len(none) != 0 {
				t.Fatalf("before the first roll: %+v", none)
			}
			must.OK(t, tab.Do(Deed{Kind: Roll, Roll: "31", Net: true}))
			first := must.Get(tab.Luck())(t)
			must.OK(t, tab.Do(Deed{Kind: Move, Play: "8/5 6/5", Net: true}))
			must.OK(t, tab.Do(Deed{Kind: Roll, Roll: roll.String()}))
			both := must.Get(tab.Luck())(t)
			if len(first) != 1 || first[0].Player != Net || len(both) != 2 || both[1] != first[0] || both[0].Player != User || both[0].Dice != tab.Match.Dice {
				t.Fatalf("%v: %+v, then %+v", roll, first, both)
			}
			sum += float64(roll.Ways()) * both[0].Cost
			ways += roll.Ways()
			if both[0].Equity == 0 || math.Signbit(both[0].Equity) != math.Signbit(both[0].Cost) {
				t.Errorf("%v: %+v", roll, both[0])
			}
		}
		if ways != 36 || math.Abs(sum/36) > 1e-5 {
			t.Errorf("length %d: the mean luck of %d rolls is %g, want 0", length, ways, sum/36)
		}
	}
}
