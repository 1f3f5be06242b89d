package rating

import (
	"math"

	"gammonlab/engine/analysis"
)

// Rate fills in the ratings of a match's report, of the match and of each game.
// Money sessions have none.
func (p *Predictor) Rate(r *analysis.Report) {
	if r.Length <= 0 {
		return
	}
	p.rate(&r.Statistics, r.Length)
	for i := range r.Games {
		p.rate(&r.Games[i].Statistics, r.Length)
	}
}

func (p *Predictor) rate(s *analysis.Statistics, length int) {
	for i := range s {
		o := &s[i].Overall
		o.FIBS = p.absolute(&s[i], length)
		if o.LuckAdjusted != nil {
			o.LuckFIBS = luckDifference(0.5+*o.LuckAdjusted, length)
		}
	}
}

// absolute returns the rating that a player's statistics stand for.
func (p *Predictor) absolute(s *analysis.PlayerStatistics, length int) *analysis.FIBS {
	if s.Judge {
		return new(analysis.FIBS) // nothing is known of the errors
	}
	plays, cubes := ErrorsOf(s)
	e, f := p.Predict(length, plays, cubes), new(analysis.FIBS)
	if plays.N > 0 {
		f.PlayLoss = &e.PlayLoss
	}
	if cubes.N > 0 {
		f.CubeLoss = &e.CubeLoss
	}
	if plays.N > 0 || cubes.N > 0 {
		f.Rating = &e.Rating
		if !math.IsInf(e.Margin, 0) {
			f.Interval = &e.Margin
		}
	}
	return f
}

// ErrorsOf returns a player's errors in unforced plays and in close or actual
// cube decisions.
func ErrorsOf(s *analysis.PlayerStatistics) (plays, cubes Errors) {
	return errorsOf(s.Plays.Unforced, s.Plays.Rate, s.Plays.Deviation),
		errorsOf(s.Cube.CloseOrActual, s.Cube.Rate, s.Cube.Deviation)
}

func errorsOf(n int, rate *analysis.Amount, deviation *float64) Errors {
	if n == 0 || rate == nil {
		return Errors{}
	}
	return Errors{N: n, Rate: rate.Equity, Deviation: deviation}
}

// mostDifference bounds differences of ratings: results adjusted by luck may lie
// outside of what can be won. It is GNU Backgammon's bound.
const mostDifference = 2100

// luckDifference returns the difference of ratings at which a player wins as
// often as a result adjusted by luck says.
func luckDifference(win float64, length int) *float64 {
	d := Difference(min(max(win, 0), 1), length)
	d = math.Max(math.Min(d, mostDifference), -mostDifference)
	return &d
}
