package cubeful

import (
	"slices"

	"gammonlab/engine/cube"
	"gammonlab/engine/search"
)

// plan has the stakes at which the positions of a search are evaluated. It is
// read-only during the search.
type plan struct {
	root   *cube.Stakes
	plies  int
	choice [2]choice // for an even and an odd number of turns
	turns  [search.MaxPlies + 1]turn
}

// choice has the scores by which plays are chosen, for the player on roll after
// the play.
type choice struct {
	stakes *cube.Stakes
	prices cube.Prices
}

// turn has the stakes, for their player on roll, of the positions after some
// turns of the search. Those of the root are the caller's and those after a
// double.
type turn struct {
	stakes []*cube.Stakes
	after  []after // for each of the stakes, their indexes in the next turn
}

// after has indexes in the stakes of the next turn.
type after struct {
	same    int // with the other player on roll
	doubled int // after a double by that player, -1 if it may not double
}

// set makes the plan for a search from the stakes.
func (p *plan) set(root *cube.Stakes, plies int) {
	if p.root == root && p.plies == plies {
		return
	}
	p.root, p.plies = root, plies
	for i, st := range []*cube.Stakes{root, root.Swap()} {
		p.choice[i] = choice{st, st.Prices()}
	}
	first := &p.turns[0]
	first.stakes = append(first.stakes[:0], root)
	if doubled := root.Doubled(); doubled != nil {
		first.stakes = append(first.stakes, doubled)
	}
	for n := range plies {
		p.turns[n].lead(&p.turns[n+1])
	}
}

// lead sets the stakes of the next turn.
func (t *turn) lead(next *turn) {
	next.stakes, t.after = next.stakes[:0], t.after[:0]
	for _, st := range t.stakes {
		a := after{same: next.index(st.Swap()), doubled: -1}
		if doubled := st.Swap().Doubled(); doubled != nil {
			a.doubled = next.index(doubled)
		}
		t.after = append(t.after, a)
	}
}

// index returns the index of the stakes, and adds them if they are missing.
func (t *turn) index(st *cube.Stakes) int {
	i := slices.Index(t.stakes, st)
	if i < 0 {
		i = len(t.stakes)
		t.stakes = append(t.stakes, st)
	}
	return i
}
