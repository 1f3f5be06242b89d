package label

import (
	"context"
	"fmt"
	"iter"
	"math"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/farm"
	"gammonlab/internal/workers"
)

// batchRows is the number of rows in a batch for methods that take less than a
// millisecond per row. With this size the cost of transferring batches is negligible.
const batchRows = 32

// batchRows returns the number of rows in a batch.
func (s *Settings) batchRows() int {
	switch s.By {
	case datasets.Ply2, datasets.Rollout, datasets.Game:
		return 1
	case datasets.Static, datasets.Bearoff:
		return 8 * batchRows
	}
	return batchRows
}

// shard has one or more batches of consecutive rows of a file.
type shard struct {
	first, items uint64 // number of the first row, and number of rows
	batches      []batch
}

// batch has rows that are labelled one after the other. On another machine these are only the
// wanted rows.
type batch struct {
	rows    []datasets.Row
	choices []choice // for each row
	change  float64  // sum of the changes of the labels, if the labeller measures it
}

// wanted yields the rows to label with their indexes, whether they have their label or not.
func (b *batch) wanted() iter.Seq2[int, *datasets.Row] {
	return func(yield func(int, *datasets.Row) bool) {
		for i := range b.rows {
			if b.choices[i] < kept && !yield(i, &b.rows[i]) {
				return
			}
		}
	}
}

// doer labels the wanted rows of shards. It implements [farm.Worker].
type doer struct {
	wire
	rows     *rowLabeller
	together []board.Position // positions that a batcher labels together
}

func (l *Labeller) newDoer(v board.Variant) (*doer, error) {
	rows, err := l.newRowLabeller()
	if err != nil {
		return nil, err
	}
	return &doer{wire: l.wire(v), rows: rows}, nil
}

// Clone implements [farm.Worker].
func (d *doer) Clone() (farm.Worker[*shard], error) { return d.rows.labeller.newDoer(d.variant) }

// Do implements [farm.Worker].
func (d *doer) Do(ctx context.Context, s *shard) error {
	for i := range s.batches {
		if err := d.labelBatch(ctx, &s.batches[i]); err != nil {
			return err
		}
	}
	return nil
}

// labelBatch labels the wanted rows of a batch.
func (d *doer) labelBatch(ctx context.Context, b *batch) error {
	if m, ok := d.rows.method.(batcher); ok {
		d.together = d.together[:0]
		for _, row := range b.wanted() {
			if row.Position.Result() == 0 {
				d.together = append(d.together, row.Position)
			}
		}
		m.prepare(d.together)
	}
	for i, row := range b.wanted() {
		if err := workers.Interrupted(ctx); err != nil {
			return err
		}
		ok, err := d.rows.label(ctx, row)
		switch {
		case err != nil:
			return fmt.Errorf("position %s: %w", row.Position.ID(), err)
		case !ok:
			b.choices[i] = unknownLabel
			continue
		}
		b.choices[i] = labelled
		if change := d.rows.change(row); !math.IsNaN(change) {
			b.change += change
		}
	}
	return nil
}
