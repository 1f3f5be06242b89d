package cubenets

import (
	"math/rand/v2"

	"gammonlab/engine"
	"gammonlab/engine/cube"
)

// question is a state of the cube with the output of the nets that answers it.
type question struct {
	stakes *cube.Stakes
	output int
}

// Outputs of the nets: see [cube.Nets].
const (
	centred = iota
	jacoby
	owned
	against
	numStates
)

// stateNames are the names of the states in reports.
var stateNames = [numStates]string{"centred", "centred, Jacoby", "owned", "against the owner"}

// table has the questions of a run: those of money games, which every position is asked, and
// groups of those at scores of matches, of which every position is asked one. The questions of
// a group are at the same score and value of the cube.
type table struct {
	money   []question
	centred [][]question
	turned  [][]question
}

// longest is the number of points that a side needs at most in a question.
const longest = 25

// newTable returns the questions with the match equity table.
func newTable(met *cube.MET) (*table, error) {
	t := new(table)
	for output := range numStates {
		s := cube.Money(output == jacoby, false)
		s.Owner = ownerOf(output)
		st, err := cube.Prepare(s, nil)
		if err != nil {
			return nil, err
		}
		t.money = append(t.money, question{st, output})
	}
	for own := 1; own <= longest; own++ {
		for opp := 1; opp <= longest; opp++ {
			for _, value := range []int{1, 2, 4} {
				if err := t.add(met, own, opp, value); err != nil {
					return nil, err
				}
			}
		}
	}
	return t, nil
}

// ownerOf returns the owner of the cube for an output.
func ownerOf(output int) cube.Owner {
	return [numStates]cube.Owner{cube.Centred, cube.Centred, cube.Player, cube.Opponent}[output]
}

// add adds the questions at a score and a value of the cube, if a cube can still be turned.
func (t *table) add(met *cube.MET, own, opp, value int) error {
	outputs := []int{centred}
	if value > 1 {
		outputs = []int{owned, against}
	}
	var group []question
	for _, output := range outputs {
		s := cube.Match(longest, longest-own, longest-opp, false)
		s.Cube, s.Owner = value, ownerOf(output)
		if s.Validate() != nil {
			continue
		}
		st, err := cube.Prepare(s, met)
		if err != nil {
			return err
		}
		if !st.DeadCube() {
			group = append(group, question{st, output})
		}
	}
	switch {
	case len(group) == 0:
	case value == 1:
		t.centred = append(t.centred, group)
	default:
		t.turned = append(t.turned, group)
	}
	return nil
}

// draw draws the questions about a match.
func (t *table) draw(rng *rand.Rand) []question {
	groups := t.centred
	if rng.IntN(2) == 0 {
		groups = t.turned
	}
	return groups[rng.IntN(len(groups))]
}

// ends returns the equities of a position with a dead and with a live cube.
func (q *question) ends(p *engine.Probabilities) (dead, live float64) {
	return q.stakes.Equity(q.stakes.Dead(p)), q.stakes.Equity(q.stakes.Live(p))
}
