package label

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/unfinished"
	"gammonlab/internal/journal"
	"gammonlab/internal/workers"
)

// batchRows is how many rows go together by methods that take less than a
// millisecond for each, so that handing them over costs nothing beside.
const batchRows = 32

// batchRows returns how many rows go together.
func (s *Settings) batchRows() int {
	switch s.By {
	case datasets.Ply2, datasets.Rollout, datasets.Game:
		return 1
	case datasets.Static:
		return 8 * batchRows
	}
	return batchRows
}

// counts are what a journal remembers besides rows.
type counts struct {
	Labelled, Unknown, Kept, OtherClass int64

	Change  float64 // sums
	Error   float64
	Errors  int64 // terms of Error
	Changes int64 // terms of Change
}

func (c *counts) add(d *counts) {
	c.Labelled += d.Labelled
	c.Unknown += d.Unknown
	c.Kept += d.Kept
	c.OtherClass += d.OtherClass
	c.Change += d.Change
	c.Changes += d.Changes
	c.Error += d.Error
	c.Errors += d.Errors
}

// work labels what the journal does not cover yet. Rows are read by one
// goroutine, labelled by workers in any order, and written in theirs.
func (j *Job) work(ctx context.Context, kept *unfinished.Database, in *input) (*Summary, error) {
	done, sums, err := j.resumed(kept)
	if err != nil {
		return nil, err
	}
	all, err := j.Labeller.newWorkers(j.Workers)
	if err != nil {
		return nil, err
	}
	file, err := j.open()
	if err != nil {
		return nil, err
	}
	defer file.Close()

	report := func() *Summary {
		s := sums.summary()
		s.Rows, s.Wanted = int64(done), in.wanted
		return s
	}
	read := reader{file: file, skip: done, size: j.Labeller.settings.batchRows()}
	err = workers.Ordered(ctx, all, read.next, j.labelBatch, func(rows []datasets.Row, c *counts) error {
		sums.add(c)
		done += uint64(len(rows))
		note, err := json.Marshal(&sums)
		if err != nil {
			return err
		}
		if err := kept.Append(rows, done, note); err != nil {
			return err
		}
		if j.Progress != nil {
			j.Progress(report())
		}
		return nil
	})
	summary := report()
	if err != nil {
		return summary, err
	}
	summary.Bad, summary.FirstBad = file.Skipped()
	if summary.Rows != in.rows {
		return summary, fmt.Errorf("%s has changed: it had %d rows, and now there are %d", j.In, in.rows, summary.Rows)
	}
	return summary, nil
}

// resumed returns how many rows the journal covers, and the sums over them.
func (j *Job) resumed(kept *unfinished.Database) (done uint64, sums counts, err error) {
	done, note := kept.Done()
	if len(note) == 0 {
		return done, sums, nil
	}
	if err := json.Unmarshal(note, &sums); err != nil {
		return 0, sums, fmt.Errorf("%s%s: its note: %w", j.Out, journal.Suffix, err)
	}
	return done, sums, nil
}

// summary returns what the sums say.
func (c *counts) summary() *Summary {
	return &Summary{
		Labelled: c.Labelled, Unknown: c.Unknown, Kept: c.Kept, OtherClass: c.OtherClass,
		Change: mean(c.Change, c.Changes), Error: mean(c.Error, c.Errors),
	}
}

// mean returns NaN of nothing.
func mean(sum float64, n int64) float64 { return sum / float64(n) }

// labelBatch labels rows that a worker takes together, and counts them.
func (j *Job) labelBatch(ctx context.Context, w *rowLabeller, rows []datasets.Row) (*counts, error) {
	if m, ok := w.method.(batcher); ok {
		m.prepare(j.positions(rows))
	}
	c := new(counts)
	for i := range rows {
		if err := j.label(ctx, w, &rows[i], c); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// positions lists those of a batch that will be asked of a method, in order.
func (j *Job) positions(rows []datasets.Row) []board.Position {
	var all []board.Position
	for i := range rows {
		if r := &rows[i]; j.wants(r) == wanted && r.Position.Result() == 0 {
			all = append(all, r.Position)
		}
	}
	return all
}

// label labels a row if that is wanted, and counts it.
func (j *Job) label(ctx context.Context, w *rowLabeller, r *datasets.Row, c *counts) error {
	switch j.wants(r) {
	case kept:
		c.Kept++
		return nil
	case otherClass:
		c.OtherClass++
		return nil
	}
	if err := workers.Interrupted(ctx); err != nil {
		return err
	}
	ok, err := w.label(ctx, r)
	switch {
	case err != nil:
		return fmt.Errorf("position %s: %w", r.Position.ID(), err)
	case !ok:
		c.Unknown++
		return nil
	}
	c.Labelled++
	if change := w.change(r); !math.IsNaN(change) {
		c.Change, c.Changes = c.Change+change, c.Changes+1
	}
	if e := float64(r.EquityError); j.Labeller.settings.random() && !math.IsNaN(e) {
		c.Error, c.Errors = c.Error+e, c.Errors+1
	}
	return nil
}

// reader hands out the rows of a file, batch by batch.
type reader struct {
	file *datasets.File
	skip uint64 // rows that are labelled already
	size int    // of a batch
}

// next returns the next batch; the last may be smaller.
func (r *reader) next() ([]datasets.Row, error) {
	batch := make([]datasets.Row, 0, r.size)
	for len(batch) < r.size {
		row, err := r.file.Read()
		switch {
		case errors.Is(err, io.EOF) && len(batch) > 0:
			return batch, nil
		case err != nil:
			return nil, err
		case r.skip > 0:
			r.skip--
		default:
			batch = append(batch, row)
		}
	}
	return batch, nil
}
