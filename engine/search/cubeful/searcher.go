package cubeful

import (
	"context"
	"fmt"
	"slices"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
)

// Options say how far and how broadly to look ahead.
type Options struct {
	Plies      int              // 0 to search.MaxPlies
	Filter     search.Filter    // which plays of a roll [Searcher.Rank] looks at how far
	NoPruning  bool             // ask the full nets about all plays, even if there are pruning nets
	Efficiency *cube.Efficiency // nil for the default
}

// Searcher looks ahead with the cube. Its answers do not depend on what it was
// asked before. It serves one goroutine; [Searcher.Clone] gives another one its
// own.
type Searcher struct {
	options    Options
	efficiency cube.Efficiency
	static     *engine.Static
	chooser    *search.Chooser
	choice     *cube.Stakes // at which the chooser values plays, for who is then on roll
	first      *cube.Stakes // the same for the roll at hand
	root       []*cube.Stakes
	levels     []level
	pos        [1]board.Position
	p          [1]engine.Probabilities
	err        error // why the answer in hand is none
}

// level holds what a node of the search needs, by its plies.
type level struct {
	children []search.Child
	below    []*cube.Stakes // at which its children are, for their player on roll
	values   []float64      // of a child at below
}

// New returns a searcher with the evaluator, which is then the searcher's own.
func New(static *engine.Static, options Options) (*Searcher, error) {
	if options.Plies < 0 || options.Plies > search.MaxPlies {
		return nil, fmt.Errorf("cubeful: %d plies, want 0 to %d", options.Plies, search.MaxPlies)
	}
	s := &Searcher{options: options, static: static, efficiency: cube.DefaultEfficiency()}
	if options.Efficiency != nil {
		s.efficiency = *options.Efficiency
	}
	if options.Plies > 0 {
		s.chooser = search.NewChooser(static, !options.NoPruning, s.score)
		s.levels = make([]level, options.Plies+1)
	}
	return s, nil
}

// Clone returns a searcher for another goroutine, which shares the model.
func (s *Searcher) Clone() *Searcher {
	clone, err := New(s.static.Clone(), s.options)
	if err != nil {
		panic(err) // the options were good before
	}
	return clone
}

// Static returns the evaluator behind the searcher, which is in use while the
// searcher is.
func (s *Searcher) Static() *engine.Static { return s.static }

// Options returns what the searcher was made with.
func (s *Searcher) Options() Options { return s.options }

// score values the result of a play for the opponent, as a chooser wants it.
func (s *Searcher) score(pos *board.Position, p *engine.Probabilities) float32 {
	leaf := s.leaf(pos, s.static.ClassOf(pos), p)
	return float32(s.choice.Value(&leaf))
}

// Decide returns the cube decision of the player on roll in a position that is
// not over, and that player's chances. The roll at hand is played the same way
// with and without a double, so that the two differ by the cube alone.
func (s *Searcher) Decide(ctx context.Context, pos *board.Position, stakes *cube.Stakes) (cube.Decision, engine.Probabilities, error) {
	var values [2]float64
	s.err, s.first = nil, stakes.Swap()
	p := s.look(ctx, values[:1], pos, append(s.root[:0], stakes), s.options.Plies)
	if doubled := stakes.Doubled(); doubled != nil && s.err == nil {
		s.first = stakes.Swap()
		s.look(ctx, values[1:], pos, append(s.root[:0], doubled), s.options.Plies)
	}
	return stakes.Decision(values[0], values[1], &p), p, s.err
}

// Value returns what a position is worth to the player on roll, who doubles or
// not, whatever is better, and that player's chances.
func (s *Searcher) Value(ctx context.Context, pos *board.Position, stakes *cube.Stakes) (float64, engine.Probabilities, error) {
	return s.value(ctx, pos, stakes, s.options.Plies)
}

func (s *Searcher) value(ctx context.Context, pos *board.Position, stakes *cube.Stakes, plies int) (float64, engine.Probabilities, error) {
	var values [2]float64
	s.err, s.first = nil, stakes.Swap()
	s.root = withDouble(s.root[:0], stakes)
	p := s.look(ctx, values[:len(s.root)], pos, s.root, plies)
	if len(s.root) == 2 {
		values[0] = stakes.Better(values[0], values[1])
	}
	return values[0], p, s.err
}

