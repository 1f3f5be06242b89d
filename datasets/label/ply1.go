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
// layer before the play, which is quick, and of each result once, though several
// rolls may lead to it. The positions after the best plays are then asked about
// anew, so that the mean is one of static answers, and the bits are those of
// search.Searcher unless two plays are equal up to rounding.
type ply1 struct {
	static *engine.Static
	gen    board.Generator
	known  resultSet

	results []board.Play // a play for each distinct result
	left    []float32    // by result: what it leaves the opponent
	note    engine.Score // adds to left
	plays   []int32      // of all rolls: the results
	ends    [rolls]int   // of each roll's plays

	children [rolls]board.Position // after the best play of each roll
	values   [rolls]engine.Probabilities
}

const rolls = len(board.Rolls)

func newPly1(static *engine.Static) *ply1 {
	l := &ply1{static: static}
	l.note = func(_ *board.Position, p *engine.Probabilities) float32 {
		l.left = append(l.left, p.Equity())
		return 0
	}
	return l
}

// evaluate returns the chances of the player on roll. The game must not be over.
func (l *ply1) evaluate(pos *board.Position) engine.Probabilities {
	l.collect(pos)
	l.judge(pos)
	from := 0
	for i, end := range l.ends {
		if from == end {
			l.children[i] = pos.Swap()
		} else {
			l.children[i] = l.results[l.best(l.plays[from:end])].Result
		}
		from = end
	}
	l.static.Evaluate(l.values[:], l.children[:])
	return l.mean()
}

// collect finds the plays of all rolls.
func (l *ply1) collect(pos *board.Position) {
	l.known.clear()
	l.results, l.plays = l.results[:0], l.plays[:0]
	for i, roll := range board.Rolls {
		plays := l.gen.Plays(pos, roll)
		for k := range plays {
			number, fresh := l.known.number(&plays[k].Result, l.results)
			if fresh {
				l.results = append(l.results, plays[k])
			}
			l.plays = append(l.plays, number)
		}
		l.ends[i] = len(l.plays)
	}
}

// judge finds what all results leave the opponent: the nets are asked as about
// the plays of one roll, and the score listens to the answers.
func (l *ply1) judge(pos *board.Position) {
	var choice, ends [1]int
	var worth [1]engine.Probabilities
	l.left = l.left[:0]
	ends[0] = len(l.results)
	l.static.BestOfEach(choice[:], worth[:], pos, l.results, ends[:], l.note)
}

// best returns the one of the results that leaves the opponent least, the first
// of equals.
func (l *ply1) best(results []int32) int32 {
	best := results[0]
	for _, r := range results[1:] {
		if l.left[r] < l.left[best] {
			best = r
		}
	}
	return best
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
