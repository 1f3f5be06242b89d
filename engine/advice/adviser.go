package advice

import (
	"context"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/cubeful"
	"gammonlab/engine/search"
)

// Options are the settings of an adviser. The zero value uses the default match
// equity table, and no beavers in money games.
type Options struct {
	MET     *cube.MET // for matches; nil for the default
	OwnMET  string    // name of MET if SetRules must not replace it; "" if it may
	Beavers bool      // beavers are allowed in money games
	NoCube  bool      // no cube; in matches the score still counts

	Efficiency *cube.Efficiency // nil for the model's, see [cube.EfficiencyOf]
	Luck       Precision        // of the luck of rolls
	Roller     Roller           // of a searcher whose options have rollers
}

// Adviser evaluates decisions with look-ahead: with the cube and at the score
// of the stakes, or by cubeless money equity if the stakes are nil. It is not
// safe for concurrent use; [Adviser.Clone] returns one for another goroutine.
type Adviser struct {
	options Options
	search  *search.Searcher
	cubeful *cubeful.Searcher // nil until first use
	decides *cubeful.Searcher // of cube decisions, nil until first use
	luck    *luckOfRolls      // nil until first use
	shallow []*Adviser        // by plies, of an adviser with a time; nil until first use
	stakes  stakes
}

// New returns an adviser with the searcher, which the caller must not use
// afterwards.
func New(s *search.Searcher, o Options) *Adviser { return &Adviser{options: o, search: s} }

// OfStatic returns an adviser without look-ahead (gnubg's 0-ply). The caller
// must not use the evaluator afterwards.
func OfStatic(e engine.Evaluator, o Options) *Adviser {
	s, err := search.New(e, search.Options{})
	if err != nil {
		panic(err) // 0 plies are always valid
	}
	return New(s, o)
}

// Clone returns an adviser for another goroutine, which shares the model and
// the cache of the search.
func (a *Adviser) Clone() *Adviser { return New(a.search.Clone(), a.options) }

// Uncached returns an adviser with the same decisions for another goroutine, whose search
// keeps no evaluations from one question to the next.
func (a *Adviser) Uncached() *Adviser {
	o := a.search.Options()
	o.CacheBytes = -1
	s, err := search.New(a.Static().Clone(), o)
	if err != nil {
		panic(err) // the options are those of a searcher
	}
	return New(s, a.options)
}

// SetRules sets the match equity table, nil for the default, unless the adviser has its
// own one, and whether beavers are allowed in money games.
func (a *Adviser) SetRules(met *cube.MET, beavers bool) {
	if a.options.OwnMET != "" {
		met = a.options.MET
	}
	if a.options.MET != met || a.options.Beavers != beavers {
		a.options.MET, a.options.Beavers = met, beavers
		a.stakes, a.shallow = stakes{}, nil
	}
}

// OwnMET returns the name of the table that SetRules does not replace, "" for none.
func (a *Adviser) OwnMET() string { return a.options.OwnMET }

// Static returns the adviser's evaluator. It must not be used concurrently with
// the adviser.
func (a *Adviser) Static() *engine.Full { return a.search.Static() }

// Plies returns the look-ahead of the adviser, except that of cube decisions. With a time it
// is that of all but decisions.
func (a *Adviser) Plies() int { return a.search.Options().Plies }

// CubePlies returns the look-ahead of cube decisions.
func (a *Adviser) CubePlies() int {
	o := a.search.Options()
	return o.Depths().ForCube()
}

// PliesOf returns the look-ahead of the decision with a roll: of its plays or, for the zero
// Roll, of the double.
func (a *Adviser) PliesOf(roll board.Roll) int {
	if roll == (board.Roll{}) {
		return a.CubePlies()
	}
	return a.Plies()
}

// ahead returns the cubeful searcher. It is created on first use, because most
// games of nets do not use the cube.
func (a *Adviser) ahead() (*cubeful.Searcher, error) {
	if a.cubeful != nil {
		return a.cubeful, nil
	}
	var err error
	a.cubeful, err = a.cubefulSearcher(a.Plies())
	return a.cubeful, err
}

// decider returns the searcher of cube decisions.
func (a *Adviser) decider() (*cubeful.Searcher, error) {
	plies := a.CubePlies()
	if plies == a.Plies() {
		return a.ahead()
	}
	if a.decides != nil {
		return a.decides, nil
	}
	var err error
	a.decides, err = a.cubefulSearcher(plies)
	return a.decides, err
}

// cubefulSearcher returns a searcher with the cube.
func (a *Adviser) cubefulSearcher(plies int) (*cubeful.Searcher, error) {
	o := a.search.Options()
	o.Plies = plies
	return cubeful.New(a.search.Static(), cubeful.Options{
		Depth: o.Depth, NoPruning: o.NoPruning, Workers: o.Workers, Efficiency: a.options.Efficiency,
	})
}

// Efficiency returns the cube efficiencies that were set, nil for the model's.
func (a *Adviser) Efficiency() *cube.Efficiency { return a.options.Efficiency }

// SearchOptions returns the options of the adviser's searcher.
func (a *Adviser) SearchOptions() search.Options { return a.search.Options() }

// withCube reports whether decisions at the stakes are made with the cube.
func (a *Adviser) withCube(st *cube.Stakes) bool { return st != nil && !a.options.NoCube }

// EvaluateContext sets dst to the probabilities of the positions' players on
// roll, before the roll.
func (a *Adviser) EvaluateContext(ctx context.Context, dst []engine.Probabilities, positions []board.Position) error {
	return a.search.EvaluateContext(ctx, dst, positions)
}

// Chances returns the probabilities of the player on roll, before the roll.
func (a *Adviser) Chances(ctx context.Context, pos *board.Position) (engine.Probabilities, error) {
	var p [1]engine.Probabilities
	err := a.search.EvaluateContext(ctx, p[:], []board.Position{*pos})
	return p[0], err
}

// Value returns the value of a position before the roll to the player on roll,
// who makes the better of double and no double, and that player's
// probabilities. The value is in the unit of the stakes, or in cubeless points
// if they are nil.
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

// valueRolled is Value after the best play of the roll, if there is a roll and
// it can be played.
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

// LuckOfEach returns [Adviser.LuckOf] for each of [board.Rolls], if they are
// not the first roll of a game.
func (a *Adviser) LuckOfEach(pos *board.Position, st *cube.Stakes) [len(board.Rolls)]float64 {
	return a.lucky().ofEach(pos, st)
}

// lucky returns the adviser's luckOfRolls and creates it on first use.
func (a *Adviser) lucky() *luckOfRolls {
	if a.luck == nil {
		a.luck = newLuck(a.Static(), a.options.Luck, a.options.Efficiency)
	}
	return a.luck
}
