package generate

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"

	"gammonlab/engine/bearoff"
	"gammonlab/engine/bearoff/internal/digestfile"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/journal"
)

// run makes a database step by step, in the order of pip counts. No play leads
// to a side with the same pip count, so the sides of a step can be solved
// concurrently.
type run interface {
	// steps returns the number of steps.
	steps() int

	// solve computes the next step and returns its record.
	solve(step int) ([]byte, error)

	// adopt loads the next step from its record, which an earlier process has
	// written and which may change afterwards. It returns an error for an
	// impossible record.
	adopt(step int, record []byte) error

	// write writes the file from the records of all steps.
	write(w io.Writer, records store) error
}

// store keeps the records of a run in order: a [journal.Journal] for long runs,
// memory for runs that are too short to be resumed.
type store interface {
	// Append adds a record. The caller may change it afterwards.
	Append(record []byte) error

	// ReadAt fills p from a record, starting at offset.
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

// unfinished is the kind of journals of databases that are made step by step;
// they contain the records of the steps.
var unfinished = journal.Kind{Name: "unfinished bearoff database", Version: 3}

// makeDatabase makes the database at path. If keep is set, an interrupted run
// resumes from its journal.
func makeDatabase(ctx context.Context, path string, settings map[string]string, keep bool, r run) error {
	if !keep {
		records := new(memory)
		if err := solveFrom(ctx, 0, r, records); err != nil {
			return fmt.Errorf("making %s: %w", path, err)
		}
		return publish(ctx, path, r, records)
	}
	done := 0
	adopt := func(record []byte) error {
		if done == r.steps() {
			return fmt.Errorf("a record after those of all %d steps", done)
		}
		done++
		return errors.Join(ctx.Err(), r.adopt(done-1, record))
	}
	j, err := journal.Open(path+journal.Suffix, unfinished, settings, adopt)
	if err != nil {
		return err
	}
	if err := finish(ctx, path, done, r, j); err != nil {
		return fmt.Errorf("making %s (progress is kept in %s, the next run resumes from it): %w",
			path, path+journal.Suffix, errors.Join(err, j.Close()))
	}
	return j.Finish()
}

// finish computes the steps that are not in the journal, and then writes the
// file.
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

// publish writes the file atomically.
func publish(ctx context.Context, path string, r run, records store) error {
	return writeDatabase(path, func(w io.Writer) error {
		return r.write(&stoppable{ctx, w}, records)
	})
}

// stoppable is a writer that returns an error when the context ends.
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

// writeDatabase writes the file of a database atomically, and then its digest
// file. A kill between the two leaves a database without a digest.
func writeDatabase(path string, write func(w io.Writer) error) error {
	if err := os.Remove(path + digestfile.Suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	sum := md5.New()
	if err := atomicfile.Write(path, func(w io.Writer) error { return write(io.MultiWriter(w, sum)) }); err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(path+digestfile.Suffix, []byte(digestfile.Text(path, hex.EncodeToString(sum.Sum(nil)), info)))
}

// settingsOf returns the options of the database, which identify it in a journal. They
// include the layout, although that matters only at the end of a run.
func settingsOf(h bearoff.Header) map[string]string {
	s := map[string]string{"kind": h.Kind.String(), "points": strconv.Itoa(h.Points), "checkers": strconv.Itoa(h.Checkers)}
	oneSided := h.Kind == bearoff.OneSidedKind
	for name, set := range map[string]bool{
		"no_gammon":    oneSided && !h.Gammons,
		"uncompressed": oneSided && !h.Compressed && !h.Normal,
		"normal":       h.Normal,
		"cubeless":     h.Kind == bearoff.TwoSidedKind && !h.Cubeful,
	} {
		if set {
			s[name] = "true"
		}
	}
	return s
}
