package player

import (
	"context"
	"math/rand/v2"

	"gammonlab/board"
	"gammonlab/engine"
)

// Random plays random legal plays, with equal probability for each resulting
// position.
type Random struct {
	source rand.PCG
}

// NewRandom returns a random player. Its plays are determined by the seeds of
// NewGame.
func NewRandom() *Random { return &Random{} }

// NewGame implements [engine.Player].
func (r *Random) NewGame(seed uint64) { r.source.Seed(seed, 0) }

// Choose implements [engine.Player].
func (r *Random) Choose(_ context.Context, _ *board.Position, _ board.Roll, plays []board.Play) (int, error) {
	return rand.New(&r.source).IntN(len(plays)), nil
}

// Clone implements [engine.Player].
func (r *Random) Clone() engine.Player { return NewRandom() }
