package label

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/farm"
	"gammonlab/internal/fields"
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

// doer labels the positions of shards. It implements [farm.Doer].
type doer struct {
	wire
	rows      *rowLabeller
	positions []board.Position // positions of a shard
	ends      []int            // index in positions of the end of each batch
	together  []board.Position // positions that a batcher labels together
}

func (l *Labeller) newDoer(v board.Variant) (*doer, error) {
	rows, err := l.newRowLabeller()
	if err != nil {
		return nil, err
	}
	return &doer{wire: l.wire(v), rows: rows}, nil
}

// Clone implements [farm.Doer].
func (d *doer) Clone() (farm.Doer, error) { return d.rows.labeller.newDoer(d.variant) }

// Do implements [farm.Doer].
func (d *doer) Do(ctx context.Context, s farm.Shard, dst []byte) ([]byte, error) {
	if err := d.read(s); err != nil {
		return dst, err
	}
	dst = slices.Grow(dst, 3*len(s.Payload))
	from := 0
	for _, end := range d.ends {
		var err error
		if dst, err = d.labelBatch(ctx, dst, d.positions[from:end]); err != nil {
			return dst, err
		}
		from = end
	}
	return dst, nil
}

// read reads all positions of the shard.
func (d *doer) read(s farm.Shard) error {
	d.positions, d.ends = d.positions[:0], d.ends[:0]
	in := fields.NewReader(s.Payload)
	for range d.batches(s) {
		var err error
		if d.positions, err = d.readBatch(&in, d.positions); err != nil {
			return err
		}
		d.ends = append(d.ends, len(d.positions))
	}
	if err := in.End(); err != nil {
		return fmt.Errorf("positions to label: %w", err)
	}
	return nil
}

// labelBatch labels the positions of a batch.
func (d *doer) labelBatch(ctx context.Context, dst []byte, positions []board.Position) ([]byte, error) {
	if m, ok := d.rows.method.(batcher); ok {
		d.together = d.together[:0]
		for i := range positions {
			if positions[i].Result() == 0 {
				d.together = append(d.together, positions[i])
			}
		}
		m.prepare(d.together)
	}
	sum := 0.0
	for i := range positions {
		if err := workers.Interrupted(ctx); err != nil {
			return dst, err
		}
		row := datasets.Row{Position: positions[i]}
		ok, err := d.rows.label(ctx, &row)
		switch {
		case err != nil:
			return dst, fmt.Errorf("position %s: %w", row.Position.ID(), err)
		case !ok:
			dst = append(dst, 0)
			continue
		}
		dst = appendLabel(dst, &row)
		if change := d.rows.change(&row); !math.IsNaN(change) {
			sum += change
		}
	}
	return d.appendChange(dst, sum), nil
}