// leaf returns what is known of a position of the given chances.
func (s *Searcher) leaf(pos *board.Position, class engine.Class, p *engine.Probabilities) cube.Leaf {
	return s.efficiency.Leaf(pos, class, p, s.static.Databases())
}

// look sets dst to what the position is worth to the player on roll, who does
// not double now, at all of the stakes, and returns that player's chances. Plays
// are chosen at the first of the stakes.
func (s *Searcher) look(ctx context.Context, dst []float64, pos *board.Position, stakes []*cube.Stakes, plies int) engine.Probabilities {
	class := s.static.ClassOf(pos)
	if plies == 0 || class == engine.Over || class == engine.Hyper || class == engine.Bearoff2 {
		s.pos[0] = *pos
		s.static.Evaluate(s.p[:], s.pos[:])
		s.leafValues(dst, pos, class, stakes, &s.p[0])
		return s.p[0]
	}
	l := &s.levels[plies]
	s.choice = stakes[0].Swap()
	if s.first != nil {
		s.choice, s.first = s.first, nil
	}
	l.children = s.chooser.Children(l.children[:0], pos, plies == 1)
	l.below = l.below[:0]
	for _, st := range stakes {
		l.below = withDouble(l.below, st.Swap())
	}
	clear(dst)
	var mean [engine.Outputs]float64
	for i := range l.children {
		if s.err == nil && ctx.Err() != nil {
			s.err = fmt.Errorf("cubeful: stopped: %w", context.Cause(ctx))
		}
		if s.err != nil {
			break
		}
		p := s.child(ctx, l, i, plies)
		weight := float64(l.children[i].Weight) / 36
		for k, v := range p {
			mean[k] += weight * float64(v)
		}
		for k, st := range stakes {
			dst[k] += weight * st.Flip(s.doubling(l, st.Swap()))
		}
	}
	var p engine.Probabilities
	for k, v := range mean {
		p[k] = float32(v)
	}
	return p.Swap()
}

// child sets l.values to those of a child at l.below and returns its chances.
func (s *Searcher) child(ctx context.Context, l *level, i, plies int) engine.Probabilities {
	child := &l.children[i]
	if cap(l.values) < len(l.below) {
		l.values = make([]float64, 2*len(l.below))
	}
	l.values = l.values[:len(l.below)]
	if plies == 1 {
		s.leafValues(l.values, &child.Position, s.static.ClassOf(&child.Position), l.below, &child.Probabilities)
		return child.Probabilities
	}
	return s.look(ctx, l.values, &child.Position, l.below, plies-1)
}

// leafValues sets dst to the values of a position that is not looked beyond.
func (s *Searcher) leafValues(dst []float64, pos *board.Position, class engine.Class, stakes []*cube.Stakes, p *engine.Probabilities) {
	leaf := s.leaf(pos, class, p)
	for i, st := range stakes {
		dst[i] = st.NoDouble(&leaf)
	}
}

// doubling returns the value of the child in hand at stakes at which its player
// on roll may double first.
func (s *Searcher) doubling(l *level, st *cube.Stakes) float64 {
	value := l.at(st)
	if doubled := st.Doubled(); doubled != nil {
		return st.Better(value, l.at(doubled))
	}
	return value
}

// at returns the value of the child in hand at stakes among l.below.
func (l *level) at(st *cube.Stakes) float64 {
	for i, below := range l.below {
		if below == st {
			return l.values[i]
		}
	}
	panic("cubeful: stakes that were not asked for")
}

// withDouble adds stakes and what a double makes of them, each once.
func withDouble(dst []*cube.Stakes, st *cube.Stakes) []*cube.Stakes {
	for _, s := range []*cube.Stakes{st, st.Doubled()} {
		if s != nil && !slices.Contains(dst, s) {
			dst = append(dst, s)
		}
	}
	return dst
}
