package search

import (
	"gammonlab/board"
	"gammonlab/engine"
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

// Chooser chooses plays for all rolls as a search does on its way: those that
// are best at 0 plies among those that the model's pruning nets have kept. It
// allocates nothing in use and serves one goroutine. It remembers answers: make
// another when the model has changed.
type Chooser struct {
	static *engine.Full
	prune  bool
	score  Score // nil for the cubeless equity
	rough  Score // likewise

	memo    *memo
	gen     board.Generator
	kept    []int
	results []board.Position // that are evaluated, roll by roll
	values  []engine.Probabilities
	turns   [len(board.Rolls)]turn
}

// turn is what there is to choose from for a roll.
type turn struct {
	from, to int            // in the results; none if nothing has to be evaluated
	only     board.Position // then
}

// NewChooser returns a chooser by the evaluator, which is then the chooser's
// own. With prune it asks the model's pruning nets, if there are any, which
// plays to evaluate. Of those the one is chosen whose result has the lowest
// score for the opponent; a nil score is the cubeless equity.
func NewChooser(evaluator engine.Evaluator, prune bool, score Score) *Chooser {
	static := engine.NewFull(evaluator)
	return &Chooser{static: static, prune: prune && static.Prunes(), score: score, memo: newMemo()}
}

// SetRough sets the score that takes the place of the cubeless money equity
// where pruning nets are asked, and where two results have the same score: with
// a double that is to be passed they often have.
func (c *Chooser) SetRough(score Score) { c.rough = score }

// Children returns the positions to go on to from pos, each once, in the order
// of the first roll that leads there; their weights add up to 36. Where a roll
// leaves no choice the child is not valued unless valueAll asks for that. The
// game must not be over at pos. The slice is overwritten by the next call.
func (c *Chooser) Children(dst []Child, pos *board.Position, valueAll bool) []Child {
	c.collect(pos, valueAll)
	c.values = grow(c.values, len(c.results))
	c.memo.evaluate(c.static, c.values, c.results)
	for i := range c.turns {
		dst = c.add(dst, &c.turns[i], board.Rolls[i].Ways())
	}
	return dst
}

// collect finds for every roll what has to be evaluated.
func (c *Chooser) collect(pos *board.Position, valueAll bool) {
	c.results = c.results[:0]
	for i, roll := range board.Rolls {
		t := &c.turns[i]
		t.from = len(c.results)
		switch plays := c.gen.Plays(pos, roll); {
		case len(plays) == 0:
			c.alone(t, pos.Swap(), valueAll)
		case len(plays) == 1:
			c.alone(t, plays[0].Result, valueAll)
		case c.prune:
			c.kept = c.static.Prune(c.kept[:0], pos, plays, c.rough)
			for _, k := range c.kept {
				c.results = append(c.results, plays[k].Result)
			}
		default:
			for k := range plays {
				c.results = append(c.results, plays[k].Result)
			}
		}
		t.to = len(c.results)
	}
}

// alone takes note of the only position that a roll can lead to.
func (c *Chooser) alone(t *turn, pos board.Position, value bool) {
	t.only = pos
	if value {
		c.results = append(c.results, pos)
	}
}

// add appends what is chosen for a roll of the given weight to the children,
// unless it is already there.
func (c *Chooser) add(dst []Child, t *turn, weight int) []Child {
	pos, best := &t.only, -1
	if t.from < t.to {
		best = c.best(t)
		pos = &c.results[best]
	}
	for i := range dst {
		if dst[i].Position == *pos {
			dst[i].Weight += weight
			return dst
		}
	}
	child := Child{Position: *pos, Weight: weight}
	if best >= 0 {
		child.Probabilities, child.Valued = c.values[best], true
	}
	return append(dst, child)
}

// best returns which of the results for a roll leaves the opponent least, the
// first of equals.
func (c *Chooser) best(t *turn) int {
	best, least := t.from, float32(0)
	for i := t.from; i < t.to; i++ {
		score := c.scored(c.score, i)
		if i == t.from || score < least || score == least && c.roughlyLess(i, best) {
			best, least = i, score
		}
	}
	return best
}

// roughlyLess tells apart two results of the same score.
func (c *Chooser) roughlyLess(i, k int) bool {
	return c.score != nil && c.scored(c.rough, i) < c.scored(c.rough, k)
}

// scored returns the score of a result.
func (c *Chooser) scored(score Score, i int) float32 {
	if score == nil {
		return c.values[i].Equity()
	}
	return score(&c.results[i], &c.values[i])
}
