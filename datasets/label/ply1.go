package label

import (
	"gammonlab/board"
	"gammonlab/engine"
)

// ply1 looks one ply ahead: the mean over all rolls of what the model says of
// the position after the best play. It serves one goroutine and allocates
// nothing in use.
//
// The nets are asked from the sums of the first layer before the play, which is
// quick, and about each result once, though several rolls may lead to it. So the
// answers are those of search.Searcher up to rounding: 1e-6 in the equity, and
// up to 1e-4, a millionth on the average, with gnubg's sigmoid, which has jumps.
type ply1 struct {
	static *engine.Static
	prune  bool
	gen    board.Generator
	known  resultSet

	results []board.Play           // a play for each distinct result
	answers []engine.Probabilities // by result, of the opponent
	left    []float32              // by result, the opponent's equity
	note    engine.Score           // adds to both
	kept    []int                  // plays of a roll that are left by pruning
	plays   []int32                // of all rolls: the results
	ends    [rolls]int             // of each roll's plays

	passed [1]board.Position // the position after a roll that cannot be played
	answer [1]engine.Probabilities
}

const rolls = len(board.Rolls)

// newPly1 returns one that asks the model's pruning nets, if prune is set and
// there are any, about which plays to ask the others.
func newPly1(static *engine.Static, prune bool) *ply1 {
	l := &ply1{static: static, prune: prune && static.Prunes()}
	l.note = func(_ *board.Position, p *engine.Probabilities) float32 {
		l.answers, l.left = append(l.answers, *p), append(l.left, p.Equity())
		return 0
	}
	return l
}

// evaluate returns the chances of the player on roll. The game must not be over.
func (l *ply1) evaluate(pos *board.Position) engine.Probabilities {
	l.collect(pos)
	l.judge(pos)
	var sum [engine.Outputs]float64 // in double precision, so that certain outcomes stay certain
	from, passes := 0, 0
	for i, end := range l.ends {
		if from == end {
			passes += board.Rolls[i].Ways()
		} else {
			weigh(&sum, &l.answers[l.best(l.plays[from:end])], board.Rolls[i].Ways())
		}
		from = end
	}
	if passes > 0 {
		l.passed[0] = pos.Swap()
		l.static.Evaluate(l.answer[:], l.passed[:])
		weigh(&sum, &l.answer[0], passes)
	}
	var mean engine.Probabilities
	for k := range mean {
		mean[k] = float32(sum[k] / 36)
	}
	return mean.Swap()
}

// weigh adds the chances so many times.
func weigh(sum *[engine.Outputs]float64, p *engine.Probabilities, times int) {
	for k, v := range p {
		sum[k] += float64(times) * float64(v)
	}
}

// collect finds the plays of all rolls.
func (l *ply1) collect(pos *board.Position) {
	l.known.clear()
	l.results, l.plays = l.results[:0], l.plays[:0]
	for i, roll := range board.Rolls {
		plays := l.gen.Plays(pos, roll)
		if l.prune {
			l.kept = l.static.Prune(l.kept[:0], pos, plays, nil)
			for _, k := range l.kept {
				l.add(&plays[k])
			}
		} else {
			for k := range plays {
				l.add(&plays[k])
			}
		}
		l.ends[i] = len(l.plays)
	}
}

// add adds a play of the roll in hand.
func (l *ply1) add(play *board.Play) {
	number, fresh := l.known.number(&play.Result, l.results)
	if fresh {
		l.results = append(l.results, *play)
	}
	l.plays = append(l.plays, number)
}

// judge finds what all results leave the opponent: the nets are asked as about
// the plays of one roll, and the score listens to the answers.
func (l *ply1) judge(pos *board.Position) {
	var choice, ends [1]int
	var worth [1]engine.Probabilities
	l.answers, l.left = l.answers[:0], l.left[:0]
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
