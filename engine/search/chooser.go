package search

import (
	"slices"

	"gammonlab/board"
	"gammonlab/engine"
)

// Child is a position that follows another in a search: the result of the best
// play of a roll, or the swapped position if the roll cannot be played.
type Child struct {
	Position board.Position // from the point of view of the opponent, who is then on roll
	Weight   int            // number of the 36 throws of the dice that lead here

	// Probabilities is the 0-ply evaluation for the opponent; valid if Valued is
	// set.
	Probabilities engine.Probabilities
	Valued        bool
}

// Chooser chooses plays for all rolls of a position: the best at 0-ply among
// those that pruning nets keep. Each result is evaluated once, even if several
// rolls lead to it, and all results together from the first layer's sums before
// the plays, which takes a fraction of the time. So the evaluations equal the
// evaluator's up to rounding: 1e-6 in the equity, and with gnubg's sigmoid,
// which has jumps, up to 1e-4 and on average 1e-6. A Chooser does not allocate
// after its first calls and is not safe for concurrent use.
type Chooser struct {
	static       *engine.Full
	prune        bool
	sieve        engine.Sieve
	last         engine.Sieve  // for plays after which the search ends, whose results are all valued
	score        engine.Scores // nil for the cubeless equity
	pruningScore engine.Score  // nil for the cubeless equity

	gen     board.Generator
	known   resultSet
	found   engine.Rolls           // the plays among which to choose
	places  []int32                // by number of a result before pruning, its new number
	answers []engine.Probabilities // by result, for the opponent
	scores  []float32              // by result, for the opponent
	turns   [rolls]turn
	passed  [1]board.Position // the position after a roll that cannot be played
	pass    [1]engine.Probabilities
	one     engine.Rolls // the roll whose plays another sieve selects
	sample  sample
}

const rolls = len(board.Rolls)

// turn has the results among which to choose for a roll.
type turn struct {
	from, to int            // range in the numbers found; empty if nothing needs an evaluation
	only     board.Position // the only result in this case
	best     int32          // result, or one of these constants:
}

const (
	passes = -1 // the roll cannot be played
	alone  = -2 // there is one result, and it is not evaluated
	guess  = -3 // the roll is not in the sample, and the pruning nets evaluate it
)

// NewChooser returns a chooser with the evaluator, which the caller must not
// use afterwards. If prune is set, pruning nets, if there are any, select the
// plays of each roll by the sieve. Of these the chooser takes the play whose
// result has the lowest score for the opponent; a nil score is the cubeless
// equity.
func NewChooser(evaluator engine.Evaluator, prune bool, sieve engine.Sieve, score engine.Scores) *Chooser {
	static := engine.NewFull(evaluator)
	return &Chooser{static: static, prune: prune && static.Prunes(), sieve: sieve, last: sieve, score: score}
}

// NewSearchChooser is NewChooser for searches of the given plies, with the
// evaluator's sieves.
func NewSearchChooser(evaluator *engine.Full, plies int, prune bool, score engine.Scores) *Chooser {
	sieves := evaluator.Sieves()
	c := NewChooser(evaluator, prune, sieves.Inner, score)
	if plies > 1 {
		c.last = sieves.Last
	}
	return c
}

// SetRest sets the sieve of the rolls that only have a part in the value of a position: all in
// [Chooser.Evaluate], all but one in [Chooser.EvaluateRoll]. It can keep fewer plays, as a missed
// play hardly changes the mean of 36 throws.
func (c *Chooser) SetRest(by engine.Sieve) { c.last = by }

// SetPruningScore sets the score that replaces the cubeless money equity in pruning,
// and decides between two results with the same score: if a double will be
// passed, scores are often equal. A single win must be worth 1 and a loss -1,
// the unit of a sieve's margin.
func (c *Chooser) SetPruningScore(score engine.Score) { c.pruningScore = score }

// Static returns the evaluator of positions after the plays.
func (c *Chooser) Static() *engine.Full { return c.static }

// Children returns the positions that follow pos, each once, in the order of
// the first roll that leads to them; their weights add up to 36. If a roll
// leaves no choice, the child is evaluated only if valueAll is set. The game
// must not be over at pos. The next call overwrites the slice.
func (c *Chooser) Children(dst []Child, pos *board.Position, valueAll bool) []Child {
	c.choose(pos, valueAll, noRoll)
	for i := range c.turns {
		child := Child{Weight: board.Rolls[i].Ways()}
		child.Position, child.Probabilities, child.Valued = c.choice(i, valueAll)
		dst = add(dst, &child)
	}
	return dst
}

