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
	Outputs // how many there are
)

// Probabilities are the chances of the player on roll, before the dice: to win,
// to win a gammon or more, to win a backgammon, to lose a gammon or more, to
// lose a backgammon. They are cumulative, as gnubg prints them.
type Probabilities [Outputs]float32

// Equity returns the cubeless money equity, in points per game.
func (p *Probabilities) Equity() float32 {
	return 2*p[Win] - 1 + p[WinGammon] - p[LoseGammon] + p[WinBackgammon] - p[LoseBackgammon]
}

// Swap returns the same chances seen by the other player.
func (p Probabilities) Swap() Probabilities {
	return Probabilities{1 - p[Win], p[LoseGammon], p[LoseBackgammon], p[WinGammon], p[WinBackgammon]}
}

// Certain returns the probabilities of a finished game for the player that the
// result is given for; the result must not be 0.
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

// Evaluator says what positions are worth: a net, a set of nets by class, a
// database or a rollout.
type Evaluator interface {
	// Evaluate sets dst[i] to the probabilities of positions[i], for its player
	// on roll; len(dst) must equal len(positions). The answer for a position
	// does not depend on the others in the batch. Unless its documentation says
	// otherwise an Evaluator serves one goroutine.
	Evaluate(dst []Probabilities, positions []board.Position)
}

// Player chooses plays.
type Player interface {
	// NewGame tells the player that a game begins. Whatever is random in its
	// play is drawn from the seed, so that a game can be played again.
	NewGame(seed uint64)

	// Choose returns the index of its choice among the legal plays of the roll
	// in pos, of which there is at least one. A player that takes long returns
	// an error soon after ctx ends; a quick one may answer all the same.
	Choose(ctx context.Context, pos *board.Position, roll board.Roll, plays []board.Play) (int, error)

	// Clone returns a player of the same strength for another goroutine.
	Clone() Player
}
