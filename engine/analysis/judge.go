package analysis

import (
	"cmp"
	"context"
	"slices"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
)

// judge values what is decided. It serves one goroutine.
type judge interface {
	// rank returns the plays with what each is worth at the stakes, the best
	// first.
	rank(ctx context.Context, pos *board.Position, plays []board.Play, stakes *cube.Stakes) ([]Candidate, error)

	// double returns the cube decision before a roll.
	double(ctx context.Context, pos *board.Position, stakes *cube.Stakes) (Cube, error)
}

// static judges without looking ahead.
type static struct {
	nets       *engine.Static
	databases  *engine.Databases
	efficiency cube.Efficiency
	one        [1]engine.Probabilities
}

// leaf returns what is known of a position of the given chances.
func (s *static) leaf(pos *board.Position, p *engine.Probabilities) cube.Leaf {
	return s.efficiency.Leaf(pos, s.nets.ClassOf(pos), p, s.databases)
}

// value returns what a position with the opponent on roll, who may double, is
// worth to the player who has left it so; p are the player's chances.
func (s *static) value(pos *board.Position, p engine.Probabilities, stakes *cube.Stakes) float64 {
	chances := p.Swap()
	leaf := s.leaf(pos, &chances)
	return stakes.Flip(stakes.Swap().Value(&leaf))
}

func (s *static) rank(_ context.Context, pos *board.Position, plays []board.Play, stakes *cube.Stakes) ([]Candidate, error) {
	var all []Candidate
	for _, c := range s.nets.Rank(pos, plays) {
		value := s.value(&c.Play.Result, c.Probabilities, stakes)
		all = append(all, Candidate{Play: c.Play, Probabilities: c.Probabilities, Value: value, Equity: stakes.Equity(value)})
	}
	sortCandidates(all)
	return all, nil
}

// sortCandidates puts the best first. Values decide and not equities, which are
// all 0 where the game cannot change the match.
func sortCandidates(all []Candidate) {
	slices.SortStableFunc(all, func(a, b Candidate) int { return cmp.Compare(b.Value, a.Value) })
}

func (s *static) double(_ context.Context, pos *board.Position, stakes *cube.Stakes) (Cube, error) {
	s.nets.Evaluate(s.one[:], []board.Position{*pos})
	leaf := s.leaf(pos, &s.one[0])
	return Cube{Probabilities: s.one[0], Decision: stakes.Decide(&leaf)}, nil
}

// best returns the value of a position with a roll to play.
func (s *static) best(pos *board.Position, plays []board.Play, stakes *cube.Stakes) float64 {
	if len(plays) == 0 {
		swapped := pos.Swap()
		s.nets.Evaluate(s.one[:], []board.Position{swapped})
		leaf := s.leaf(&swapped, &s.one[0])
		return stakes.Flip(stakes.Swap().Value(&leaf))
	}
	most := 0.0
	for i, c := range s.nets.Rank(pos, plays) {
		if value := s.value(&c.Play.Result, c.Probabilities, stakes); i == 0 || value > most {
			most = value
		}
	}
	return most
}
