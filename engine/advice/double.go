package advice

import (
	"context"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
)

// Doubling is a cube decision of the player on roll with what it is based on.
type Doubling struct {
	cube.Decision
	Chances engine.Probabilities // of the player on roll
}

// Double returns the cube decision of the player on roll in a position that is not
// over, at stakes that are not nil.
func (a *Adviser) Double(ctx context.Context, pos *board.Position, st *cube.Stakes) (*Doubling, error) {
	s, err := a.ahead()
	if err != nil {
		return nil, err
	}
	d, chances, err := s.Decide(ctx, pos, st)
	return &Doubling{d, chances}, err
}

// closeWithin is how much less than the right decision a double may be worth for
// the decision to count as close, as in GNU Backgammon.
const closeWithin = 0.16

// Doubles is a decision to double or not, in normalised equity of who decides, each
// with the best answer and the best play after it.
type Doubles struct {
	NoDouble, Double, Right float64
	pass                    bool // a double would have to be passed
	tooGood                 bool // the game is worth more than a pass
}

// WeighDouble returns what a decision to double is about. With beaver, who is
// doubled may redouble at once: a double that is best answered so costs twice what
// a take would.
func WeighDouble(e *cube.Alternatives, beaver bool) Doubles {
	d := Doubles{
		NoDouble: e.NoDouble, Double: min(e.DoubleTake, e.DoublePass), Right: e.Optimal,
		pass: e.DoubleTake > e.DoublePass, tooGood: e.NoDouble > e.DoublePass,
	}
	if beaver && e.DoubleTake < 0 {
		d.Double = 2 * e.DoubleTake
		d.Right = max(d.NoDouble, d.Double)
	}
	return d
}

// Close reports whether the decision is not obvious.
func (d *Doubles) Close() bool { return d.Right-d.Double < closeWithin }

// Lost returns what it cost to double or not.
func (d *Doubles) Lost(doubled bool) float64 {
	if doubled {
		return max(0, d.Right-d.Double)
	}
	return max(0, d.Right-d.NoDouble)
}

// Fault says what is wrong with having doubled or not.
func (d *Doubles) Fault(doubled bool) Fault {
	switch {
	case d.Lost(doubled) <= 0:
		return NoFault
	case doubled && d.tooGood:
		return LostGammon
	case doubled:
		return WrongDouble
	case d.pass:
		return MissedCash
	}
	return MissedDouble
}
