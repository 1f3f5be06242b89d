package bearoff

import (
	"testing"

	"gammonlab/board"
	"gammonlab/engine/bearoff/internal/bearofftest"
	"gammonlab/engine/bearoff/internal/stacks"
)

func TestMostTurns(t *testing.T) {
	for _, c := range []struct {
		side board.Side
		want int
	}{
		{bearofftest.OnBoard(), 0},
		{bearofftest.OnBoard(2), 1},
		{bearofftest.OnBoard(1, 1), 1},    // 1-1 moves three times
		{bearofftest.OnBoard(0, 0, 1), 1}, // 2-1 reaches off
		{bearofftest.OnBoard(0, 0, 0, 1), 2},
		{bearofftest.OnBoard(0, 2), 2},
		{bearofftest.OnBoard(15), 8},
		{bearofftest.OnBoard(0, 0, 0, 0, 0, 1), 2},
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
		pos := board.Position{Own: s, Opp: bearofftest.OnBoard(1)}
		for _, roll := range board.Rolls {
			best := board.MaxCheckers * stacks.HomePoints
			for _, play := range board.Plays(pos, roll) {
				best = min(best, most(play.Result.Opp))
			}
			worst = max(worst, best+1)
		}
		known[s] = worst
		return worst
	}
	index := NewIndex(stacks.HomePoints, 3)
	for i := range index.Len() {
		var counts [stacks.HomePoints]uint8
		index.Unrank(i, counts[:])
		side := bearofftest.OnBoard(counts[:]...)
		if got, want := MostTurns(&side), most(side); got != want {
			t.Errorf("%v: %d turns, want %d", side, got, want)
		}
	}
}
