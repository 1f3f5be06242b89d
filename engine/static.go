package engine

import (
	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/nets"
)

// Static evaluates positions with one net, without looking ahead (gnubg's
// 0-ply). Finished games are exact and outcomes that the position rules out
// have no probability. It allocates nothing in use and serves one goroutine;
// [Static.Clone] gives another goroutine its own.
type Static struct {
	set  features.Set
	pass *nets.Pass
	prob [staticRows]Probabilities
	base board.Position // a local one would escape to the heap at each decision
}

// staticRows is how many positions go through the net at a time: enough for
// the plays of most rolls.
const staticRows = 32

// NewStatic returns an evaluator of the net, which it does not copy.
func NewStatic(net *nets.Net) *Static {
	return &Static{set: net.Set(), pass: net.NewPass(staticRows)}
}

// Clone returns an evaluator of the same net for another goroutine.
func (s *Static) Clone() *Static { return NewStatic(s.pass.Net()) }

// Net returns the net behind the evaluator.
func (s *Static) Net() *nets.Net { return s.pass.Net() }

// Evaluate implements [Evaluator].
func (s *Static) Evaluate(dst []Probabilities, positions []board.Position) {
	for len(positions) > 0 {
		n := min(len(positions), staticRows)
		for i := range n {
			s.set.Extract(s.pass.Input(i), &positions[i])
		}
		s.pass.Forward(n)
		for i := range n {
			dst[i] = s.answer(i, &positions[i])
		}
		dst, positions = dst[n:], positions[n:]
	}
}

// Best returns the index of the play with the highest cubeless equity, the
// first of equals, and what the position after it is worth to the player who
// makes it. There must be at least one play, and each must come from pos.
func (s *Static) Best(pos *board.Position, plays []board.Play) (int, Probabilities) {
	s.setBase(pos)
	best, least := 0, float32(0) // least: the opponent's equity after the best play
	var worth Probabilities
	for from := 0; from < len(plays); from += staticRows {
		for i, p := range s.results(plays[from:min(from+staticRows, len(plays))]) {
			if equity := p.Equity(); from+i == 0 || equity < least {
				best, least, worth = from+i, equity, p
			}
		}
	}
	return best, worth.Swap()
}

// setBase prepares the net for the results of plays from pos.
func (s *Static) setBase(pos *board.Position) {
	s.base = pos.Swap()
	s.set.Extract(s.pass.Input(0), &s.base)
	s.pass.SetBase()
}

// results evaluates the results of up to staticRows plays, for the opponent,
// who is then on roll.
func (s *Static) results(plays []board.Play) []Probabilities {
	for i := range plays {
		s.set.Extract(s.pass.Input(i), &plays[i].Result)
	}
	s.pass.ForwardFromBase(len(plays))
	for i := range plays {
		s.prob[i] = s.answer(i, &plays[i].Result)
	}
	return s.prob[:len(plays)]
}

// answer returns the net's i-th answer, put right for what is known of pos.
func (s *Static) answer(i int, pos *board.Position) Probabilities {
	if r := pos.Result(); r != 0 {
		return Certain(r)
	}
	p := Probabilities(*s.pass.Output(i))
	p.RuleOut(pos)
	return p
}
