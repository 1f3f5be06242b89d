package advice

import (
	"context"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
)

// lost is the winning chance below which a game counts as certainly lost:
// databases round to 1/65535.
const lost = 1e-4

// Resign returns the kind of resignation, 1 to 3, that costs the player on roll
// nothing because the loss and its points are certain, 0 if there is none. Only
// databases give certainty.
func (a *Adviser) Resign(pos *board.Position, st *cube.Stakes) int {
	p, _, known := a.Static().Databases().Evaluate(pos)
	if !known || p[engine.Win] > lost {
		return 0
	}
	least := func(kind int) bool { return st.Points(-kind) == st.Points(-3) } // a larger loss costs no more
	switch gammon, backgammon := p[engine.LoseGammon], p[engine.LoseBackgammon]; {
	case least(1) || gammon <= lost:
		return 1
	case gammon >= 1-lost && (least(2) || backgammon <= lost):
		return 2
	case backgammon >= 1-lost:
		return 3
	}
	return 0
}

// Resignation is an offer of the player on roll to resign, with values in the
// unit of that player's stakes.
type Resignation struct {
	PlayOn, GiveUp float64
	stakes         *cube.Stakes
}

// Offer compares a resignation of the kind, 1 for a single game to 3 for a
// backgammon, with playing on, with the dice of the match if there are any.
func (a *Adviser) Offer(ctx context.Context, pos *board.Position, m *board.Match, kind int) (*Resignation, error) {
	st, err := a.Stakes(m)
	if err != nil {
		return nil, err
	}
	value, err := a.valueRolled(ctx, pos, m.Dice, st)
	if err != nil {
		return nil, err
	}
	return NewResignation(st, value, kind), nil
}

// NewResignation returns an offer to resign. value is the value of the game to the player
// who offers.
func NewResignation(st *cube.Stakes, value float64, kind int) *Resignation {
	return &Resignation{value, st.Points(-kind), st}
}

// Accept reports whether the opponent should accept the offer: whether it is
// worth at least as much as playing on minus the margin, in normalised equity.
// The margin allows for the small errors of nets in certain positions.
func (r *Resignation) Accept(margin float64) bool {
	return r.stakes.Equity(r.GiveUp) <= r.stakes.Equity(r.PlayOn)+margin
}

// Opponent returns the values of playing on and accepting from the opponent's
// point of view, with the opponent's stakes.
func (r *Resignation) Opponent() (playOn, accept float64, stakes *cube.Stakes) {
	return r.stakes.Flip(r.PlayOn), r.stakes.Flip(r.GiveUp), r.stakes.Swap()
}
