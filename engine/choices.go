package engine

import (
	"cmp"
	"slices"

	"gammonlab/board"
)

// Score returns the value of a position with probabilities p to its player on
// roll.
type Score func(pos *board.Position, p *Probabilities) float32

// Candidate is a play with its evaluation for the player who makes it.
type Candidate struct {
	Play          board.Play
	Probabilities Probabilities
	Equity        float32 // cubeless money equity
	Plies         int     // of look-ahead
}

// choices compares plays by the positions that result.
type choices struct {
	by      PlayEvaluator
	from    board.Position  // a copy, so callers' positions do not escape to the heap
	answers []Probabilities // by play, from the opponent's point of view
}

// results evaluates the results of the plays from the point of view of the
// opponent, who is then on roll. The next call overwrites the returned slice.
func (c *choices) results(pos *board.Position, plays []board.Play) []Probabilities {
	if len(plays) > cap(c.answers) {
		c.answers = make([]Probabilities, 2*len(plays))
	}
	c.from = *pos
	answers := c.answers[:len(plays)]
	c.by.EvaluatePlays(answers, &c.from, plays)
	return answers
}

// Best returns the index of the play with the highest cubeless equity, the
// first of equals, and the probabilities after it for the player who makes it.
// There must be at least one play, and all plays must start from pos.
func (c *choices) Best(pos *board.Position, plays []board.Play) (int, Probabilities) {
	answers := c.results(pos, plays)
	best, least := 0, answers[0].Equity() // least: the opponent's equity after the best play
	for i := 1; i < len(answers); i++ {
		if equity := answers[i].Equity(); equity < least {
			best, least = i, equity
		}
	}
	return best, answers[best].Swap()
}

// BestOfEach is [choices.Best] for several rolls of one position, and faster
// than one call for each. The plays of roll i are plays[ends[i-1]:ends[i]],
// from 0 for the first. It sets choices[i] to the index in plays of the best of
// them, -1 if there are none, and chances[i] to the probabilities after it for
// the player who makes it. If score is not nil, it replaces the cubeless money
// equity: the best play is the one whose result has the lowest score for the
// opponent.
func (c *choices) BestOfEach(choices []int, chances []Probabilities, pos *board.Position, plays []board.Play, ends []int, score Score) {
	answers := c.results(pos, plays)
	from := 0
	for roll, end := range ends {
		choices[roll] = -1
		var least float32 // the opponent's equity after the best play
		for i := from; i < end; i++ {
			left := answers[i].Equity()
			if score != nil {
				left = score(&plays[i].Result, &answers[i])
			}
			if i == from || left < least {
				choices[roll], least = i, left
			}
		}
		if end > from {
			chances[roll] = answers[choices[roll]].Swap()
		}
		from = end
	}
}

// Rank returns the plays with their evaluations, best first, equals in the
// order of plays. The first is the choice of Best. All plays must start from
// pos.
func (c *choices) Rank(pos *board.Position, plays []board.Play) []Candidate {
	ranked := make([]Candidate, 0, len(plays))
	for i, p := range c.results(pos, plays) {
		// Best compares the opponent's equities; the equity of p.Swap() would differ
		// from their negative in the last bit.
		ranked = append(ranked, Candidate{plays[i], p.Swap(), 0 - p.Equity(), 0})
	}
	slices.SortStableFunc(ranked, func(a, b Candidate) int { return cmp.Compare(b.Equity, a.Equity) })
	return ranked
}
