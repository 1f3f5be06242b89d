package player

import (
	"context"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
)

// WithoutCube returns a [RulesPlayer] that plays as p and ignores cube and score: it never
// doubles, takes every double, and never beavers.
func WithoutCube(p engine.Player) RulesPlayer { return withoutCube{p} }

type withoutCube struct{ engine.Player }

// ChooseAt implements [CubePlayer].
func (w withoutCube) ChooseAt(ctx context.Context, pos *board.Position, _ *board.Match, roll board.Roll, plays []board.Play) (int, error) {
	return w.Choose(ctx, pos, roll, plays)
}

// Doubles implements [CubePlayer].
func (withoutCube) Doubles(context.Context, *board.Position, *board.Match) (bool, error) {
	return false, nil
}

// Takes implements [CubePlayer].
func (withoutCube) Takes(context.Context, *board.Position, *board.Match) (bool, error) {
	return true, nil
}

// SetRules implements [RulesPlayer]; the player needs no rules.
func (withoutCube) SetRules(*cube.MET, bool) {}

// Beavers implements [RulesPlayer].
func (withoutCube) Beavers(context.Context, *board.Position, *board.Match) (bool, error) {
	return false, nil
}

// Clone implements [engine.Player].
func (w withoutCube) Clone() engine.Player { return withoutCube{w.Player.Clone()} }
