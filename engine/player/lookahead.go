package player

import (
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/search"
)

// LookAhead plays what a search thinks best: the play with the highest cubeless
// equity, the first of equals, or the highest value with the cube. It handles the
// cube by a search that looks as far. It serves one goroutine, and at 0 plies
// without the cube allocates nothing in use.
type LookAhead struct{ adviser }

// NewLookAhead returns a player by the searcher, which is then the player's own.
func NewLookAhead(s *search.Searcher) *LookAhead {
	return &LookAhead{adviser{advice: advice.New(s, advice.Options{})}}
}

// NewGreedy returns a player by the evaluator, which is then the player's own, that
// does not look ahead (gnubg's 0-ply).
func NewGreedy(eval engine.Evaluator) *LookAhead {
	return &LookAhead{adviser{advice: advice.OfStatic(eval, advice.Options{})}}
}

// NewGame implements [engine.Player]; nothing here is random.
func (l *LookAhead) NewGame(uint64) {}

// Clone implements [engine.Player]; the clone shares the model and what the
// search has cached.
func (l *LookAhead) Clone() engine.Player {
	return &LookAhead{adviser{advice: l.advice.Clone()}}
}
