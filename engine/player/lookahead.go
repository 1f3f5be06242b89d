package player

import (
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/search"
)

// LookAhead plays the best play by a search: the highest cubeless equity, the
// first of equals, or with the cube the highest value. It makes cube decisions
// by a search of the same plies, unless the searcher's options have others. It is not safe for concurrent use; at 0 plies
// without the cube it does not allocate after its first calls.
type LookAhead struct{ adviser }

// NewLookAhead returns a player with the searcher, which the caller must not
// use afterwards.
func NewLookAhead(s *search.Searcher) *LookAhead {
	return &LookAhead{adviser{advice: advice.New(s, advice.Options{})}}
}

// NewGreedy returns a player without look-ahead (gnubg's 0-ply) with the
// evaluator, which the caller must not use afterwards.
func NewGreedy(eval engine.Evaluator) *LookAhead {
	return &LookAhead{adviser{advice: advice.OfStatic(eval, advice.Options{})}}
}

// NewGame implements [engine.Player]; nothing here is random.
func (l *LookAhead) NewGame(uint64) {}

// Clone implements [engine.Player]; the clone shares the model and the cache of
// the search.
func (l *LookAhead) Clone() engine.Player {
	return &LookAhead{adviser{advice: l.advice.Clone()}}
}
