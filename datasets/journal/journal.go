package journal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/filelock"
)

// Suffix is what the name of a database has behind it in that of its journal.
const Suffix = ".part"

const (
	// flushInterval is how long rows may wait to be written.
	flushInterval = time.Second

	// flushBytes is the size from which a frame does not wait for it.
	flushBytes = 1 << 20
)

// Journal is the file of unfinished work. One goroutine may use it.
type Journal struct {
	path    string // of the journal
	out     string // of the database
	variant board.Variant
	file    *os.File
	start   int64 // where the frames begin

	mu    sync.Mutex // the timer writes too
	end   int64      // where the next frame goes
	frame frame      // not written yet
	timer *time.Timer
	done  uint64
	note  []byte
	err   error // of a write on the timer
}

// Open takes up the journal of the database that is to be at out, or begins it.
// The settings are all that the rows depend on, among them as [identity.Kernel] the
// class of the kernels if nets are evaluated; a journal with others is refused.
// visit, if not nil, is given the rows that are there, in order, and must not keep
// the pointer. Open fails if another process is at work on the database, and if
// the journal is damaged other than at its end.
func Open(out string, v board.Variant, settings map[string]string, visit func(*datasets.Row) error) (*Journal, error) {
	j := &Journal{path: out + Suffix, out: out, variant: v}
	var err error
	if j.file, err = openLocked(j.path); err != nil {
		return nil, err
	}
	if err := j.begin(settings, visit); err != nil {
		j.file.Close()
		return nil, err
	}
	j.timer = time.AfterFunc(time.Hour, j.flushOnTime)
	j.timer.Stop()
	return j, nil
}

// openLocked opens the file for this process alone.
func openLocked(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	if err := filelock.Lock(file); err != nil {
		file.Close()
		return nil, fmt.Errorf("journal: %s is in use, another process is making this database: %w", path, err)
	}
	// Whoever had the lock until now may have finished and removed the file.
	mine, err1 := file.Stat()
	there, err2 := os.Stat(path)
	if err := errors.Join(err1, err2); err != nil || !os.SameFile(mine, there) {
		file.Close()
		return nil, fmt.Errorf("journal: %s has just been finished by another process", path)
	}
	return file, nil
}

// begin checks the head of the file, or writes it, and reads the frames.
func (j *Journal) begin(settings map[string]string, visit func(*datasets.Row) error) error {
	head, err := newHead(j.variant, settings)
	if err != nil {
		return fmt.Errorf("journal: %s: %w", j.path, err)
	}
	var fresh bool
	if j.start, fresh, err = checkHead(j.file, head); err != nil {
		return fmt.Errorf("journal: %s: %w", j.path, err)
	}
	if fresh {
		j.end = j.start
		return j.write(head, 0)
	}
	if err := j.eachRow(visit); err != nil {
		return err
	}
	if err := j.file.Truncate(j.end); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

// eachRow reads all frames: rows go to visit, and the end and how far the work is
// are set by the last.
func (j *Journal) eachRow(visit func(*datasets.Row) error) error {
	number := 0
	end, err := eachFrame(j.file, j.start, func(payload []byte) error {
		number++
		done, note, err := decodeFrame(payload, j.variant, visit)
		if err != nil {
			return fmt.Errorf("frame %d: %w", number, err)
		}
		j.done, j.note = done, append(j.note[:0], note...)
		return nil
	})
	if err != nil {
		return fmt.Errorf("journal: %s: %w", j.path, err)
	}
	j.end = end
	return nil
}

// Done returns how many items of work the journal covers, and the note that went
// with the last of them, both as [Journal.Append] was given them; 0 and an empty
// note at first.
func (j *Journal) Done() (items uint64, note []byte) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.done, j.note
}

// Append adds the rows that more work has brought, none or many, and says how
// many items of work are done in all by now. The note is whatever the work needs
// besides to go on, such as counts; it replaces that of before. Rows, items and
// note are kept together or not at all. They are on the disk within a second.
func (j *Journal) Append(rows []datasets.Row, items uint64, note []byte) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err != nil {
		return j.err
	}
	first := j.frame.empty()
	if j.err = j.frame.add(rows, items, note); j.err != nil {
		return j.err
	}
	j.done, j.note = items, append(j.note[:0], note...)
	if len(j.frame.rows) >= flushBytes {
		return j.flush()
	}
	if first {
		j.timer.Reset(flushInterval)
	}
	return nil
}

// flush writes the frame in hand, and returns when it is on the disk. The lock
// must be held.
func (j *Journal) flush() error {
	if j.err != nil || j.frame.empty() {
		return j.err
	}
	j.timer.Stop()
	bytes := j.frame.take()
	if j.err = j.write(bytes, j.end); j.err == nil {
		j.end += int64(len(bytes))
	}
	return j.err
}

// flushOnTime is flush for the timer.
func (j *Journal) flushOnTime() {
	j.mu.Lock()
	defer j.mu.Unlock()
	_ = j.flush() // the next call of another method returns the error
}

func (j *Journal) write(bytes []byte, at int64) error {
	if _, err := j.file.WriteAt(bytes, at); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	if err := j.file.Sync(); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

// Close writes what is in hand and keeps the journal for another day. After
// [Journal.Finish] it does nothing.
func (j *Journal) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err == errClosed {
		return nil
	}
	err := errors.Join(j.flush(), j.file.Close())
	j.timer.Stop()
	j.err = errClosed
	return err
}

var errClosed = errors.New("journal: closed")

// Finish writes the database from the rows of the journal, in order, with the
// given provenance, and then removes the journal and closes it. After an error,
// which may be that ctx was cancelled, the journal is as it was, and still open.
func (j *Journal) Finish(ctx context.Context, provenance map[string]string) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.flush(); err != nil {
		return err
	}
	atomicfile.RemoveStale(j.out) // the journal is locked
	w, err := datasets.Create(j.out, datasets.Meta{Variant: j.variant, Provenance: provenance})
	if err != nil {
		return err
	}
	write := func(row *datasets.Row) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return w.Write(row)
	}
	if err := j.eachRow(write); err != nil {
		w.Abort()
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	j.err = errClosed
	return errors.Join(os.Remove(j.path), j.file.Close())
}

// readFrom returns a file that is read from a place on, whatever its position.
func readFrom(file io.ReaderAt, at int64) io.Reader {
	const all = 1 << 62
	return io.NewSectionReader(file, at, all)
}
