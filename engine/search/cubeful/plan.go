package cubeful

import (
	"slices"

	"gammonlab/engine/cube"
	"gammonlab/engine/search"
)

// plan says at which stakes the positions of a search are valued. It is read only
// while the search goes on.
type plan struct {
	root   *cube.Stakes
	plies  int
	choice [2]choice // by whether an even or odd number of turns has been played
	turns  [search.MaxPlies + 1]turn
}

// choice is by what the result of a play is chosen, for who is then on roll.
type choice struct {
	stakes *cube.Stakes
	prices cube.Prices
}

// turn holds the stakes, for their player on roll, of the positions that a search
// comes to after some turns. Those of the root are the ones that it was asked for
// and those after a double.
type turn struct {
	stakes []*cube.Stakes
	after  []after // by the stakes: where the next turn has them
}

// after are indexes in the stakes of the next turn.
type after struct {
	same    int // with the other player on roll
	doubled int // if that one doubles, -1 without the right to
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

// lead fills in the next turn.
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

// index returns where the stakes are, and adds them if they are not there.
func (t *turn) index(st *cube.Stakes) int {
	i := slices.Index(t.stakes, st)
	if i < 0 {
		i = len(t.stakes)
		t.stakes = append(t.stakes, st)
	}
	return i
}
