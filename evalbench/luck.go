package evalbench

import (
	"gammonlab/board"
	rules "gammonlab/board/game"
	"gammonlab/engine"
	"gammonlab/engine/advice"
)

// newLuck returns the adviser that computes luck.
func newLuck(m *Match) *advice.Adviser {
	o := advice.Options{MET: m.MET.Table, Luck: advice.Quick}
	if m.FullLuck {
		o.Luck = advice.Full
	}
	return advice.OfStatic(engine.NewFull(m.Luck.Evaluator).Clone(), o)
}

// addLuck adds the luck of a roll to A's luck.
func (t *gameRunner) addLuck(side int, roll board.Roll) error {
	st, err := t.stakes(t.luck)
	if err != nil {
		return err
	}
	luck := t.luck.LuckOf(&t.state.Position, roll, st, openingOf(&t.state))
	if st != nil {
		luck = advice.NewAmount(st, luck).Cost
	}
	if t.match.Rules.Length > 0 {
		luck *= 2 // from winning chances to wins less losses
	}
	if side == sideB {
		luck = -luck
	}
	t.luckOfA += luck
	return nil
}

// openingOf returns the kind of opening of the current roll.
func openingOf(s *rules.State) advice.Opening {
	switch {
	case !s.Opening:
		return advice.NotOpening
	case s.Thrown:
		return advice.BeginsDice
	}
	return advice.BeginsFixed
}
