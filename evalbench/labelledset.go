//go:build !site

package evalbench

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/exchange"
	"gammonlab/engine"
	"gammonlab/internal/workers"
)

// LabelledSet is a benchmark: positions with labels.
type LabelledSet struct {
	Name string
	Rows []datasets.Row
}

// LoadSet reads a file of labelled positions: a database or any text that package exchange
// reads. It leaves out unlabelled positions and finished games, and returns an error if
// no positions are left. Probabilities may be out of range or order by at most noise. The
// name of the set is the file's name without folders and extension.
func LoadSet(path string, v board.Variant, noise float32) (*LabelledSet, error) {
	reader, closer, err := exchange.Open(path, exchange.Options{Variant: v, Noise: noise})
	if err != nil {
		return nil, err
	}
	defer closer.Close()
	rows, err := datasets.ReadAll(reader)
	if err != nil {
		return nil, err
	}
	s := &LabelledSet{Name: strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))}
	for i := range rows {
		if rows[i].Class != engine.Over && rows[i].Method != datasets.Unlabelled {
			s.Rows = append(s.Rows, rows[i])
		}
	}
	if len(s.Rows) == 0 {
		return nil, fmt.Errorf("%s: no labelled position", path)
	}
	return s, nil
}

// chunk is the number of positions that an evaluator evaluates at once.
const chunk = 64

// Evaluate returns the evaluations of the positions in the order of rows. It uses one
// goroutine for each evaluator; the evaluators must be equal. progress, if not nil,
// receives the number of positions evaluated since its last call; any goroutine may call
// it.
func (s *LabelledSet) Evaluate(ctx context.Context, evaluators []engine.Evaluator, progress func(rows int)) ([]engine.Probabilities, error) {
	answers := make([]engine.Probabilities, len(s.Rows))
	chunks := (len(s.Rows) + chunk - 1) / chunk
	workers.Each(ctx, s, evaluators, chunks, func(s *LabelledSet, e engine.Evaluator, i int) {
		from, to := i*chunk, min((i+1)*chunk, len(s.Rows))
		var positions [chunk]board.Position
		for k := from; k < to; k++ {
			positions[k-from] = s.Rows[k].Position
		}
		// The error would be that of ctx.
		_ = engine.EvaluateContext(ctx, e, answers[from:to], positions[:to-from])
		if progress != nil {
			progress(to - from)
		}
	})
	if err := workers.Interrupted(ctx); err != nil {
		return nil, err
	}
	return answers, nil
}

// Evaluators returns n equal evaluators, 0 for one per processor.
func Evaluators(n int, evaluator engine.Evaluator) []engine.Evaluator {
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	all, full := make([]engine.Evaluator, n), engine.NewFull(evaluator)
	for i := range all {
		all[i] = full.Clone()
	}
	return all
}
