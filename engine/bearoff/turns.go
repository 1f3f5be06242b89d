package bearoff

import (
	"sync"

	"gammonlab/board"
	"gammonlab/engine/bearoff/internal/stacks"
)

// MostTurns returns the number of turns within which a side can bear off all of its
// checkers whatever it rolls. They must be in the home board, and past all contact.
func MostTurns(s *board.Side) int {
	rank, _ := homeIndex().rankOf(s)
	return int(mostTurns()[rank])
}

// homeIndex returns the index of all sides in the home board.
var homeIndex = sync.OnceValue(func() *Index { return NewIndex(stacks.HomePoints, board.MaxCheckers) })

// mostTurns returns the results of [MostTurns] by the number of the side. A play leads to
// a side of a lower number.
var mostTurns = sync.OnceValue(func() []uint8 {
	x := homeIndex()
	m := stacks.NewMover(x)
	most := make([]uint8, x.Len())
	var counts [stacks.HomePoints]uint8
	var plays []stacks.Stack
	for rank := 1; rank < len(most); rank++ {
		x.Unrank(rank, counts[:])
		for _, roll := range board.Rolls {
			plays = m.Plays(plays[:0], stacks.Pack(counts[:]), roll)
			least := most[m.Rank(plays[0])]
			for _, s := range plays[1:] {
				least = min(least, most[m.Rank(s)])
			}
			most[rank] = max(most[rank], least+1)
		}
	}
	return most
})
