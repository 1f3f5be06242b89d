package generate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"gammonlab/engine/bearoff"
	"gammonlab/engine/bearoff/internal/format"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/journal"
	"gammonlab/internal/workers"
)

// HyperThreshold is the default of [HyperOptions].Threshold: the iteration ends
// when no number changes by more in a sweep.
const HyperThreshold = 1e-5

// HyperOptions are the options of [Hyper].
type HyperOptions struct {
	Checkers  int     // of each side, 1 to 3
	Threshold float64 // maximal change of the last sweep; HyperThreshold if 0
	Workers   int     // number of goroutines; 0 for one per processor

	// Progress, if not nil, is called after every row of records with the sweep,
	// from 1 on, the largest change of any number in it so far, the number of
	// records done in the sweep and their total. Calls are not concurrent.
	Progress func(sweep int, norm float64, done, total int64)

	checkpointEvery time.Duration
}

// hyperCheckpointEvery is the maximal work that a kill can lose.
const hyperCheckpointEvery = time.Minute

func (o HyperOptions) withDefaults() (HyperOptions, error) {
	if o.Checkers < 1 || o.Checkers > maxHyperCheckers {
		return o, fmt.Errorf("hypergammon with %d checkers, want 1 to %d", o.Checkers, maxHyperCheckers)
	}
	if o.Threshold == 0 {
		o.Threshold = HyperThreshold
	}
	if !(o.Threshold > 0) { // nor NaN
		return o, fmt.Errorf("threshold %v, want a positive number", o.Threshold)
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Progress == nil {
		o.Progress = func(int, float64, int64, int64) {}
	}
	if o.checkpointEvery == 0 {
		o.checkpointEvery = hyperCheckpointEvery
	}
	return o, nil
}

// Hyper makes the hypergammon database at path, byte for byte as
// gnubg's makehyper, with any number of workers. It recomputes every record
// from the present values of the records after each roll, until no number
// changes by more than the threshold.
//
// The file appears when it is complete. An interrupted run leaves path.part, at
// most a minute old, from which the next run with equal options resumes and
// writes the same bytes; a run with other options returns an error. Three
// checkers need 750 MB of memory, and 430 MB for path.part in addition to the
// 300 MB of the file.
//
// As in gnubg, the equities with a cube are slightly wrong if a side on the bar
// may be unable to move. A roll that cannot be played counts with the same
// equity of the opponent, negated, as if an owned cube changed hands with the
// turn and as if the opponent could not double before rolling.
func Hyper(ctx context.Context, path string, options HyperOptions) error {
	options, err := options.withDefaults()
	if err != nil {
		return err
	}
	run := &hyperRun{options: options, path: path, sweep: 1, saved: time.Now()}
	run.table = newHyperTable(ctx, options.Checkers, options.Workers)
	if err := workers.Interrupted(ctx); err != nil {
		return fmt.Errorf("making %s: %w", path, err)
	}
	if err := run.resume(); err != nil {
		return err
	}
	atomicfile.RemoveStale(path) // the journal is locked, so no other run is writing these files
	atomicfile.RemoveStale(path + journal.Suffix)
	if err := run.iterate(ctx); err != nil {
		return errors.Join(err, run.journal.Close())
	}
	if err := writeDatabase(path, run.table.write); err != nil {
		return errors.Join(err, run.journal.Close())
	}
	if err := run.journal.Finish(); err != nil {
		return fmt.Errorf("%s is complete, but its checkpoint could not be deleted: %w", path, err)
	}
	return nil
}

// hyperRun is a running computation: the records and the state of the
// iteration.
type hyperRun struct {
	options HyperOptions
	path    string
	table   *hyperTable

	sweep int     // from 1 on
	row   int     // the next one
	norm  float32 // largest change in the earlier rows of the sweep

	journal *journal.Journal
	saved   time.Time // time of the last checkpoint
}

// iterate repeats sweeps until the changes are within the threshold.
func (r *hyperRun) iterate(ctx context.Context) error {
	s := newHyperSweep(r.table, r.options.Workers)
	for {
		if err := r.finishSweep(ctx, s); err != nil {
			return err
		}
		if float64(r.norm) <= r.options.Threshold {
			return nil
		}
		r.sweep, r.row, r.norm = r.sweep+1, 0, 0
	}
}

// finishSweep computes the remaining rows of the sweep.
func (r *hyperRun) finishSweep(ctx context.Context, s *hyperSweep) error {
	n := int64(r.table.n)
	for r.row < r.table.n {
		if err := ctx.Err(); err != nil {
			return r.stop(err)
		}
		if time.Since(r.saved) >= r.options.checkpointEvery {
			if err := r.save(); err != nil {
				return err
			}
		}
		r.norm = max(r.norm, s.row(r.row))
		r.row++
		r.options.Progress(r.sweep, float64(r.norm), int64(r.row)*n, n*n)
	}
	return nil
}

// stop saves a checkpoint after a cancellation.
func (r *hyperRun) stop(cause error) error {
	if err := r.save(); err != nil {
		return fmt.Errorf("%w (after %w)", err, cause)
	}
	return fmt.Errorf("making %s (progress is kept in %s, the next run resumes from it): %w",
		r.path, r.path+journal.Suffix, cause)
}

// hyperHeader returns the header of a database.
func hyperHeader(checkers int) bearoff.Header {
	return bearoff.Header{Kind: bearoff.HypergammonKind, Points: hyperPoints, Checkers: checkers}
}

// write writes the database.
func (h *hyperTable) write(w io.Writer) error {
	if _, err := w.Write(hyperHeader(h.checkers).Bytes()); err != nil {
		return err
	}
	row := make([]byte, 0, h.n*format.HyperSize)
	for own := range h.n {
		row = row[:0]
		for opp := range h.n {
			v := h.value(own, opp)
			row = format.AppendHyper(row, v.record())
		}
		if _, err := w.Write(row); err != nil {
			return err
		}
	}
	return nil
}
