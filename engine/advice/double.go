package advice

import (
	"context"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
)

// Doubling is a cube decision of the player on roll with its probabilities.
type Doubling struct {
	cube.Decision
	Chances engine.Probabilities // of the player on roll
	Roller  *RollerReport        // nil without a roller
	Timing  *Timing              // nil without a time
}

// Double returns the cube decision of the player on roll in a position that is not
// over, at stakes that are not nil.
func (a *Adviser) Double(ctx context.Context, pos *board.Position, st *cube.Stakes) (*Doubling, error) {
	d, by, err := ask(ctx, a, question[*Doubling]{
		search: func(ctx context.Context, a *Adviser) (*Doubling, error) {
			s, err := a.decider()
			if err != nil {
				return nil, err
			}
			decision, chances, err := s.Decide(ctx, pos, st)
			return &Doubling{Decision: decision, Chances: chances}, err
		},
		roll: func(ctx context.Context, r *Rolling, found *Doubling) (*Doubling, error) {
			if err := r.at(pos, st, &a.options); err != nil {
				return nil, err
			}
			d := *found
			d.Roller = &RollerReport{Level: search.RollerName(r.Size)}
			return &d, a.options.Roller.Double(ctx, r, &d)
		},
	})
	if err != nil {
		return nil, err
	}
	d.Timing = by.timing
	return d, nil
}

// CloseWithin is the usual bound of close decisions: that of GNU Backgammon 1.07.
const CloseWithin = 0.16

// Doubles has the normalised equities of doubling and not doubling for the
// player who decides, each followed by the best answer and the best play.
type Doubles struct {
	NoDouble, Double, Right float64
	pass                    bool // the correct answer to a double is a pass
	tooGood                 bool // playing on is better than cashing
}

// WeighDouble returns the equities of doubling and not doubling. With beaver
// set, the opponent may beaver: a double whose best answer is a beaver costs
// twice as much as with a take.
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

// Close reports whether the decision is close: a double costs less than the bound.
func (d *Doubles) Close(within float64) bool { return d.Right-d.Double < within }

// Lost returns the cost of having doubled or not.
func (d *Doubles) Lost(doubled bool) float64 {
	if doubled {
		return max(0, d.Right-d.Double)
	}
	return max(0, d.Right-d.NoDouble)
}

// Fault returns the fault of having doubled or not.
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
