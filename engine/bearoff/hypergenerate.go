package bearoff

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"gammonlab/internal/atomicfile"
)

// HyperThreshold is the change of a sweep at which the iteration ends unless
// [HyperOptions] say otherwise.
const HyperThreshold = 1e-5

// HyperOptions say how a hypergammon database is made.
type HyperOptions struct {
	Checkers  int     // of each side, 1 to 3
	Threshold float64 // 0 for HyperThreshold
	Workers   int     // goroutines, 0 for one a processor; the file does not depend on it

	// Progress, if set, is called after every row of records with the sweep,
	// from 1 on, the largest change of any number so far in it, and how many of
	// the records of the sweep are done.
	Progress func(sweep int, norm float64, done, total int64)

	checkpointEvery time.Duration
}

// hyperCheckpointEvery is how much work may be lost.
const hyperCheckpointEvery = time.Minute

func (o HyperOptions) withDefaults() (HyperOptions, error) {
	if o.Checkers < 1 || o.Checkers > 3 {
		return o, fmt.Errorf("bearoff: hypergammon with %d checkers, want 1 to 3", o.Checkers)
	}
	if o.Threshold == 0 {
		o.Threshold = HyperThreshold
	}
	if !(o.Threshold > 0) {
		return o, fmt.Errorf("bearoff: threshold %v, want a positive number", o.Threshold)
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

// HyperCheckpoint returns the name of the file beside a database in the making
// from which [GenerateHyper] goes on.
func HyperCheckpoint(path string) string { return path + ".checkpoint" }

// GenerateHyper makes the database of hypergammon with a number of checkers, the
// same file, byte for byte, that gnubg's makehyper makes, for any number of
// workers. With three checkers it takes 600 MB of memory, and 300 MB of disk
// beside the 430 MB of the checkpoint.
//
// The records are computed over and over, each from the present values of
// those that a roll leads to, until none changes by more than the threshold.
// Every minute, and when ctx is cancelled, the state is saved beside the
// output, see [HyperCheckpoint]; the next call with the same settings goes on
// from there and ends in the same file. The output appears when it is complete.
//
// As in gnubg, the cubeful equities are not quite right where a side on the bar
// may be unable to move: the dance turns the equities of the opponent round as
// they are, the owner of the cube staying its owner in name although the
// players have changed, and nobody doubles.
func GenerateHyper(ctx context.Context, path string, options HyperOptions) error {
	options, err := options.withDefaults()
	if err != nil {
		return err
	}
	run := &hyperRun{options: options, path: path, sweep: 1}
	run.table = newHyperTable(options.Checkers, options.Workers)
	if err := run.resume(); err != nil {
		return err
	}
	if err := run.iterate(ctx); err != nil {
		return err
	}
	if err := atomicfile.Write(path, run.table.write); err != nil {
		return fmt.Errorf("bearoff: %w", err)
	}
	if err := os.Remove(HyperCheckpoint(path)); err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("bearoff: the database is complete, its checkpoint stays: %w", err)
	}
	return nil
}

// hyperRun is a database in the making: the records and how far the iteration
// has come.
type hyperRun struct {
	options HyperOptions
	path    string
	table   *hyperTable

	sweep int     // from 1 on
	row   int     // the next one
	norm  float32 // of the sweep's rows before that
}

// iterate sweeps until nothing changes any more.
func (r *hyperRun) iterate(ctx context.Context) error {
	s := newHyperSweep(r.table, r.options.Workers)
	saved := time.Now()
	n := int64(r.table.n)
	for {
		for ; r.row < r.table.n; r.row++ {
			if err := ctx.Err(); err != nil {
				return r.stop(err)
			}
			if time.Since(saved) >= r.options.checkpointEvery {
				if err := r.save(); err != nil {
					return err
				}
				saved = time.Now()
			}
			r.norm = max(r.norm, s.row(r.row))
			r.options.Progress(r.sweep, float64(r.norm), int64(r.row+1)*n, n*n)
		}
		if float64(r.norm) <= r.options.Threshold {
			return nil
		}
		r.sweep, r.row, r.norm = r.sweep+1, 0, 0
	}
}

// stop saves what there is after a cancellation.
func (r *hyperRun) stop(cause error) error {
	if err := r.save(); err != nil {
		return fmt.Errorf("%w, after %w", err, cause)
	}
	return fmt.Errorf("bearoff: stopped in sweep %d, to go on from %s: %w", r.sweep, HyperCheckpoint(r.path), cause)
}

// write writes the database.
func (h *hyperTable) write(w io.Writer) error {
	if _, err := io.WriteString(w, hyperHeader(h.checkers)); err != nil {
		return err
	}
	row := make([]byte, 0, h.n*hyperRecordLen)
	for own := range h.n {
		row = row[:0]
		for opp := range h.n {
			v := h.value(own, opp)
			row = appendHyperRecord(row, &v)
		}
		if _, err := w.Write(row); err != nil {
			return err
		}
	}
	return nil
}
