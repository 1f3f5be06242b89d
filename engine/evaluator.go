package engine

import (
	"context"

	"gammonlab/board"
)

// Indexes of the five [Probabilities].
const (
	Win = iota
	WinGammon
	WinBackgammon
	LoseGammon
	LoseBackgammon
	Outputs // number of outputs
)

// Probabilities are the cumulative probabilities of the player on roll, before
// the roll: to win, to win a gammon or more, to win a backgammon, to lose a
// gammon or more, to lose a backgammon. Each is from 0 to 1. gnubg prints the
// same numbers.
type Probabilities [Outputs]float32

// Equity returns the cubeless money equity, in points per game.
func (p *Probabilities) Equity() float32 {
	return 2*p[Win] - 1 + p[WinGammon] - p[LoseGammon] + p[WinBackgammon] - p[LoseBackgammon]
}

// Swap returns the same probabilities from the other player's point of view.
func (p Probabilities) Swap() Probabilities {
	return Probabilities{1 - p[Win], p[LoseGammon], p[LoseBackgammon], p[WinGammon], p[WinBackgammon]}
}

// Certain returns the probabilities of a finished game from the point of view
// of the result's player. The result must not be 0.
func Certain(r board.Result) Probabilities {
	var p Probabilities
	if r > 0 {
		p[Win] = 1
	}
	switch r {
	case 3:
		p[WinGammon], p[WinBackgammon] = 1, 1
	case 2:
		p[WinGammon] = 1
	case -2:
		p[LoseGammon] = 1
	case -3:
		p[LoseGammon], p[LoseBackgammon] = 1, 1
	}
	return p
}

// Evaluator returns the probabilities of positions: a net, a set of nets by
// class, a database or a rollout.
type Evaluator interface {
	// Evaluate sets dst[i] to the probabilities of positions[i], for its player on
	// roll; len(dst) must equal len(positions). The result for a position does not
	// depend on the others in the batch. Unless documented otherwise, an Evaluator
	// is not safe for concurrent use.
	Evaluate(dst []Probabilities, positions []board.Position)
}

// Player chooses plays.
type Player interface {
	// NewGame is called at the start of each game. All random choices of the player
	// depend only on the seed, so a game can be repeated.
	NewGame(seed uint64)

	// Choose returns the index of a play among the legal plays of the roll in pos,
	// of which there must be at least one. A slow player returns an error soon
	// after ctx ends; a fast one may ignore ctx.
	Choose(ctx context.Context, pos *board.Position, roll board.Roll, plays []board.Play) (int, error)

	// Clone returns an equal player for another goroutine.
	Clone() Player
}
