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
	"gammonlab/nets"
)

// Pairs counts pairs of games, played with the same dice and sides exchanged, by
// what the first player scored in both together: cell i holds those of i-6
// points.
type Pairs [13]int

// evenPair is the cell of pairs of 0 points.
const evenPair = 6

// Score is how a match went for the candidate, in points per game with the 95%
// interval.
type Score struct {
	Games  int     `json:"games"`
	PPG    float64 `json:"ppg"`
	Low    float64 `json:"ppg_low"`
	High   float64 `json:"ppg_high"`
	StdErr float64 `json:"standard_error"`
	Pairs  Pairs   `json:"pairs"`
}

// add adds pairs. The unit is the mean of a pair, as its games are not
// independent.
func (s *Score) add(pairs *Pairs) {
	n, sum, squares := 0, 0.0, 0.0
	for i := range s.Pairs {
		s.Pairs[i] += pairs[i]
		points := float64(i-evenPair) / 2
		n += s.Pairs[i]
		sum += points * float64(s.Pairs[i])
		squares += points * points * float64(s.Pairs[i])
	}
	s.Games, s.PPG = 2*n, sum/float64(n)
	// Sums of halves and quarters are exact: no digits are lost here.
	s.StdErr = math.Sqrt(max(squares-sum*sum/float64(n), 0) / float64(n-1) / float64(n))
	margin := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(n - 1)}.Quantile(0.975) * s.StdErr
	s.Low, s.High = s.PPG-margin, s.PPG+margin
}

// Value is how far a model is off on a database whose labels are taken for the
// truth, without databases of endings.
type Value struct {
	File      string  `json:"file"`
	Positions int64   `json:"positions"`
	Equity    float64 `json:"equity_rmse"` // mEq
	Mean      float64 `json:"equity_mean"` // mean absolute error, mEq
}

// measurement is the content of measured.json: what has been measured so far.
type measurement struct {
	Settings string  `json:"settings"` // [Folder.key]
	Model    string  `json:"model"`    // digest of the candidate
	Parent   string  `json:"parent"`   // and of whom it is measured against
	Match    Score   `json:"match"`
	Pubeval  Score   `json:"pubeval"`
	Values   []Value `json:"values"`
}

const measuredFile = "measured.json"

// chunkGames is how many games are played between two looks at the disk. They
// have a seed of their own.
const chunkGames = 1000

// measure measures the candidate.
func (g *generation) measure(ctx context.Context, candidate *nets.Model) error {
	m, err := g.measured()
	if err != nil {
		return g.failed(Playing, err)
	}
	games := g.doc.Measure.Games
	if g.number == 0 {
		games = 0
	}
	for _, match := range []struct {
		step     Step
		opponent *nets.Model
		games    int
		score    *Score
		note     **Score
	}{
		{Playing, g.best, games, &m.Match, &g.record.Match},
		{Pubeval, nil, g.doc.Measure.PubevalGames, &m.Pubeval, &g.record.Pubeval},
	} {
		if match.games == 0 {
			continue
		}
		if err := g.play(ctx, match.step, candidate, match.opponent, match.games, match.score, m); err != nil {
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

// measured returns what has been measured of this candidate.
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
	if err := decodeStrictly(text, m); err != nil {
		return nil, fmt.Errorf("%s: %w", g.path(measuredFile), err)
	}
	if m.Settings != fresh.Settings || m.Model != fresh.Model || m.Parent != fresh.Parent {
		return fresh, nil
	}
	return m, nil
}

// play plays what is left of a match.
func (g *generation) play(ctx context.Context, step Step, a, b *nets.Model, games int, score *Score, m *measurement) error {
	s := g.seed(step)
	if score.Games >= games {
		return nil
	}
	progress := g.begin(step)
	for score.Games < games {
		progress(int64(score.Games), int64(games))
		n := min(chunkGames, games-score.Games)
		pairs, err := g.options.Match(ctx, a, b, n, seed.Derive(s, uint64(score.Games/chunkGames)))
		if err != nil {
			return err
		}
		score.add(&pairs)
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
	var squares, absolute mean
	rows, err := eachRow(ctx, path, engine.NewStatic(m, nil), func(r *datasets.Row, answer *engine.Probabilities) {
		off := float64(answer.Equity()) - float64(r.Probabilities.Equity())
		squares.add(off * off)
		absolute.add(math.Abs(off))
	})
	if err != nil {
		return nil, err
	}
	return &Value{File: path, Positions: rows, Equity: 1000 * math.Sqrt(squares.of()), Mean: 1000 * absolute.of()}, nil
}
