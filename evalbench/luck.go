package evalbench

import (
	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
)

// luck takes the luck of rolls off results.
type luck struct {
	*advice.Luck
	stakes stakes
}

func newLuck(m *Match) *luck {
	precision := advice.Quick
	if m.FullLuck {
		precision = advice.Full
	}
	return &luck{advice.NewLuck(engine.NewFull(m.Luck).Clone(), precision, nil), stakes{met: m.Form.MET}}
}

// takeLuck takes the luck of a roll off A's result.
func (t *table) takeLuck(side int, roll board.Roll) error {
	var st *cube.Stakes
	scale := 1.0
	if t.match.Form != (Form{}) {
		var err error
		if st, err = t.luck.stakes.of(&t.state); err != nil {
			return err
		}
		scale = float64(t.state.Cube)
		if t.match.Form.Length > 0 {
			scale = 2 // from chances to the difference of won and lost
		}
	}
	if side == sideB {
		scale = -scale
	}
	t.taken += scale * t.luck.Of(&t.pos, roll, st, t.opening)
	return nil
}
