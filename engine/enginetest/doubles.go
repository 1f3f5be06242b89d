package enginetest

import (
	"context"
	"fmt"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
)

// Fake is an evaluator with given results. Finished games need none; any other
// position without a result fails the test.
type Fake struct {
	TB      testing.TB
	Answers map[board.Position]engine.Probabilities
	Calls   int // number of positions evaluated
}

// Evaluate implements [engine.Evaluator].
func (f *Fake) Evaluate(dst []engine.Probabilities, positions []board.Position) {
	f.TB.Helper()
	for i := range positions {
		f.Calls++
		if r := positions[i].Result(); r != 0 {
			dst[i] = engine.Certain(r)
			continue
		}
		answer, ok := f.Answers[positions[i]]
		if !ok {
			f.TB.Errorf("unexpected position %s", positions[i].ID())
		}
		dst[i] = answer
	}
}

// Pips is an evaluator without optional interfaces: it compares the pip counts.
type Pips struct{}

// Evaluate implements [engine.Evaluator].
func (Pips) Evaluate(dst []engine.Probabilities, positions []board.Position) {
	for i := range positions {
		pos := &positions[i]
		if r := pos.Result(); r != 0 {
			dst[i] = engine.Certain(r)
			continue
		}
		own, opp := float32(pos.Own.Pips()), float32(pos.Opp.Pips())
		win := opp / (own + opp)
		dst[i] = engine.Probabilities{win, win / 4, win / 50, (1 - win) / 4, (1 - win) / 50}
		dst[i].RuleOut(pos)
	}
}

// PlayerFunc is a player that chooses plays by a function.
type PlayerFunc func(ctx context.Context, pos *board.Position, roll board.Roll, plays []board.Play) (int, error)

// NewGame implements [engine.Player].
func (f PlayerFunc) NewGame(uint64) {}

// Choose implements [engine.Player].
func (f PlayerFunc) Choose(ctx context.Context, pos *board.Position, roll board.Roll, plays []board.Play) (int, error) {
	return f(ctx, pos, roll, plays)
}

// Clone implements [engine.Player]; the function must then be safe for
// concurrent use.
func (f PlayerFunc) Clone() engine.Player { return f }

// Script is a player that makes the given choices, by index, from the first one
// in each game. It returns an error when they are used up.
type Script struct {
	choices []int
	next    int
}

// NewScript returns a player with the given choices.
func NewScript(choices ...int) *Script { return &Script{choices: choices} }

// NewGame implements [engine.Player].
func (s *Script) NewGame(uint64) { s.next = 0 }

// Choose implements [engine.Player].
func (s *Script) Choose(context.Context, *board.Position, board.Roll, []board.Play) (int, error) {
	if s.next == len(s.choices) {
		return 0, fmt.Errorf("the script has only %d choices", len(s.choices))
	}
	s.next++
	return s.choices[s.next-1], nil
}

// Clone implements [engine.Player].
func (s *Script) Clone() engine.Player { return NewScript(s.choices...) }
