package bearoff

import (
	"testing"

	"gammonlab/board"
)

func TestMostTurns(t *testing.T) {
	for _, c := range []struct {
		side board.Side
		want int
	}{
		{onBoard(), 0},
		{onBoard(2), 1},
		{onBoard(1, 1), 1},    // 1-1 moves three times
		{onBoard(0, 0, 1), 1}, // 2-1 reaches off
		{onBoard(0, 0, 0, 1), 2},
		{onBoard(0, 2), 2},
		{onBoard(15), 8},
		{onBoard(0, 0, 0, 0, 0, 1), 2},
	} {
		if got := MostTurns(&c.side); got != c.want {
			t.Errorf("%v: %d turns, want %d", c.side, got, c.want)
		}
	}
}

// The turns of all sides of up to three checkers, by the legal plays of package board.
func TestMostTurnsByPlays(t *testing.T) {
	known := map[board.Side]int{}
	var most func(s board.Side) int
	most = func(s board.Side) int {
		if n, ok := known[s]; ok || s.Rearmost() == board.Off {
			return n
		}
		worst := 0
		pos := board.Position{Own: s, Opp: onBoard(1)}
		for _, roll := range board.Rolls {
			best := board.MaxCheckers * homePoints
			for _, play := range board.Plays(pos, roll) {
				best = min(best, most(play.Result.Opp))
			}
			worst = max(worst, best+1)
		}
		known[s] = worst
		return worst
	}
	index := NewIndex(homePoints, 3)
	for i := range index.Len() {
		var counts [homePoints]uint8
		index.Unrank(i, counts[:])
		side := onBoard(counts[:]...)
		if got, want := MostTurns(&side), most(side); got != want {
			t.Errorf("%v: %d turns, want %d", side, got, want)
		}
	}
}
