package bearoff

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"gammonlab/internal/atomicfile"
	"gammonlab/internal/journal"
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
	// has made and which may change afterwards. It fails if there cannot be such a
	// record.
	adopt(step int, record []byte) error

	// write writes the file from the records of all steps.
	write(w io.Writer, records store) error
}

// store keeps the records of a run in the order in which they were made: a
// [journal.Journal] for long runs, memory for those that are too short to be worth
// resuming.
type store interface {
	// Append adds a record, which may change afterwards.
	Append(record []byte) error

	// ReadAt fills p from a record, from the given offset on.
	ReadAt(p []byte, record int, offset int64) error
}

type memory struct{ records [][]byte }

func (m *memory) Append(record []byte) error {
	m.records = append(m.records, bytes.Clone(record))
	return nil
}

func (m *memory) ReadAt(p []byte, record int, offset int64) error {
	copy(p, m.records[record][offset:])
	return nil
}

// unfinished is the kind of journals of databases that are made step by step: the
// records of the steps.
var unfinished = journal.Kind{Name: "unfinished bearoff database", Version: 2}

// makeDatabase makes the database at path. With keep, a run that was stopped goes on
// from its journal.
func makeDatabase(ctx context.Context, path, settings string, keep bool, r run) error {
	if !keep {
		records := new(memory)
		if err := solveFrom(ctx, 0, r, records); err != nil {
			return fmt.Errorf("bearoff: making %s: %w", path, err)
		}
		return publish(ctx, path, r, records)
	}
	done := 0
	adopt := func(record []byte) error {
		if done == r.steps() {
			return fmt.Errorf("a record behind those of all %d steps", done)
		}
		done++
		return errors.Join(ctx.Err(), r.adopt(done-1, record))
	}
	j, err := journal.Open(path+journal.Suffix, unfinished, map[string]string{"database": settings}, adopt)
	if err != nil {
		return fmt.Errorf("bearoff: %w", err)
	}
	if err := finish(ctx, path, done, r, j); err != nil {
		return fmt.Errorf("bearoff: making %s (what is done is in %s, the next run goes on from there): %w",
			path, path+journal.Suffix, errors.Join(err, j.Close()))
	}
	return j.Finish()
}

// finish does the steps that the journal does not have yet, and then the file.
func finish(ctx context.Context, path string, done int, r run, j *journal.Journal) error {
	if err := solveFrom(ctx, done, r, j); err != nil {
		return err
	}
	atomicfile.RemoveStale(path) // the journal is locked, so no other run is writing one
	if err := j.Sync(); err != nil {
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
		if err := records.Append(record); err != nil {
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
