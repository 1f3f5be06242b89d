package supervised

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/exchange"
	"gammonlab/engine"
	"gammonlab/internal/digest"
	"gammonlab/nets"
)

// bench is a benchmark that measures a model during training, at 0 plies and without
// bear-off databases.
type bench struct {
	name      string // name of the file, without folder and extension
	rows      []datasets.Row
	decisions []exchange.Decision
}

// benchNoise is the tolerance for probabilities of benchmarks that are out of range or
// order. Luck-adjusted rollouts produce such values, and benchmarks are not trained on.
const benchNoise = 0.05

// loadBenches reads the benchmarks of the run.
func (l *loader) loadBenches() error {
	names := map[string]string{}
	read := func(paths []string, digests *[]string, read func(*bench, string) error) error {
		for _, path := range paths {
			name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
			if before, ok := names[name]; ok {
				return fmt.Errorf("benchmarks %s and %s: their results would have the same name, %s", before, path, name)
			}
			names[name] = path
			sum, err := digest.File(path)
			if err != nil {
				return fmt.Errorf("benchmark: %w", err)
			}
			b := bench{name: name}
			if err := read(&b, path); err != nil {
				return fmt.Errorf("benchmark: %w", err)
			}
			*digests = append(*digests, sum)
			l.data.benches = append(l.data.benches, b)
		}
		return nil
	}
	if err := read(l.data.files.Values, &l.data.digests.Values, l.readValues); err != nil {
		return err
	}
	return read(l.data.files.Decisions, &l.data.digests.Decisions, l.readDecisions)
}

// readValues reads labelled positions from a database or a text in any format of
// package exchange.
func (l *loader) readValues(b *bench, path string) error {
	reader, closer, err := exchange.Open(path, exchange.Options{Variant: l.data.table.variant, Noise: benchNoise})
	if err != nil {
		return err
	}
	defer closer.Close()
	rows, err := datasets.ReadAll(reader)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if row.Class != engine.Over && row.Method != datasets.Unlabelled {
			b.rows = append(b.rows, row)
		}
	}
	if len(b.rows) == 0 {
		return fmt.Errorf("%s: no labelled position", path)
	}
	return nil
}

// readDecisions reads a benchmark file of gnubg's nets.
func (l *loader) readDecisions(b *bench, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if b.decisions, err = exchange.ReadDecisions(exchange.NewBMReader(file, path, l.data.table.variant)); err != nil {
		return err
	}
	if len(b.decisions) == 0 {
		return errors.New(path + ": no decision")
	}
	return nil
}

// measure adds the model's results to a map, by name: for positions the root mean
// square error of the equity, for decisions the mean cost, both in mEq.
func (b *bench) measure(ctx context.Context, m *nets.Model, found map[string]float64) error {
	static := engine.NewStatic(m, nil)
	if b.decisions == nil {
		loss, err := b.values(ctx, static)
		found[b.name+"_equity_rmse"] = loss.Equity()
		return err
	}
	scored, err := exchange.Score(b.decisions, func(pos *board.Position, plays []board.Play) (int, error) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		best, _ := static.Best(pos, plays)
		return best, nil
	})
	found[b.name+"_error_rate"] = 1000 * scored.Mean()
	found[b.name+"_errors"] = float64(scored.Errors)
	return err
}

// values returns the loss over the positions.
func (b *bench) values(ctx context.Context, static engine.Evaluator) (Loss, error) {
	var loss Loss
	answers, positions := make([]engine.Probabilities, measureChunk), make([]board.Position, measureChunk)
	for from := 0; from < len(b.rows); from += measureChunk {
		if err := ctx.Err(); err != nil {
			return loss, err
		}
		rows := b.rows[from:min(from+measureChunk, len(b.rows))]
		for i := range rows {
			positions[i] = rows[i].Position
		}
		static.Evaluate(answers[:len(rows)], positions[:len(rows)])
		for i := range rows {
			loss.Add(answers[i], &rows[i].Position, &rows[i].Probabilities)
		}
	}
	return loss, nil
}
