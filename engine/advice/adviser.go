package advice

import (
	"context"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
	"gammonlab/engine/search/cubeful"
)

// Options are what an adviser must know besides positions and states of matches.
// The zero value plays matches by the default table and money games without beavers.
type Options struct {
	MET     *cube.MET // of matches; nil for the default
	Beavers bool      // who is doubled in a money game may redouble at once
	NoCube  bool      // nobody doubles; in matches the score counts all the same

	Efficiency *cube.Efficiency // nil for the default
	Luck       Precision        // of luck
}

// Adviser says what its evaluator thinks of decisions after looking ahead: with
// the cube and at the score of the stakes, or by the cubeless money equity where
// the stakes are nil. It serves one goroutine; [Adviser.Clone] gives another one
// its own.
type Adviser struct {
	options Options
	search  *search.Searcher
	cubeful *cubeful.Searcher // nil until it is needed
	luck    *luckOfRolls      // likewise
	stakes  stakes
}

// New returns an adviser that looks ahead as the searcher does, which is then the
// adviser's own.
func New(s *search.Searcher, o Options) *Adviser { return &Adviser{options: o, search: s} }

// OfStatic returns an adviser that does not look ahead (gnubg's 0-ply). The
// evaluator is then the adviser's own.
func OfStatic(e engine.Evaluator, o Options) *Adviser {
	s, err := search.New(e, search.Options{})
	if err != nil {
		panic(err) // 0 plies are never too many
	}
	return New(s, o)
}

// Clone returns an adviser for another goroutine, which shares the model and what
// the search has cached.
func (a *Adviser) Clone() *Adviser { return New(a.search.Clone(), a.options) }

// SetRules has the adviser play matches by a table, the default one if it is nil,
// and money games with beavers or without.
func (a *Adviser) SetRules(met *cube.MET, beavers bool) {
	if a.options.MET != met || a.options.Beavers != beavers {
		a.options.MET, a.options.Beavers = met, beavers
		a.stakes = stakes{}
	}
}

// Static returns the evaluator, which is in use while the adviser is.
func (a *Adviser) Static() *engine.Full { return a.search.Static() }

// Plies returns how far the adviser looks ahead.
func (a *Adviser) Plies() int { return a.search.Options().Plies }

// ahead returns what looks ahead with the cube. It is made when the cube first
// matters, which it does not in most games of nets.
func (a *Adviser) ahead() (*cubeful.Searcher, error) {
	if a.cubeful != nil {
		return a.cubeful, nil
	}
	o := a.search.Options()
	s, err := cubeful.New(a.search.Static(), cubeful.Options{
		Plies: o.Plies, Filter: o.Filter, NoPruning: o.NoPruning, Workers: o.Workers, Efficiency: a.options.Efficiency,
	})
	a.cubeful = s
	return s, err
}

// SearchOptions returns those of the adviser's searcher.
func (a *Adviser) SearchOptions() search.Options { return a.search.Options() }

// withCube reports whether decisions at the stakes are made with the cube.
func (a *Adviser) withCube(st *cube.Stakes) bool { return st != nil && !a.options.NoCube }

// EvaluateContext sets dst to the chances of the positions' players on roll, before
// the dice.
func (a *Adviser) EvaluateContext(ctx context.Context, dst []engine.Probabilities, positions []board.Position) error {
	return a.search.EvaluateContext(ctx, dst, positions)
}

// Chances returns those of the player on roll, before the dice.
func (a *Adviser) Chances(ctx context.Context, pos *board.Position) (engine.Probabilities, error) {
	var p [1]engine.Probabilities
	err := a.search.EvaluateContext(ctx, p[:], []board.Position{*pos})
	return p[0], err
}

// Value returns what a position is worth to the player on roll before the dice,
// who doubles or not, whatever is better, in the unit of the stakes or in cubeless
// points, and that player's chances.
func (a *Adviser) Value(ctx context.Context, pos *board.Position, st *cube.Stakes) (float64, engine.Probabilities, error) {
	if a.withCube(st) {
		s, err := a.ahead()
		if err != nil {
			return 0, engine.Probabilities{}, err
		}
		return s.Value(ctx, pos, st)
	}
	p, err := a.Chances(ctx, pos)
	if st == nil {
		return float64(p.Equity()), p, err
	}
	return st.Dead(&p), p, err
}

// valueRolled is Value, but with the best play of the roll if one is thrown that
// can be played.
func (a *Adviser) valueRolled(ctx context.Context, pos *board.Position, roll board.Roll, st *cube.Stakes) (float64, error) {
	if roll != (board.Roll{}) {
		if plays := board.Plays(*pos, roll); len(plays) > 0 {
			ranked, err := a.Rank(ctx, pos, plays, st)
			if err != nil {
				return 0, err
			}
			return ranked[0].Value, nil
		}
	}
	value, _, err := a.Value(ctx, pos, st)
	return value, err
}

// LuckOf returns the luck of a roll for the player on roll, in the unit of the
// stakes, or in cubeless points if they are nil.
func (a *Adviser) LuckOf(pos *board.Position, roll board.Roll, st *cube.Stakes, opening Opening) float64 {
	return a.lucky().of(pos, roll, st, opening)
}

// LuckOfEach is [Adviser.LuckOf] of each of [board.Rolls], where they are not the
// first of a game.
func (a *Adviser) LuckOfEach(pos *board.Position, st *cube.Stakes) [len(board.Rolls)]float64 {
	return a.lucky().ofEach(pos, st)
}

// lucky returns what computes luck.
func (a *Adviser) lucky() *luckOfRolls {
	if a.luck == nil {
		a.luck = newLuck(a.Static(), a.options.Luck, a.options.Efficiency)
	}
	return a.luck
}
