package targets

import (
	"gammonlab/board"
	"gammonlab/engine"
)

// Exact evaluates positions one ply ahead over all 21 rolls: the mean, weighted by
// how likely the rolls are, of what the model says of the position after the best
// play. It is free of the luck of the dice, hence exact. It serves one goroutine
// and allocates nothing in use.
//
// The nets are evaluated from the sums of the first layer before the play, which
// is quick, and each result once, though several rolls may lead to it. So the
// answers are those of search.Searcher up to rounding: 1e-6 in the equity, and
// up to 1e-4, a millionth on the average, with gnubg's sigmoid, which has jumps.
type Exact struct {
	static *engine.Full
	prune  bool
	sieve  engine.Sieve
	gen    board.Generator
	known  resultSet

	results []board.Play           // a play for each distinct result
	answers []engine.Probabilities // by result, of the opponent
	left    []float32              // by result, the opponent's equity
	note    engine.Score           // adds to both
	kept    []int                  // plays of a roll that are left by pruning
	plays   []int32                // of all rolls: the results
	ends    [rolls]int             // of each roll's plays
	choices [rolls]int32           // the result of the best play of each roll, passes for none

	passed [1]board.Position // the position after a roll that cannot be played
	answer [1]engine.Probabilities
}

const rolls = len(board.Rolls)

// passes stands for the result of a roll that cannot be played.
const passes = -1

// NewExact returns the evaluator of positions one ply ahead by another, which is then
// its own. With prune the pruning nets, if there are any, choose the plays of
// each roll that the other nets evaluate, as the sieve says.
func NewExact(evaluator engine.Evaluator, prune bool, sieve engine.Sieve) *Exact {
	static := engine.NewFull(evaluator)
	l := &Exact{static: static, prune: prune && static.Prunes(), sieve: sieve}
	l.note = func(_ *board.Position, p *engine.Probabilities) float32 {
		l.answers, l.left = append(l.answers, *p), append(l.left, p.Equity())
		return 0
	}
	return l
}

// Evaluate returns the chances of the player on roll. The game must not be over.
func (l *Exact) Evaluate(pos *board.Position) engine.Probabilities {
	l.collect(pos)
	l.evaluateResults(pos)
	var sum [engine.Outputs]float64 // in double precision, so that certain outcomes stay certain
	from, passed := 0, 0
	for i, end := range l.ends {
		if from == end {
			passed += board.Rolls[i].Ways()
			l.choices[i] = passes
		} else {
			l.choices[i] = l.best(l.plays[from:end])
			weigh(&sum, &l.answers[l.choices[i]], board.Rolls[i].Ways())
		}
		from = end
	}
	if passed > 0 {
		l.passed[0] = pos.Swap()
		l.static.Evaluate(l.answer[:], l.passed[:])
		weigh(&sum, &l.answer[0], passed)
	}
	var mean engine.Probabilities
	for k := range mean {
		mean[k] = float32(sum[k] / 36)
	}
	return mean.Swap()
}

// After returns the position after the best play of a roll from the position that
// was evaluated last, seen by the opponent, who is on roll there, and what the
// model says of it.
func (l *Exact) After(roll board.Roll) (board.Position, engine.Probabilities) {
	hi, lo := max(roll[0], roll[1]), min(roll[0], roll[1])
	if c := l.choices[hi*(hi-1)/2+lo-1]; c != passes { // the order of board.Rolls
		return l.results[c].Result, l.answers[c]
	}
	return l.passed[0], l.answer[0]
}

// weigh adds the chances so many times.
func weigh(sum *[engine.Outputs]float64, p *engine.Probabilities, times int) {
	for k, v := range p {
		sum[k] += float64(times) * float64(v)
	}
}

// collect finds the plays of all rolls.
func (l *Exact) collect(pos *board.Position) {
	l.known.clear()
	l.results, l.plays = l.results[:0], l.plays[:0]
	for i, roll := range board.Rolls {
		plays := l.gen.Plays(pos, roll)
		if l.prune {
			l.kept = l.static.Sift(l.kept[:0], pos, plays, l.sieve)
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

// add adds a play of the current roll.
func (l *Exact) add(play *board.Play) {
	number, fresh := l.known.number(&play.Result, l.results)
	if fresh {
		l.results = append(l.results, *play)
	}
	l.plays = append(l.plays, number)
}

// evaluateResults finds what all results leave the opponent: the nets are asked as about
// the plays of one roll, and the score listens to the answers.
func (l *Exact) evaluateResults(pos *board.Position) {
	var choice, ends [1]int
	var worth [1]engine.Probabilities
	l.answers, l.left = l.answers[:0], l.left[:0]
	ends[0] = len(l.results)
	l.static.BestOfEach(choice[:], worth[:], pos, l.results, ends[:], l.note)
}

// best returns the one of the results that leaves the opponent least, the first
// of equals.
func (l *Exact) best(results []int32) int32 {
	best := results[0]
	for _, r := range results[1:] {
		if l.left[r] < l.left[best] {
			best = r
		}
	}
	return best
}
