package iterate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"

	"gonum.org/v1/gonum/stat/distuv"

	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/internal/seed"
	"gammonlab/internal/strictjson"
	"gammonlab/nets"
)

// Pairs counts pairs of games, played with the same dice and sides exchanged, by the
// points of the first player in both games: cell i counts pairs with i-6 points.
type Pairs [13]int

// evenPair is the cell of pairs of 0 points.
const evenPair = 6

// Score is the result of a match for the candidate, in points per game with the 95%
// interval.
type Score struct {
	Games int `json:"games"`
	Estimate
	Pairs Pairs `json:"pairs"`

	// Adjusted is the luck-adjusted score, nil if none was computed. Squares is the sum
	// of the squared deviations of its pairs.
	Adjusted *Estimate `json:"luck_adjusted,omitempty"`
	Squares  float64   `json:"luck_adjusted_squares,omitempty"`
}

// Estimate is a mean in points per game with its 95% interval.
type Estimate struct {
	PPG    float64 `json:"ppg"`
	Low    float64 `json:"ppg_low"`
	High   float64 `json:"ppg_high"`
	StdErr float64 `json:"standard_error"`
}

// Margin returns half the interval.
func (e *Estimate) Margin() float64 { return (e.High - e.Low) / 2 }

// Result returns the luck-adjusted score if there is one, otherwise the score as
// played.
func (s *Score) Result() *Estimate {
	if s.Adjusted != nil {
		return s.Adjusted
	}
	return &s.Estimate
}

// add adds pairs. The unit is the mean of a pair, as its games are not
// independent.
func (s *Score) add(played *Played) {
	before := s.Games / 2
	n, sum, squares := 0, 0.0, 0.0
	for i := range s.Pairs {
		s.Pairs[i] += played.Pairs[i]
		points := float64(i-evenPair) / 2
		n += s.Pairs[i]
		sum += points * float64(s.Pairs[i])
		squares += points * points * float64(s.Pairs[i])
	}
	s.Games = 2 * n
	// Sums of halves and quarters are exact: no digits are lost here.
	s.Estimate = newEstimate(n, sum/float64(n), max(squares-sum*sum/float64(n), 0))
	if played.Adjusted != nil {
		s.addAdjusted(before, played.Adjusted)
	}
}

// addAdjusted adds luck-adjusted pairs to the given number of earlier ones (Welford
// 1962).
func (s *Score) addAdjusted(n int, pairs []float64) {
	mean := 0.0
	if s.Adjusted != nil {
		mean = s.Adjusted.PPG
	}
	for _, points := range pairs {
		n++
		off := points - mean
		mean += off / float64(n)
		s.Squares += off * (points - mean)
	}
	e := newEstimate(n, mean, s.Squares)
	s.Adjusted = &e
}

// newEstimate returns the estimate of the given number of pairs from the sum of their
// squared deviations from the mean.
func newEstimate(n int, mean, squares float64) Estimate {
	e := Estimate{PPG: mean, StdErr: math.Sqrt(squares / float64(n-1) / float64(n))}
	margin := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(n - 1)}.Quantile(0.975) * e.StdErr
	e.Low, e.High = mean-margin, mean+margin
	return e
}

// Value is a model's error on a database of reference labels, without bear-off
// databases.
type Value struct {
	File      string  `json:"file"`
	Positions int64   `json:"positions"`
	Equity    float64 `json:"equity_rmse"` // mEq
	Mean      float64 `json:"equity_mean"` // mean absolute error, mEq
	Bias      float64 `json:"equity_bias"` // mean error, mEq
	ByClass
}

// measurement is the content of measured.json: the measurements so far.
type measurement struct {
	Settings string  `json:"settings"` // [Folder.key]
	Model    string  `json:"model"`    // digest of the candidate
	Parent   string  `json:"parent"`   // digest of its opponent, the best net
	Match    Score   `json:"match"`
	Start    Score   `json:"start"`
	Pubeval  Score   `json:"pubeval"`
	Values   []Value `json:"values"`
}

const measuredFile = "measured.json"

// chunkGames is the number of games between two writes of measured.json. Each chunk has
// its own seed.
const chunkGames = 1000

