package stacks

import (
	"slices"

	"gammonlab/board"
)

// Throws is the number of equally likely results of two dice.
const Throws = 36

// Group is a set of sides that plays lead to, by their places in an [Order], and the number of
// the throws with exactly this set.
type Group struct {
	Plays []uint16
	Ways  int32
}

// Groups returns for each place the groups of its rolls; places are those of the ranks.
func Groups(m *Mover, places []uint16) [][]Group {
	all := make([][]Group, len(places))
	var plays []Stack
	var s Stack
	for _, place := range places {
		if place > 0 {
			for _, roll := range board.Rolls {
				plays = m.Plays(plays[:0], s, roll)
				all[place] = addGroup(all[place], m, places, plays, int32(roll.Ways()))
			}
		}
		s = m.Next(s)
	}
	return all
}

// addGroup adds a roll to the groups of a side; rolls with the same plays share
// a group.
func addGroup(groups []Group, m *Mover, places []uint16, plays []Stack, ways int32) []Group {
	set := make([]uint16, len(plays))
	for i, s := range plays {
		set[i] = places[m.Rank(s)]
	}
	slices.Sort(set)
	set = slices.Clip(slices.Compact(set))
	for i := range groups {
		if slices.Equal(groups[i].Plays, set) {
			groups[i].Ways += ways
			return groups
		}
	}
	return append(groups, Group{set, ways})
}

// Sizes of the work for a worker at a time, who computes rows of a plane by [Best]: some hundred
// opponents, so all rows that it reads stay in its cache, and some sides, so the columns that it
// writes do.
const (
	BlockColumns = 512
	BlockRows    = 16
)

// Best sets dst to the elementwise maximum of rows of a plane, from the column on.
func Best[V ~int16 | ~uint32](dst, plane []V, rows []uint16, size, column int) {
	n := len(dst)
	row := func(i int) []V { return plane[int(rows[i])*size+column:][:n] }
	copy(dst, row(0))
	i := 1
	for ; i+2 < len(rows); i += 3 {
		a, b, c := row(i), row(i+1), row(i+2)
		for k, d := range dst {
			dst[k] = max(max(a[k], b[k]), max(c[k], d))
		}
	}
	for ; i < len(rows); i++ {
		a := row(i)
		for k, d := range dst {
			dst[k] = max(a[k], d)
		}
	}
}
