package label

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/journal"
)

// batch is a number of rows that a worker takes together.
type batch struct {
	rows   []datasets.Row
	counts counts
	err    error
	ready  chan struct{} // closed when a worker is done with it
}

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

// ahead is how many batches for each worker may be in hand: those that wait for
// an earlier one to be written are lost if the process is killed.
const ahead = 4

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
func (j *Job) work(ctx context.Context, kept *journal.Journal, in *input) (*Summary, error) {
	done, note := kept.Done()
	var sums counts
	if len(note) > 0 {
		if err := json.Unmarshal(note, &sums); err != nil {
			return nil, fmt.Errorf("%s%s: its note: %w", j.Out, journal.Suffix, err)
		}
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

	ctx, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	defer group.Wait()
	defer cancel() // whatever ends the work ends the goroutines
	inOrder := make(chan *batch, ahead*len(all))
	todo := make(chan *batch, ahead*len(all))
	for _, w := range all {
		group.Go(func() { j.workOn(ctx, w, todo) })
	}
	read := reader{file: file, skip: done, inOrder: inOrder, todo: todo}
	group.Go(func() { read.run(ctx, j.Labeller.settings.batchRows()) })

	report := func() *Summary {
		s := sums.summary()
		s.Rows, s.Wanted = int64(done), in.wanted
		return s
	}
	for b := range inOrder {
		if !b.wait(ctx) {
			return report(), stopped(ctx)
		}
		if b.err != nil {
			return report(), b.err
		}
		sums.add(&b.counts)
		done += uint64(len(b.rows))
		if note, err = json.Marshal(&sums); err != nil {
			return report(), err
		}
		if err := kept.Append(b.rows, done, note); err != nil {
			return report(), err
		}
		if j.Progress != nil {
			j.Progress(report())
		}
	}
	if ctx.Err() != nil {
		return report(), stopped(ctx)
	}
	group.Wait()
	summary := report()
	summary.Bad, summary.FirstBad = file.Skipped()
	if summary.Rows != in.rows {
		return summary, fmt.Errorf("%s has changed: it had %d rows, and now there are %d", j.In, in.rows, summary.Rows)
	}
	return summary, nil
}

// wait reports whether the batch is ready, for which it waits until ctx has
// ended. What is ready then is not lost.
func (b *batch) wait(ctx context.Context) bool {
	select {
	case <-b.ready:
		return true
	default:
	}
	select {
	case <-b.ready:
		return true
	case <-ctx.Done():
		return false
	}
}

func stopped(ctx context.Context) error { return fmt.Errorf("stopped: %w", context.Cause(ctx)) }

// summary returns what the sums say.
func (c *counts) summary() *Summary {
	return &Summary{
		Labelled: c.Labelled, Unknown: c.Unknown, Kept: c.Kept, OtherClass: c.OtherClass,
		Change: mean(c.Change, c.Changes), Error: mean(c.Error, c.Errors),
	}
}

// mean returns NaN of nothing.
func mean(sum float64, n int64) float64 { return sum / float64(n) }

// workOn labels batches until there are no more or ctx has ended.
func (j *Job) workOn(ctx context.Context, w *worker, todo <-chan *batch) {
	for b := range todo {
		if m, ok := w.method.(batcher); ok {
			m.prepare(j.positions(b))
		}
		for i := range b.rows {
			if b.err == nil {
				b.err = j.label(ctx, w, &b.rows[i], &b.counts)
			}
		}
		close(b.ready)
	}
}

// positions lists those of a batch that will be asked of a method, in order.
func (j *Job) positions(b *batch) []board.Position {
	var all []board.Position
	for i := range b.rows {
		if r := &b.rows[i]; j.wants(r) == wanted && r.Position.Result() == 0 {
			all = append(all, r.Position)
		}
	}
	return all
}

// label labels a row if that is wanted, and counts it.
func (j *Job) label(ctx context.Context, w *worker, r *datasets.Row, c *counts) error {
	switch j.wants(r) {
	case kept:
		c.Kept++
		return nil
	case otherClass:
		c.OtherClass++
		return nil
	}
	if ctx.Err() != nil {
		return stopped(ctx)
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
	file    *datasets.File
	skip    uint64        // rows that are labelled already
	inOrder chan<- *batch // to who writes
	todo    chan<- *batch // to the workers
}

// run reads until there are no more rows, or ctx has ended, or something is
// wrong; the last batch then has the error.
func (r *reader) run(ctx context.Context, size int) {
	defer close(r.inOrder)
	defer close(r.todo)
	for more := true; more && ctx.Err() == nil; {
		b := &batch{rows: make([]datasets.Row, 0, size), ready: make(chan struct{})}
		more = r.fill(b, size)
		if len(b.rows) == 0 && b.err == nil {
			return
		}
		for _, to := range []chan<- *batch{r.inOrder, r.todo} {
			select {
			case to <- b:
			case <-ctx.Done():
				return
			}
		}
	}
}

// fill reads a batch and reports whether there may be more.
func (r *reader) fill(b *batch, size int) bool {
	for len(b.rows) < size {
		row, err := r.file.Read()
		switch {
		case errors.Is(err, io.EOF):
			return false
		case err != nil:
			b.err = err
			return false
		case r.skip > 0:
			r.skip--
		default:
			b.rows = append(b.rows, row)
		}
	}
	return true
}
