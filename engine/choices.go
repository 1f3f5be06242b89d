package engine

import (
	"cmp"
	"slices"

	"gammonlab/board"
)

// Score returns the value of a position with probabilities p to its player on
// roll.
type Score func(pos *board.Position, p *Probabilities) float32

// Scores sets dst to the values of the results of plays to the players on roll in
// them; p has the probabilities of each.
type Scores func(dst []float32, plays []board.Play, p []Probabilities)

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
	left    []float32       // by play, the opponent's equity or score
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
// opponent. It is called once, for all plays.
func (c *choices) BestOfEach(choices []int, chances []Probabilities, pos *board.Position, plays []board.Play, ends []int, score Scores) {
	answers := c.results(pos, plays)
	left := c.scores(plays, answers, score)
	from := 0
	for roll, end := range ends {
		choices[roll] = -1
		for i := from; i < end; i++ {
			if i == from || left[i] < left[choices[roll]] {
				choices[roll] = i
			}
		}
		if end > from {
			chances[roll] = answers[choices[roll]].Swap()
		}
		from = end
	}
}

// scores returns the scores of the results of plays, or their cubeless equities.
// The next call overwrites them.
func (c *choices) scores(plays []board.Play, answers []Probabilities, score Scores) []float32 {
	c.left = slices.Grow(c.left[:0], len(plays))[:len(plays)]
	if score != nil {
		score(c.left, plays, answers)
		return c.left
	}
	for i := range answers {
		c.left[i] = answers[i].Equity()
	}
	return c.left
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
