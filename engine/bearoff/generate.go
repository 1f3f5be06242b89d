package bearoff

import (
	"context"
	"fmt"
	"io"

	"gammonlab/internal/atomicfile"
)

// run is the making of a database, step by step in the order of pip counts:
// no play leads to a side with as many pips, so that the sides of a step can be
// solved at the same time.
type run interface {
	// steps returns how many steps there are.
	steps() int

	// solve does the next step and returns its record.
	solve(step int) ([]byte, error)

	// adopt takes the next step over from its record, which an earlier process
	// has made. It fails if there cannot be such a record.
	adopt(step int, record []byte) error

	// write writes the file from the records of all steps.
	write(w io.Writer, records store) error
}

// makeDatabase makes the database at path. If it is told to keep a journal, a run that
// was stopped goes on where it was.
func makeDatabase(ctx context.Context, path, settings string, keep bool, r run) error {
	if !keep {
		records := new(memory)
		if err := solveFrom(ctx, 0, r, records); err != nil {
			return fmt.Errorf("bearoff: making %s: %w", path, err)
		}
		return publish(ctx, path, r, records)
	}
	j, err := openJournal(path, settings)
	if err != nil {
		return err
	}
	if err := resume(ctx, path, r, j); err != nil {
		j.close()
		return fmt.Errorf("bearoff: making %s (what is done is in %s, the next run goes on from there): %w", path, j.path, err)
	}
	return j.remove()
}

// resume does what the journal does not have yet, and then the file.
func resume(ctx context.Context, path string, r run, j *journal) error {
	done := 0
	for ; done < r.steps(); done++ {
		record, err := j.next()
		if err != nil {
			return err
		}
		if record == nil {
			break
		}
		if err := r.adopt(done, record); err != nil {
			return fmt.Errorf("%s, record %d: %w", j.path, done, err)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	if err := solveFrom(ctx, done, r, j); err != nil {
		return err
	}
	atomicfile.RemoveStale(path) // the journal is locked, so no other run is writing one
	if err := j.file.Sync(); err != nil {
		return err
	}
	return publish(ctx, path, r, j)
}

func solveFrom(ctx context.Context, step int, r run, records store) error {
	for ; step < r.steps(); step++ {
		record, err := r.solve(step)
		if err != nil {
			return err
		}
		if err := records.add(record); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// publish writes the file under its name, all at once.
func publish(ctx context.Context, path string, r run, records store) error {
	return writeDatabase(path, func(w io.Writer) error {
		return r.write(&stoppable{ctx, w}, records)
	})
}

// stoppable is a writer that fails when the context ends.
type stoppable struct {
	ctx context.Context
	w   io.Writer
}

func (s *stoppable) Write(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.w.Write(p)
}
