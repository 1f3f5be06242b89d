package stacks_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/bearoff"
	"gammonlab/engine/bearoff/internal/bearofftest"
	"gammonlab/engine/bearoff/internal/stacks"
)

func TestStacksInOrder(t *testing.T) {
	for _, size := range [][2]int{{1, 15}, {2, 15}, {6, 15}, {8, 6}, {13, 4}, {16, 3}} {
		x := bearoff.NewIndex(size[0], size[1])
		m := stacks.NewMover(x)
		counts := make([]uint8, x.Points())
		var s stacks.Stack
		for rank := range x.Len() {
			x.Unrank(rank, counts)
			if want := stacks.Pack(counts); s != want {
				t.Fatalf("%v: stack %d is %x, want %x", size, rank, s, want)
			}
			if got := m.Rank(s); int(got) != rank {
				t.Fatalf("%v: stack %x has rank %d, want %d", size, s, got, rank)
			}
			side := bearofftest.OnBoard(counts...)
			if s.Pips() != side.Pips() {
				t.Fatalf("%v: stack %x has %d pips", size, s, s.Pips())
			}
			s = m.Next(s)
		}
	}
}

// The rules of package board are those of the whole game.
func TestPlaysAreThoseOfTheBoard(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, points := range []int{1, 3, 6, 7, 11, 13} {
		m := stacks.NewMover(bearoff.NewIndex(points, board.MaxCheckers))
		for range 300 {
			side := bearofftest.RandomSide(rng, points, 15)
			if side[board.Off] == 15 {
				continue
			}
			roll := board.Rolls[rng.IntN(len(board.Rolls))]
			pos := board.Position{Own: side, Opp: board.Side{board.Off: 14, 1: 1}}
			var want []stacks.Stack
			for _, play := range board.Plays(pos, roll) {
				want = append(want, stacks.Pack(play.Result.Opp[1:points+1]))
			}
			got := m.Plays(nil, stacks.Pack(side[1:points+1]), roll)
			slices.Sort(got)
			slices.Sort(want)
			if got = slices.Compact(got); !slices.Equal(got, want) {
				t.Fatalf("%v %v leads to %x, want %x", side, roll, got, want)
			}
		}
	}
}
