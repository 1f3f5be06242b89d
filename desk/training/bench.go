package training

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
	"gammonlab/evalbench"
	"gammonlab/nets"
	"gammonlab/supervised"
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

// loadBenches reads the benchmarks among the files of a run.
func loadBenches(files *supervised.Files, v board.Variant) ([]bench, error) {
	var all []bench
	names := map[string]string{}
	read := func(paths []string, read func(*bench, string, board.Variant) error) error {
		for _, path := range paths {
			name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
			if before, ok := names[name]; ok {
				return fmt.Errorf("benchmarks %s and %s: their results would have the same name, %s", before, path, name)
			}
			names[name] = path
			b := bench{name: name}
			if err := read(&b, path, v); err != nil {
				return fmt.Errorf("benchmark: %w", err)
			}
			all = append(all, b)
		}
		return nil
	}
	if err := read(files.Values, (*bench).readValues); err != nil {
		return nil, err
	}
	return all, read(files.Decisions, (*bench).readDecisions)
}

// readValues reads labelled positions from a database or a text in any format of
// package exchange.
func (b *bench) readValues(path string, v board.Variant) error {
	set, err := evalbench.LoadSet(path, v, benchNoise)
	if err == nil {
		b.rows = set.Rows
	}
	return err
}

// readDecisions reads a benchmark file of gnubg's nets.
func (b *bench) readDecisions(path string, v board.Variant) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if b.decisions, err = exchange.ReadDecisions(exchange.NewBMReader(file, path, v)); err != nil {
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

// benchChunk is the number of positions that are evaluated at once.
const benchChunk = 1024

// values returns the loss over the positions.
func (b *bench) values(ctx context.Context, static engine.Evaluator) (supervised.Loss, error) {
	var loss supervised.Loss
	answers, positions := make([]engine.Probabilities, benchChunk), make([]board.Position, benchChunk)
	for from := 0; from < len(b.rows); from += benchChunk {
		if err := ctx.Err(); err != nil {
			return loss, err
		}
		rows := b.rows[from:min(from+benchChunk, len(b.rows))]
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

// measure returns the function that measures the model of a run by the benchmarks, nil without
// any.
func (s *Supervised) measure() func(context.Context, *nets.Model) (map[string]float64, error) {
	if len(s.benches) == 0 {
		return nil
	}
	return func(ctx context.Context, m *nets.Model) (map[string]float64, error) {
		all := map[string]float64{}
		for _, b := range s.benches {
			if err := b.measure(ctx, m, all); err != nil {
				return nil, err
			}
		}
		return all, nil
	}
}
