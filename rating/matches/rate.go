package matches

import (
	"math"

	"gammonlab/engine/analysis"
	"gammonlab/rating"
)

// Rate fills in the ratings in a match's report, for the match and for each game: by the
// coefficients of the manual and by those of the study. Money sessions have no ratings.
func Rate(r *analysis.Report) error {
	study, err := rating.Default()
	if err != nil || r.Length <= 0 {
		return err
	}
	rate(&r.Statistics, r.Length, study)
	for i := range r.Games {
		rate(&r.Games[i].Statistics, r.Length, study)
	}
	return nil
}

func rate(s *analysis.Statistics, length int, study *rating.Predictor) {
	for i := range s {
		o := &s[i].Overall
		o.FIBS, o.StudyFIBS = absolute(rating.ByManual(), &s[i], length), absolute(study, &s[i], length)
		if o.LuckAdjusted != nil {
			o.LuckFIBS = luckDifference(0.5+*o.LuckAdjusted, length)
		}
	}
}

// absolute returns the rating that a predictor gives a player's statistics.
func absolute(p *rating.Predictor, s *analysis.PlayerStatistics, length int) *analysis.FIBS {
	plays, cubes := ErrorsOf(s)
	if s.Judge || plays.Rate == 0 && cubes.Rate == 0 {
		return new(analysis.FIBS) // the errors are unknown: of the judge, or of too few decisions
	}
	e := p.Predict(length, plays, cubes)
	f := analysis.FIBS(e.FIBS())
	if plays.N == 0 {
		f.PlayLoss = nil
	}
	if cubes.N == 0 {
		f.CubeLoss = nil
	}
	return &f
}

// ErrorsOf returns a player's errors in unforced plays and in close or actual
// cube decisions.
func ErrorsOf(s *analysis.PlayerStatistics) (plays, cubes rating.Errors) {
	return errorsOf(s.Plays.Unforced, s.Plays.Rate, s.Plays.Deviation),
		errorsOf(s.Cube.CloseOrActual, s.Cube.Rate, s.Cube.Deviation)
}

func errorsOf(n int, rate *analysis.Amount, deviation *float64) rating.Errors {
	if n == 0 || rate == nil {
		return rating.Errors{}
	}
	return rating.Errors{N: n, Rate: rate.Equity, Deviation: deviation}
}

// mostDifference bounds differences of ratings. It is GNU Backgammon's bound.
const mostDifference = 2100

// luckDifference returns the difference of ratings for the luck-adjusted chance to win.
// It is nil, as in GNU Backgammon, if the adjusted chance is below 0 or above 1, which
// is possible because luck is an estimate.
func luckDifference(win float64, length int) *float64 {
	if win <= 0 || win >= 1 {
		return nil
	}
	d := rating.Difference(win, length)
	d = math.Max(math.Min(d, mostDifference), -mostDifference)
	return &d
}
