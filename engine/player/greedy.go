package player

import (
	"context"

	"gammonlab/board"
	"gammonlab/engine"
)

// Greedy plays what its evaluator thinks best without looking ahead (gnubg's
// 0-ply): the play with the highest cubeless equity, the first of equals. It
// handles the cube as gnubg does at 0 plies. It serves one goroutine and without
// the cube allocates nothing in use.
type Greedy struct {
	hand
}

// NewGreedy returns a player by the evaluator, which is then the player's own.
func NewGreedy(eval engine.Evaluator) *Greedy { return &Greedy{hand{eval: engine.NewFull(eval)}} }

// NewGame implements [engine.Player]; nothing here is random.
func (g *Greedy) NewGame(uint64) {}

// Choose implements [engine.Player].
func (g *Greedy) Choose(_ context.Context, pos *board.Position, _ board.Roll, plays []board.Play) (int, error) {
	best, _ := g.eval.Best(pos, plays)
	return best, nil
}

// Clone implements [engine.Player]; the clone shares the model.
func (g *Greedy) Clone() engine.Player {
	return &Greedy{hand{eval: g.eval.Clone(), rules: g.rules}}
}
