package player

import (
	"context"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/search"
)

// LookAhead plays what a search thinks best, and handles the cube by one that
// looks as far. It serves one goroutine.
type LookAhead struct {
	hand
	searcher *search.Searcher
}

// NewLookAhead returns a player by the searcher, which is then the player's own.
func NewLookAhead(s *search.Searcher) *LookAhead { return &LookAhead{handOf(s), s} }

// NewGame implements [engine.Player]; nothing here is random.
func (l *LookAhead) NewGame(uint64) {}

// Choose implements [engine.Player].
func (l *LookAhead) Choose(ctx context.Context, pos *board.Position, _ board.Roll, plays []board.Play) (int, error) {
	if len(plays) == 1 {
		return 0, nil
	}
	best, _, err := l.searcher.Best(ctx, pos, plays)
	return best, err
}

// Clone implements [engine.Player]; the clone shares the model and what the
// search has cached.
func (l *LookAhead) Clone() engine.Player {
	clone := NewLookAhead(l.searcher.Clone())
	clone.rules = l.rules
	return clone
}
