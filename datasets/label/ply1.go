package label

import (
	"gammonlab/board"
	"gammonlab/engine"
)

// ply1 looks one ply ahead: the mean over all rolls of what the model says of
// the position after the best play. It serves one goroutine and allocates
// nothing in use.
//
// Which plays are the best is asked of the nets from the sums of the first
// layer before the play, which is quick. The positions after those are then
// asked about anew, so that the mean is one of static answers, and the bits are
// those of search.Searcher unless two plays are equal up to rounding.
type ply1 struct {
	static *engine.Static
	gen    board.Generator

	plays    []board.Play // of all rolls
	ends     [rolls]int   // of each roll's plays
	choices  [rolls]int
	worths   [rolls]engine.Probabilities
	children [rolls]board.Position // after the best play of each roll
	values   [rolls]engine.Probabilities
}

const rolls = len(board.Rolls)

// evaluate returns the chances of the player on roll. The game must not be over.
func (l *ply1) evaluate(pos *board.Position) engine.Probabilities {
	l.plays = l.plays[:0]
	for i, roll := range board.Rolls {
		l.plays = append(l.plays, l.gen.Plays(pos, roll)...)
		l.ends[i] = len(l.plays)
	}
	l.static.BestOfEach(l.choices[:], l.worths[:], pos, l.plays, l.ends[:], nil)
	for i, choice := range l.choices {
		if choice < 0 {
			l.children[i] = pos.Swap()
		} else {
			l.children[i] = l.plays[choice].Result
		}
	}
	l.static.Evaluate(l.values[:], l.children[:])
	return l.mean()
}

// mean returns what the children are worth on average to the player who does
// not see them, in double precision so that certain outcomes stay certain.
func (l *ply1) mean() engine.Probabilities {
	var sum [engine.Outputs]float64
	for i, roll := range board.Rolls {
		for k, v := range l.values[i] {
			sum[k] += float64(roll.Ways()) * float64(v)
		}
	}
	var p engine.Probabilities
	for k := range p {
		p[k] = float32(sum[k] / 36)
	}
	return p.Swap()
}
