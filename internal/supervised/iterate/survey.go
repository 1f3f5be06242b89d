package iterate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/internal/datasets/exchange"
)

// survey records statistics of the labels. It computes them from the finished database
// in the order of its rows, because sums continued after an interruption could differ
// in their last digits.
func (g *generation) survey(ctx context.Context) error {
	static := engine.NewStatic(g.best, g.options.Databases)
	var change, errs mean
	rows, err := eachRow(ctx, g.path(labelledFile), static, func(r *datasets.Row, answer *engine.Probabilities) {
		change.add(math.Abs(float64(r.Probabilities.Equity()) - float64(answer.Equity())))
		if e := float64(r.EquityError); !math.IsNaN(e) {
			errs.add(e)
		}
	})
	if err != nil {
		return err
	}
	g.record.Positions, g.record.LabelChange = rows, 1000*change.of()
	if g.record.Games, err = gamesOf(g.path(labelledFile)); err != nil {
		return err
	}
	if errs.n > 0 {
		e := 1000 * errs.of()
		g.record.LabelError = &e
	}
	return nil
}

// gamesOf returns the number of games in a database's provenance.
func gamesOf(path string) (int64, error) {
	file, err := datasets.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	games, err := strconv.ParseInt(file.Meta().Provenance["games"], 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%s: the provenance has no number of games: %w", path, err)
	}
	return games, nil
}

// mean accumulates a mean.
type mean struct {
	sum float64
	n   int64
}

func (m *mean) add(x float64) { m.sum, m.n = m.sum+x, m.n+1 }

// of returns the mean, 0 without values.
func (m *mean) of() float64 { return m.sum / float64(max(m.n, 1)) }

// batchRows is the number of positions that a net evaluates at a time.
const batchRows = 64

// mostNoise is the tolerance for probabilities of rollouts in texts, which may be out of
// range or order.
const mostNoise = 0.05

// eachRow calls do with every labelled row of a database, or of a text that package
// exchange reads, and the evaluation of its position. It returns the number of these
// rows, or an error if there are none. It skips finished games.
func eachRow(ctx context.Context, path string, by *engine.Static, do func(r *datasets.Row, answer *engine.Probabilities)) (int64, error) {
	file, closer, err := exchange.Open(path, exchange.Options{Variant: by.Model().Variant, Noise: mostNoise})
	if err != nil {
		return 0, err
	}
	defer closer.Close()
	n := int64(0)
	var rows []datasets.Row
	var queries []board.Position
	answers := make([]engine.Probabilities, batchRows)
	for more := true; more; {
		rows, queries = rows[:0], queries[:0]
		for more && len(rows) < batchRows {
			row, err := file.Read()
			switch {
			case errors.Is(err, io.EOF):
				more = false
			case err != nil:
				return n, err
			case row.Method != datasets.Unlabelled && row.Class != engine.Over:
				rows, queries = append(rows, row), append(queries, row.Position)
			}
		}
		if err := ctx.Err(); err != nil {
			return n, err
		}
		by.Evaluate(answers[:len(queries)], queries)
		for i := range rows {
			do(&rows[i], &answers[i])
		}
		n += int64(len(rows))
	}
	if n == 0 {
		return 0, fmt.Errorf("%s has no labelled row", path)
	}
	return n, nil
}
