package positions

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
)

// Decision is a roll to be played, or a decision whether to double.
type Decision struct {
	Position board.Position // seen by the player on roll

	Roll  board.Roll // the zero Roll for a cube decision
	Moves []Move     // plays of the roll, at least one, the best first

	// State is the score and the cube; the zero State for a roll whose equities are
	// cubeless. With a State, equities are cubeful and normalised to the present cube.
	State cube.State

	NoDouble, Take Outcome // of a cube decision, for the player on roll

	// Of decisions of records, not in files: the program and the level of the analysis, and for
	// cube decisions whether the record has a double, which asks for an answer.
	Level   string
	Doubled bool
}

// Move is a play of a roll.
type Move struct {
	Result board.Position // seen by the opponent, who is then on roll
	Outcome
}

// Outcome is the value of a choice for the player who makes it.
type Outcome struct {
	Equity float64

	// Rolled is set if the choice was rolled out; otherwise the equity is that of a
	// search, and the fields below are not set.
	Rolled        bool
	Error         float64 // standard error of the equity, 0 if the equity is exact or the error is unknown
	Behind        float64 // standard error of the difference from the best play, or from no double; 0 if unknown
	Trials        int     // 0 if unknown
	Probabilities engine.Probabilities
}

// passed is the normalised equity of a double that is dropped.
const passed = 1

// IsCube reports whether the decision is about the cube.
func (d *Decision) IsCube() bool { return d.Roll == board.Roll{} }

// interesting reports whether the plays of a roll differ: false if all were rolled out
// and have the same equity. It is true for cube decisions.
func (d *Decision) interesting() bool {
	if d.IsCube() {
		return true
	}
	return slices.ContainsFunc(d.Moves, func(m Move) bool {
		return !m.Rolled || m.Probabilities != d.Moves[0].Probabilities
	})
}

// find returns the play that leads to the position, nil if it is not listed.
func (d *Decision) find(result *board.Position) *Move {
	for i := range d.Moves {
		if d.Moves[i].Result == *result {
			return &d.Moves[i]
		}
	}
	return nil
}

// worst returns the play with the largest cost.
func (d *Decision) worst() *Move {
	worst := &d.Moves[0]
	for i := range d.Moves {
		if d.Moves[i].Equity < worst.Equity {
			worst = &d.Moves[i]
		}
	}
	return worst
}

// doubled returns the equity of a double with the best answer.
func (d *Decision) doubled() float64 { return min(d.Take.Equity, passed) }

// check returns an error for a decision that is invalid in the variant.
func (d *Decision) check(v board.Variant) error {
	if err := d.Position.Validate(v); err != nil {
		return fmt.Errorf("position: %w", err)
	}
	if d.Position.Result() != 0 {
		return errors.New("position: the game is over")
	}
	if err := checkState(&d.State, d.IsCube()); err != nil {
		return err
	}
	if d.IsCube() {
		return d.checkCube()
	}
	return d.checkRoll()
}

// checkState returns an error for a state that the decision cannot have.
func checkState(s *cube.State, double bool) error {
	if *s == (cube.State{}) && !double {
		return nil // a cubeless roll
	}
	if err := s.Validate(); err != nil {
		return err
	}
	if double && !s.MayDouble() {
		return errors.New("match: the player on roll may not double")
	}
	return nil
}

func (d *Decision) checkCube() error {
	if err := d.NoDouble.check(); err != nil {
		return fmt.Errorf("no_double: %w", err)
	}
	if err := d.Take.check(); err != nil {
		return fmt.Errorf("take: %w", err)
	}
	return nil
}

func (d *Decision) checkRoll() error {
	for _, die := range d.Roll {
		if die < 1 || die > 6 {
			return fmt.Errorf("roll: a die of %d, want 1 to 6", die)
		}
	}
	if len(d.Moves) == 0 {
		return errors.New("moves: there are none")
	}
	legal := map[board.Position]bool{}
	for _, p := range board.Plays(d.Position, d.Roll) {
		legal[p.Result] = true
	}
	for i := range d.Moves {
		m := &d.Moves[i]
		if !legal[m.Result] {
			return fmt.Errorf("moves: no play of %v leads to %s, or it is there twice", d.Roll, m.Result.ID())
		}
		legal[m.Result] = false
		if err := m.check(); err != nil {
			return fmt.Errorf("moves: %s: %w", m.Result.ID(), err)
		}
		if m.Equity > d.Moves[0].Equity {
			return fmt.Errorf("moves: %s is better than the first", m.Result.ID())
		}
	}
	return nil
}

// mostEquity bounds the absolute value of equities: after several doubles they can exceed
// that of a backgammon.
const mostEquity = 100

func (o *Outcome) check() error {
	switch {
	case !(math.Abs(o.Equity) <= mostEquity): // rejects NaN, too
		return fmt.Errorf("equity is %v, want -%d to %d", o.Equity, mostEquity, mostEquity)
	case !(o.Error >= 0 && o.Error <= mostEquity):
		return fmt.Errorf("error is %v, want 0 to %d", o.Error, mostEquity)
	case !(o.Behind >= 0 && o.Behind <= mostEquity):
		return fmt.Errorf("difference_error is %v, want 0 to %d", o.Behind, mostEquity)
	case o.Trials < 0:
		return fmt.Errorf("trials is %d, want 0 or more", o.Trials)
	}
	for k, p := range o.Probabilities {
		if !(p >= 0 && p <= 1) {
			return fmt.Errorf("chances: number %d is %v, want 0 to 1", k+1, p)
		}
	}
	return nil
}
