package record

import (
	"fmt"

	"gammonlab/board"
)

// ofPosition returns a match of one game that begins at a position, from the
// point of view of the state's player on roll. Its actions set the position and
// the cube, and then the dice or a double on offer, if any.
func ofPosition(names [2]string, pos board.Position, state *board.Match, v board.Variant) (*Match, error) {
	if err := state.Validate(); err != nil {
		return nil, err
	}
	if err := pos.Validate(v); err != nil {
		return nil, err
	}
	if pos.Result() != 0 {
		return nil, fmt.Errorf("a side has no checkers left")
	}
	m := &Match{Length: state.Length, Names: names, Rules: Rules{Variant: v, Jacoby: state.Jacoby && state.Length == 0, Crawford: state.Length > 0}}
	g := Game{Score: state.Score, Crawford: state.Crawford, Cube: 1, Result: Result{Winner: board.Nobody}}
	g.Actions = []Action{{Kind: SetBoard, Player: state.Roller, Board: &pos}}
	if !plays(state.Owner) {
		g.Cube = state.Cube
	} else {
		g.Actions = append(g.Actions, Action{Kind: SetCube, Value: state.Cube}, Action{Kind: SetOwner, Player: state.Owner})
	}
	switch {
	case state.Doubled:
		g.Actions = append(g.Actions, Action{Kind: Double, Player: state.Roller})
	case state.Dice.Valid():
		g.Actions = append(g.Actions, Action{Kind: Rolled, Player: state.Roller, Roll: state.Dice})
	}
	m.Games = []Game{g}
	m.splitRatings()
	return m, nil
}
