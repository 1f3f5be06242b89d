package player

import (
	"context"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
)

// adviser plays the decisions of an adviser, with or without the cube.
type adviser struct {
	advice *advice.Adviser

	// perturb, if not nil, changes a cube decision of the adviser at the stakes.
	perturb func(pos *board.Position, st *cube.Stakes, d *advice.Doubling)
}

// SetRules sets the match equity table, nil for the default, and whether
// beavers are allowed in money games. The initial rules are the default table
// and no beavers. Clones have the same rules.
func (a *adviser) SetRules(met *cube.MET, beavers bool) {
	a.advice.SetRules(met, beavers)
}

// Choose implements [engine.Player]: it returns the play with the highest
// cubeless equity.
func (a *adviser) Choose(ctx context.Context, pos *board.Position, _ board.Roll, plays []board.Play) (int, error) {
	return a.advice.Best(ctx, pos, plays, nil)
}

// ChooseAt returns the index of the play with the highest cubeful value at the
// score of the match, whose player on roll has rolled.
func (a *adviser) ChooseAt(ctx context.Context, pos *board.Position, m *board.Match, _ board.Roll, plays []board.Play) (int, error) {
	if len(plays) == 1 {
		return 0, nil
	}
	st, err := a.advice.Stakes(m)
	if err != nil {
		return 0, err
	}
	return a.advice.Best(ctx, pos, plays, st)
}

// Doubles reports whether the player on roll, who may double, should double.
func (a *adviser) Doubles(ctx context.Context, pos *board.Position, m *board.Match) (bool, error) {
	d, err := a.doubling(ctx, pos, m)
	return err == nil && d.Double(), err
}

// Decide implements [Decider].
func (a *adviser) Decide(ctx context.Context, pos *board.Position, m *board.Match) (*cube.Decision, error) {
	d, err := a.doubling(ctx, pos, m)
	if err != nil {
		return nil, err
	}
	return &d.Decision, nil
}

// Takes reports whether the opponent of the player on roll, who has doubled,
// should take. After a beaver it reports whether the doubler should take.
func (a *adviser) Takes(ctx context.Context, pos *board.Position, m *board.Match) (bool, error) {
	d, err := a.doubling(ctx, pos, m)
	return err == nil && d.Action != cube.NotAvailable && d.Answers(m, false).Best() == game.Take, err
}

// Beavers reports whether the player who must answer the double on offer should
// beaver.
func (a *adviser) Beavers(ctx context.Context, pos *board.Position, m *board.Match) (bool, error) {
	d, err := a.doubling(ctx, pos, m)
	return err == nil && d.Answers(m, true).Best() == game.Beaver, err
}

// doubling returns the cube decision of the player on roll.
func (a *adviser) doubling(ctx context.Context, pos *board.Position, m *board.Match) (*advice.Doubling, error) {
	st, err := a.advice.Stakes(m)
	if err != nil {
		return nil, err
	}
	return a.decide(ctx, pos, st)
}

// decide returns the cube decision of the player on roll at the stakes.
func (a *adviser) decide(ctx context.Context, pos *board.Position, st *cube.Stakes) (*advice.Doubling, error) {
	d, err := a.advice.Double(ctx, pos, st)
	if err == nil && a.perturb != nil {
		a.perturb(pos, st, d)
	}
	return d, err
}
