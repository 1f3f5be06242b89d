package bot

import (
	"gammonlab/board"
	"gammonlab/board/record"
)

// seeCube records a double and its answer.
func (r *Recorder) seeCube(v *View) {
	if !r.state.Match.Doubled && r.state.Match.Cube < v.Match.Cube || v.Match.Doubled && !r.state.Match.Doubled {
		r.Double()
	}
	if r.state.Match.Doubled && !v.Match.Doubled {
		r.Take()
	}
}

// Double records a double by the player on roll.
func (r *Recorder) Double() {
	if r.over || r.state.Double() != nil {
		return
	}
	r.add(record.Action{Kind: record.Double, Player: r.state.Match.Roller})
}

// Take records that the double was taken.
func (r *Recorder) Take() {
	if r.over {
		return
	}
	taker := r.state.Match.Turn
	if r.state.Take() == nil {
		r.add(record.Action{Kind: record.Take, Player: taker})
	}
}

// agrees reports whether the record has the same board and cube as the view.
func (r *Recorder) agrees(v *View) bool {
	m := &r.state.Match
	return m.Roller == v.Match.Roller && r.state.Position == v.Position &&
		m.Cube == v.Match.Cube && m.Owner == v.Match.Owner && m.Doubled == v.Match.Doubled
}

// put sets the board and the cube of the record to those of the view.
func (r *Recorder) put(v *View) {
	pos := v.Position
	r.add(record.Action{Kind: record.SetBoard, Player: v.Match.Roller, Board: &pos})
	r.add(record.Action{Kind: record.SetCube, Value: v.Match.Cube})
	r.add(record.Action{Kind: record.SetOwner, Player: v.Match.Owner})
	crawford := r.state.Match.Crawford
	r.state.Position, r.state.Match = v.Position, v.Match
	r.state.Match.Crawford, r.state.Match.Doubled, r.state.Match.Dice = crawford, false, board.Roll{}
	r.state.Match.Turn, r.state.Match.State = v.Match.Roller, board.Playing
	if v.Match.Doubled {
		r.Double()
	}
}
