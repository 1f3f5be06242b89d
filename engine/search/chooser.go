package search

import (
	"gammonlab/board"
	"gammonlab/engine"
	"slices"
)

// Child is a position that a search goes on to from another: the result of the
// play that is chosen there for a roll, or that position turned round if the
// roll cannot be played.
type Child struct {
	Position board.Position // seen by the opponent, who is then on roll
	Weight   int            // of the 36 throws of the dice, how many lead here

	// Probabilities are what the position is worth to the opponent at 0 plies,
	// if Valued says so.
	Probabilities engine.Probabilities
	Valued        bool
}

// Score says what a position is worth to its player on roll, for whom p are the
// chances at 0 plies.
type Score = engine.Score

// Chooser chooses plays for all rolls of a position: those that are best at 0 plies
// among those that pruning nets have kept. Each result is evaluated once, though
// several rolls may lead to it, and all of them together from the sums of the first
// layer before the play, which takes a fraction of the time. So the chances are
// those of the evaluator up to rounding: 1e-6 in the equity, and up to 1e-4, a
// millionth on the average, with gnubg's sigmoid, which has jumps. It allocates
// nothing in use and serves one goroutine.
type Chooser struct {
	static *engine.Full
	prune  bool
	sieve  engine.Sieve
	score  Score // nil for the cubeless equity
	rough  Score // likewise

	gen     board.Generator
	known   resultSet
	kept    []int
	results []board.Play           // a play for each distinct result to evaluate
	answers []engine.Probabilities // by result, of the opponent
	numbers []int32                // of the results of all rolls
	turns   [rolls]turn
	passed  [1]board.Position // the position after a roll that cannot be played
	pass    [1]engine.Probabilities
}

const rolls = len(board.Rolls)

// turn is what there is to choose from for a roll.
type turn struct {
	from, to int            // in the numbers; none if nothing has to be evaluated
	only     board.Position // then
	best     int32          // result, or one of:
}

const (
	passes = -1 // the roll cannot be played
	alone  = -2 // there is one result, which is not evaluated
)

// NewChooser returns a chooser by the evaluator, which is then the chooser's own.
// With prune the pruning nets, if there are any, choose the plays of each roll that
// are evaluated, as the sieve says. Of those the one is chosen whose result has the
// lowest score for the opponent; a nil score is the cubeless equity.
func NewChooser(evaluator engine.Evaluator, prune bool, sieve engine.Sieve, score Score) *Chooser {
	static := engine.NewFull(evaluator)
	return &Chooser{static: static, prune: prune && static.Prunes(), sieve: sieve, score: score}
}

// SetRough sets the score that takes the place of the cubeless money equity
// where pruning nets are asked, and where two results have the same score: with
// a double that is to be passed they often have.
func (c *Chooser) SetRough(score Score) { c.rough = score }

// Static returns the evaluator of positions after the plays.
func (c *Chooser) Static() *engine.Full { return c.static }

// Children returns the positions to go on to from pos, each once, in the order
// of the first roll that leads there; their weights add up to 36. Where a roll
// leaves no choice the child is not valued unless valueAll asks for that. The
// game must not be over at pos. The slice is overwritten by the next call.
func (c *Chooser) Children(dst []Child, pos *board.Position, valueAll bool) []Child {
	c.choose(pos, valueAll)
	for i := range c.turns {
		child := Child{Weight: board.Rolls[i].Ways()}
		child.Position, child.Probabilities, child.Valued = c.choice(i, valueAll)
		dst = add(dst, &child)
	}
	return dst
}

// Evaluate returns the chances of the player on roll one ply ahead: the mean over
// all rolls of what the position after the best play is worth. The game must not be
// over.
func (c *Chooser) Evaluate(pos *board.Position) engine.Probabilities {
	c.choose(pos, true)
	var sum [engine.Outputs]float64 // in double precision, so that certain outcomes stay certain
	passed := 0
	for i := range c.turns {
		if best := c.turns[i].best; best == passes {
			passed += board.Rolls[i].Ways()
		} else {
			weigh(&sum, &c.answers[best], board.Rolls[i].Ways())
		}
	}
	weigh(&sum, &c.pass[0], passed)
	return mean(&sum)
}