// Evaluate returns the 1-ply probabilities of the player on roll: the mean over
// all rolls of the evaluations after the best plays. The game must not be over.
func (c *Chooser) Evaluate(pos *board.Position) engine.Probabilities {
	p := c.value(pos, noRoll)
	if c.sample.on {
		p.Clamp()
	}
	return p
}

// EvaluateRoll is [Chooser.Evaluate] of a position in which a roll will be played: its plays are
// selected by the sieve of [NewChooser], those of the other rolls by that of [Chooser.SetRest].
// After [Chooser.SetThrows] the result is not clamped, so that its error is 0 on average; it may be
// slightly below 0 or above 1.
func (c *Chooser) EvaluateRoll(pos *board.Position, roll board.Roll) engine.Probabilities {
	return c.value(pos, roll.Index())
}

// noRoll is the index of no roll.
const noRoll = -1

// value returns the 1-ply probabilities of a position in which the roll of an index will be played.
func (c *Chooser) value(pos *board.Position, roll int) engine.Probabilities {
	c.choose(pos, true, roll)
	var sum [engine.Outputs]float64 // double precision, so certain outcomes stay certain
	passed := 0
	for i := range c.turns {
		switch best, ways := c.turns[i].best, board.Rolls[i].Ways(); {
		case best == passes:
			passed += ways
		case c.sample.guesses(i):
			c.weighGuess(&sum, i)
		default:
			weigh(&sum, &c.answers[best], ways)
		}
	}
	weigh(&sum, &c.pass[0], passed)
	return mean(&sum)
}

// After returns the position after the best play of a roll from the last
// evaluated position, from the point of view of the opponent, who is then on
// roll, and its 0-ply probabilities for the opponent.
func (c *Chooser) After(roll board.Roll) (board.Position, engine.Probabilities) {
	pos, p, _ := c.choice(roll.Index(), true)
	return pos, p
}

// Results appends to dst the positions after the plays of a roll from the last
// evaluated position, those among which the chooser chose, with their 0-ply
// probabilities for the opponent. Their weights are 0.
func (c *Chooser) Results(dst []Child, roll board.Roll) []Child {
	t := &c.turns[roll.Index()]
	for _, r := range c.found.Numbers[t.from:t.to] {
		dst = append(dst, Child{Position: c.found.Plays[r].Result, Probabilities: c.answers[r], Valued: true})
	}
	return dst
}

// choice returns the position that is chosen for a roll, and its 0-ply
// probabilities if it was evaluated.
func (c *Chooser) choice(roll int, valueAll bool) (board.Position, engine.Probabilities, bool) {
	switch t := &c.turns[roll]; {
	case t.best >= 0:
		return c.found.Plays[t.best].Result, c.answers[t.best], true
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

// evaluate sets the answers and scores of all results.
func (c *Chooser) evaluate(pos *board.Position) {
	plays := c.found.Plays
	c.answers = slices.Grow(c.answers[:0], len(plays))[:len(plays)]
	c.scores = slices.Grow(c.scores[:0], len(plays))[:len(plays)]
	c.static.EvaluateResults(c.answers, pos, plays)
	if c.score != nil {
		c.score(c.scores, plays, c.answers)
		return
	}
	for i := range c.answers {
		c.scores[i] = c.answers[i].Equity()
	}
}

// best returns the result with the lowest score for the opponent, the first of
// equals.
func (c *Chooser) best(results []int32) int32 {
	best := results[0]
	for _, r := range results[1:] {
		if c.scores[r] < c.scores[best] || c.scores[r] == c.scores[best] && c.tieLess(r, best) {
			best = r
		}
	}
	return best
}

// tieLess compares two results with the same score.
func (c *Chooser) tieLess(i, k int32) bool {
	switch {
	case c.score == nil:
		return false
	case c.pruningScore == nil:
		return c.answers[i].Equity() < c.answers[k].Equity()
	}
	value := func(r int32) float32 { return c.pruningScore(&c.found.Plays[r].Result, &c.answers[r]) }
	return value(i) < value(k)
}
