package journal

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/internal/atomicfile"
	log "gammonlab/internal/journal"
	"gammonlab/nets/kernel"
)

// Suffix is what the name of a database has behind it in that of its journal.
const Suffix = log.Suffix

// kind is that of journals of unfinished databases.
var kind = log.Kind{Name: "unfinished database", Version: 2, Kernel: kernel.CheckClass}

const (
	// flushInterval is how much work may wait to be written.
	flushInterval = time.Second

	// flushBytes is the size from which a frame does not wait for it.
	flushBytes = 1 << 20

	// variantKey is the setting that the journal adds itself: rows cannot be read
	// without it.
	variantKey = "variant"
)

// Journal is the file of unfinished work. One goroutine may use it.
type Journal struct {
	out     string // of the database
	variant board.Variant
	log     *log.Journal
	frame   frame // not written yet
	written time.Time
	done    uint64
	note    []byte
}

// Open resumes the journal of the database that is to be at out, or begins it.
// The settings are all that the rows depend on, among them as [identity.Kernel] the
// class of the kernels if nets are evaluated; a journal with others is refused.
// visit, if not nil, is given the rows that are there, in order, and must not keep
// the pointer. Open fails if another process is at work on the database, and if
// the journal is damaged other than at its end.
func Open(out string, v board.Variant, settings map[string]string, visit func(*datasets.Row) error) (*Journal, error) {
	j := &Journal{out: out, variant: v, written: time.Now()}
	all := map[string]string{variantKey: v.String()}
	maps.Copy(all, settings)
	var err error
	j.log, err = log.Open(out+Suffix, kind, all, func(payload []byte) error {
		done, note, err := decodeFrame(payload, v, visit)
		j.done, j.note = done, append(j.note[:0], note...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	return j, nil
}

// Done returns how many items of work the journal covers, and the note that went
// with the last of them, both as [Journal.Append] was given them; 0 and an empty
// note at first.
func (j *Journal) Done() (items uint64, note []byte) { return j.done, j.note }

// Append adds the rows that more work has brought, none or many, and says how
// many items of work are done in all by now. The note is whatever the work needs
// besides to go on, such as counts; it replaces that of before. Rows, items and
// note are kept together or not at all. A crash loses the work of a second, and
// what was in hand.
func (j *Journal) Append(rows []datasets.Row, items uint64, note []byte) error {
	j.frame.add(rows, items, note)
	j.done, j.note = items, append(j.note[:0], note...)
	if len(j.frame.rows) >= flushBytes || time.Since(j.written) >= flushInterval {
		return j.flush()
	}
	return nil
}

// flush writes the frame in hand, and returns when it is on the disk.
func (j *Journal) flush() error {
	if j.frame.empty() {
		return nil
	}
	j.written = time.Now()
	err := j.log.Append(j.frame.take())
	if err == nil {
		err = j.log.Sync()
	}
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

// Close writes what is in hand and keeps the journal for another day. After
// [Journal.Finish] it does nothing.
func (j *Journal) Close() error { return errors.Join(j.flush(), j.log.Close()) }

// Finish writes the database from the rows of the journal, in order, with the
// given provenance, and then removes the journal and closes it. After an error,
// which may be that ctx was cancelled, the journal is as it was, and still open.
func (j *Journal) Finish(ctx context.Context, provenance map[string]string) error {
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
	err = j.log.Each(func(payload []byte) error {
		_, _, err := decodeFrame(payload, j.variant, write)
		return err
	})
	if err != nil {
		w.Abort()
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return j.log.Finish()
}