// After returns the position after the best play of a roll from the position that
// was evaluated last, seen by the opponent, who is on roll there, and what it is
// worth to the opponent at 0 plies.
func (c *Chooser) After(roll board.Roll) (board.Position, engine.Probabilities) {
	pos, p, _ := c.choice(roll.Index(), true)
	return pos, p
}

// choose chooses a play for every roll.
func (c *Chooser) choose(pos *board.Position, valueAll bool) {
	c.known.clear()
	c.results, c.numbers = c.results[:0], c.numbers[:0]
	passed := false
	for i, roll := range board.Rolls {
		passed = c.collect(&c.turns[i], pos, roll, valueAll) || passed
	}
	c.answers = slices.Grow(c.answers[:0], len(c.results))[:len(c.results)]
	c.static.EvaluateResults(c.answers, pos, c.results)
	for i := range c.turns {
		if t := &c.turns[i]; t.from < t.to {
			t.best = c.best(c.numbers[t.from:t.to])
		}
	}
	if passed && valueAll {
		c.passed[0] = pos.Swap()
		c.static.Evaluate(c.pass[:], c.passed[:])
	}
}

// collect finds what has to be evaluated for a roll. It reports whether the roll
// cannot be played.
func (c *Chooser) collect(t *turn, pos *board.Position, roll board.Roll, valueAll bool) (passed bool) {
	t.from = len(c.numbers)
	plays := c.gen.Plays(pos, roll)
	switch {
	case len(plays) == 0:
		t.only, t.best = pos.Swap(), passes
	case len(plays) == 1 && !valueAll:
		t.only, t.best = plays[0].Result, alone
	case c.prune && len(plays) > 1:
		c.kept = c.sift(pos, plays)
		for _, k := range c.kept {
			c.add(&plays[k])
		}
	default:
		for k := range plays {
			c.add(&plays[k])
		}
	}
	t.to = len(c.numbers)
	return len(plays) == 0
}

// sift has pruning nets choose plays. A sieve compares money equities, which a score
// for a match has no use for.
func (c *Chooser) sift(pos *board.Position, plays []board.Play) []int {
	if c.rough != nil {
		return c.static.Prune(c.kept[:0], pos, plays, c.rough)
	}
	return c.static.Sift(c.kept[:0], pos, plays, c.sieve)
}

// add adds a play of the roll in hand.
func (c *Chooser) add(play *board.Play) {
	number, fresh := c.known.number(&play.Result, c.results)
	if fresh {
		c.results = append(c.results, *play)
	}
	c.numbers = append(c.numbers, number)
}

// choice returns the position that is chosen for a roll, and what it is worth at 0
// plies if that was evaluated.
func (c *Chooser) choice(roll int, valueAll bool) (board.Position, engine.Probabilities, bool) {
	switch t := &c.turns[roll]; {
	case t.best >= 0:
		return c.results[t.best].Result, c.answers[t.best], true
	case t.best == passes && valueAll:
		return t.only, c.pass[0], true
	default:
		return t.only, engine.Probabilities{}, false
	}
}

// add appends a child, unless its position is already there.
func add(dst []Child, child *Child) []Child {
	for i := range dst {
		if dst[i].Position == child.Position {
			dst[i].Weight += child.Weight
			return dst
		}
	}
	return append(dst, *child)
}

// best returns which of the results leaves the opponent least, the first of equals.
func (c *Chooser) best(results []int32) int32 {
	best, least := results[0], c.scored(c.score, results[0])
	for _, r := range results[1:] {
		score := c.scored(c.score, r)
		if score < least || score == least && c.roughlyLess(r, best) {
			best, least = r, score
		}
	}
	return best
}

// roughlyLess tells apart two results of the same score.
func (c *Chooser) roughlyLess(i, k int32) bool {
	return c.score != nil && c.scored(c.rough, i) < c.scored(c.rough, k)
}

// scored returns the score of a result.
func (c *Chooser) scored(score Score, i int32) float32 {
	if score == nil {
		return c.answers[i].Equity()
	}
	return score(&c.results[i].Result, &c.answers[i])
}