// measure measures the candidate.
func (g *generation) measure(ctx context.Context, candidate *nets.Model) error {
	m, err := g.measured()
	if err != nil {
		return g.failed(Playing, err)
	}
	want := g.doc.Measure
	if g.number == 0 {
		want.Games, want.StartGames = 0, 0
	}
	for _, match := range []struct {
		step     Step
		opponent *nets.Model
		games    int
		score    *Score
		note     **Score
	}{
		{Playing, g.best, want.Games, &m.Match, &g.record.Match},
		{Starting, g.start, want.StartGames, &m.Start, &g.record.Start},
		{Pubeval, nil, want.PubevalGames, &m.Pubeval, &g.record.Pubeval},
	} {
		if match.games == 0 {
			continue
		}
		plan := Match{A: candidate, B: match.opponent, Luck: g.luckModel(), Games: match.games}
		if err := g.match(ctx, match.step, plan, match.score, m); err != nil {
			return g.failed(match.step, err)
		}
		*match.note = match.score
	}
	if err := g.value(ctx, candidate, m); err != nil {
		return g.failed(Valuing, err)
	}
	g.record.Values = m.Values
	return nil
}

// luckModel returns the model that computes the luck of matches, nil for none.
func (g *generation) luckModel() *nets.Model {
	if g.doc.Measure.Luck == luckOfBest {
		return g.best
	}
	return g.luck
}

// measured returns the measurements of this candidate so far.
func (g *generation) measured() (*measurement, error) {
	fresh := &measurement{Settings: g.key(), Model: g.record.Model, Parent: g.from.Model}
	text, err := os.ReadFile(g.path(measuredFile))
	if errors.Is(err, fs.ErrNotExist) {
		return fresh, nil
	}
	if err != nil {
		return nil, err
	}
	m := new(measurement)
	if err := strictjson.UnmarshalFile(text, m); err != nil {
		return nil, fmt.Errorf("%s: %w", g.path(measuredFile), err)
	}
	if m.Settings != fresh.Settings || m.Model != fresh.Model || m.Parent != fresh.Parent {
		return fresh, nil
	}
	return m, nil
}

// match plays the remaining games of a match.
func (g *generation) match(ctx context.Context, step Step, plan Match, score *Score, m *measurement) error {
	s, games := g.seed(step), plan.Games
	if score.Games >= games {
		return nil
	}
	progress := g.begin(step)
	for score.Games < games {
		progress(int64(score.Games), int64(games))
		plan.Games, plan.Seed = min(chunkGames, games-score.Games), seed.Derive(s, uint64(score.Games/chunkGames))
		played, err := g.options.Match(ctx, plan)
		if err != nil {
			return err
		}
		score.add(&played)
		if err := writeJSON(g.path(measuredFile), m); err != nil {
			return err
		}
	}
	progress(int64(score.Games), int64(games))
	return nil
}

// value measures the candidate on databases.
func (g *generation) value(ctx context.Context, candidate *nets.Model, m *measurement) error {
	files := g.doc.Measure.Values
	if len(m.Values) == len(files) {
		return nil
	}
	progress := g.begin(Valuing)
	for len(m.Values) < len(files) {
		progress(int64(len(m.Values)), int64(len(files)))
		v, err := valueOn(ctx, files[len(m.Values)], candidate)
		if err != nil {
			return err
		}
		m.Values = append(m.Values, *v)
		if err := writeJSON(g.path(measuredFile), m); err != nil {
			return err
		}
	}
	progress(int64(len(files)), int64(len(files)))
	return nil
}

// valueOn measures a model on a database.
func valueOn(ctx context.Context, path string, m *nets.Model) (*Value, error) {
	var squares, absolute, errs mean
	var classes [engine.Contact + 1]mean
	rows, err := eachRow(ctx, path, engine.NewStatic(m, nil), func(r *datasets.Row, answer *engine.Probabilities) {
		off := float64(answer.Equity()) - float64(r.Probabilities.Equity())
		squares.add(off * off)
		absolute.add(math.Abs(off))
		errs.add(off)
		classes[engine.ClassOf(&r.Position)].add(off * off)
	})
	if err != nil {
		return nil, err
	}
	v := &Value{
		File: path, Positions: rows,
		Equity: 1000 * math.Sqrt(squares.of()), Mean: 1000 * absolute.of(), Bias: 1000 * errs.of(),
	}
	for class := range classes {
		if at := v.at(engine.Class(class)); at != nil && classes[class].n > 0 {
			rmse := 1000 * math.Sqrt(classes[class].of())
			*at = &rmse
		}
	}
	return v, nil
}
