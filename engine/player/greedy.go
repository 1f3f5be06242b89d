package player

import (
	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/nets"
)

// Greedy plays what its net thinks best without looking ahead (gnubg's 0-ply):
// the play with the highest cubeless equity, the first of equals. It serves one
// goroutine and allocates nothing in use.
type Greedy struct {
	eval *engine.Static
}

// NewGreedy returns a player of the net, which it does not copy.
func NewGreedy(net *nets.Net) *Greedy { return &Greedy{engine.NewStatic(net)} }

// NewGame implements [engine.Player]; nothing here is random.
func (g *Greedy) NewGame(uint64) {}

// Choose implements [engine.Player].
func (g *Greedy) Choose(pos *board.Position, plays []board.Play) (int, error) {
	best, _ := g.eval.Best(pos, plays)
	return best, nil
}

// Clone implements [engine.Player]; the clone shares the net.
func (g *Greedy) Clone() engine.Player { return &Greedy{g.eval.Clone()} }
