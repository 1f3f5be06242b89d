package bearoff

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gammonlab/board"
)

func TestStacksInOrder(t *testing.T) {
	for _, size := range [][2]int{{1, 15}, {2, 15}, {6, 15}, {8, 6}, {13, 4}, {16, 3}} {
		x := NewIndex(size[0], size[1])
		m := newMover(x)
		counts := make([]uint8, x.Points())
		var s stack
		for rank := range x.Len() {
			x.Unrank(rank, counts)
			if want := packStack(counts); s != want {
				t.Fatalf("%v: stack %d is %x, want %x", size, rank, s, want)
			}
			if got := m.rank(s); int(got) != rank {
				t.Fatalf("%v: stack %x has rank %d, want %d", size, s, got, rank)
			}
			side := onBoard(counts...)
			if s.pips() != side.Pips() {
				t.Fatalf("%v: stack %x has %d pips", size, s, s.pips())
			}
			s = m.next(s)
		}
	}
}

// The rules of package board are those of the whole game.
func TestPlaysAreThoseOfTheBoard(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, points := range []int{1, 3, 6, 7, 11, 13} {
		m := newMover(NewIndex(points, board.MaxCheckers))
		for range 300 {
			side := randomSide(rng, points, 15)
			if side[board.Off] == 15 {
				continue
			}
			roll := board.Rolls[rng.IntN(len(board.Rolls))]
			pos := board.Position{Own: side, Opp: board.Side{board.Off: 14, 1: 1}}
			var want []stack
			for _, play := range board.Plays(pos, roll) {
				want = append(want, packStack(play.Result.Opp[1:points+1]))
			}
			got := m.plays(nil, packStack(side[1:points+1]), roll)
			slices.Sort(got)
			slices.Sort(want)
			if got = slices.Compact(got); !slices.Equal(got, want) {
				t.Fatalf("%v %v leads to %x, want %x", side, roll, got, want)
			}
		}
	}
}
