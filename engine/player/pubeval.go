package player

import (
	"context"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/pubeval"
)

// Pubeval is Tesauro's public benchmark player (rec.games.backgammon, 1993): a linear
// evaluation of the position after the play. It ignores gammons and the cube. The zero value
// is ready for use, has no state and is safe for concurrent use.
type Pubeval struct{ by pubeval.Player }

// NewGame implements [engine.Player]; nothing here is random.
func (Pubeval) NewGame(uint64) {}

// Clone implements [engine.Player].
func (p Pubeval) Clone() engine.Player { return p }

// Choose implements [engine.Player].
func (p Pubeval) Choose(ctx context.Context, pos *board.Position, roll board.Roll, plays []board.Play) (int, error) {
	return p.by.Choose(ctx, pos, roll, plays)
}
