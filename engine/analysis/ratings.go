package analysis

import (
	"fmt"
	"math"

	"gammonlab/board"
	"gammonlab/internal/plaintext"
)

// ratings has the names of error rates in normalised equity, best first, each
// with its upper bound.
var ratings = []struct {
	below float64
	name  string
}{
	{0.002, "Supernatural"}, {0.005, "World class"}, {0.008, "Expert"}, {0.012, "Advanced"},
	{0.018, "Intermediate"}, {0.026, "Casual player"}, {0.035, "Beginner"}, {math.Inf(1), "Awful!"},
}

// NoRating is the rating of a player with fewer than [FewestRated] decisions or rolls.
const NoRating = "n/a"

// FewestRated is the number of decisions or rolls from which a player has a rating, and from
// which a player without an error counts as the judge. Even equally strong players differ
// from the judge in one of ten decisions.
const FewestRated = 10

// ratingOf returns the name of an error rate in normalised equity.
func ratingOf(rate float64) string {
	for _, r := range ratings {
		if rate < r.below {
			return r.name
		}
	}
	return NoRating // the rate is NaN
}

// NotJudged is printed instead of the errors of a player who is the judge.
const NotJudged = "not judged: it is the judge"

// IsJudge reports whether a player with this loss in this number of decisions (unforced
// plays and close or actual cube decisions) counts as the judge: the player makes the
// judge's choice in every decision.
func IsJudge(decisions int, lost float64) bool {
	return decisions >= FewestRated && errorless(decisions, lost)
}

// errorless reports whether the loss is 0, up to rounding.
func errorless(decisions int, lost float64) bool {
	const rounding = 1e-6 // for each decision
	return lost <= rounding*float64(decisions)
}

// Note returns a sentence about a player whose errors say little: who counts as the judge, or
// has too few decisions. It returns "" for other players.
func Note(name string, decisions int, lost float64) string {
	made := fmt.Sprintf("%s made the judge's own choice in each of %s", name, plaintext.Counted(decisions, "decision", "decisions"))
	switch {
	case decisions == 0:
		return ""
	case IsJudge(decisions, lost):
		return made + " and is taken to be the judge, who finds no errors in its own play: judge by another model, or by more plies"
	case decisions >= FewestRated:
		return ""
	case errorless(decisions, lost):
		return made + ": too few to tell it from the judge, and for a rating"
	}
	return fmt.Sprintf("%s made %s: too few for a rating", name, plaintext.Counted(decisions, "decision", "decisions"))
}

// luckRatingOf returns the name of the mean luck of a roll in normalised equity. The
// thresholds are those of GNU Backgammon 1.07.001; its manual has 0.02, 0.06 and 0.10.
func luckRatingOf(rate float64) string {
	switch {
	case rate > 0.06:
		return "Go to Las Vegas"
	case rate > 0.03:
		return "Good dice, man!"
	case rate < -0.06:
		return "Go to bed"
	case rate < -0.03:
		return "Bad dice, man!"
	}
	return "None"
}

// finish computes the statistics that follow from the counts.
func (s *Statistics) finish() {
	for i := range s {
		p := &s[i]
		p.Plays.Rate, p.Plays.Rating = rate(p.Plays.Error, p.Plays.Unforced)
		p.Cube.Rate, p.Cube.Rating = rate(p.Cube.Error, p.Cube.CloseOrActual)
		p.Plays.Deviation = deviation(p.Plays.Error, p.Plays.squares, p.Plays.Unforced)
		p.Cube.Deviation = deviation(p.Cube.Error, p.Cube.squares, p.Cube.CloseOrActual)
		o := &p.Overall
		o.Error = p.Plays.Error.Plus(p.Cube.Error)
		decisions := p.Plays.Unforced + p.Cube.CloseOrActual
		if o.Rate, o.Rating = rate(o.Error, decisions); decisions < FewestRated {
			p.Plays.Rating, p.Cube.Rating, o.Rating = NoRating, NoRating, NoRating
		}
		p.Luck.Rating = NoRating
		if n := p.Plays.Total; n > 0 {
			perRoll := p.Luck.Total.Over(n)
			p.Luck.Rate = &perRoll
			if n >= FewestRated {
				p.Luck.Rating = luckRatingOf(perRoll.Equity)
			}
		}
		tally := s.Tally(board.Player(i))
		o.PR, o.Snowie = XGRate.Of(tally), perOne(SnowieRate.Parts(tally))
	}
}

// rate returns an error divided by the number of decisions, and its rating.
func rate(lost Amount, n int) (*Amount, string) {
	if n == 0 {
		return nil, NoRating
	}
	r := lost.Over(n)
	return &r, ratingOf(r.Equity)
}

// deviation returns the standard deviation of n errors from their sum and the
// sum of their squares, nil for fewer than two.
func deviation(lost Amount, squares float64, n int) *float64 {
	if n < 2 {
		return nil
	}
	mean := lost.Equity / float64(n)
	d := math.Sqrt(max(0, squares-float64(n)*mean*mean) / float64(n-1))
	return &d
}

// normal95 is the half width of the central 95% of a normal distribution in
// standard deviations.
const normal95 = 1.959964

// advantage returns the mean of two or more results of player O from player p's
// point of view.
func advantage(results []float64, p int) *Advantage {
	n := float64(len(results))
	mean := *signedSum(results, p) / n
	squares := 0.0
	for _, r := range results {
		deviation := *signedSum([]float64{r}, p) - mean
		squares += deviation * deviation
	}
	return &Advantage{mean, normal95 * math.Sqrt(squares/(n-1)/n)}
}
