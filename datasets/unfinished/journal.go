package unfinished

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/journal"
	"gammonlab/nets/kernel"
)

// kind is that of journals of unfinished databases.
var kind = journal.Kind{Name: "unfinished database", Version: 2, Kernel: kernel.CheckClass}

const (
	// flushInterval is how much work may wait to be written.
	flushInterval = time.Second

	// flushBytes is the size from which a frame does not wait for it.
	flushBytes = 1 << 20

	// variantKey is the setting that the journal adds itself: rows cannot be read
	// without it.
	variantKey = "variant"
)

// Database is the file of an unfinished database. One goroutine may use it.
type Database struct {
	out     string // of the database
	variant board.Variant
	log     *journal.Journal
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
func Open(out string, v board.Variant, settings map[string]string, visit func(*datasets.Row) error) (*Database, error) {
	d := &Database{out: out, variant: v, written: time.Now()}
	all := map[string]string{variantKey: v.String()}
	maps.Copy(all, settings)
	var err error
	d.log, err = journal.Open(out+journal.Suffix, kind, all, func(payload []byte) error {
		done, note, err := decodeFrame(payload, v, visit)
		d.done, d.note = done, append(d.note[:0], note...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("datasets: %w", err)
	}
	return d, nil
}

// Done returns how many items of work the journal covers, and the note that went
// with the last of them, both as [Database.Append] was given them; 0 and an empty
// note at first.
func (d *Database) Done() (items uint64, note []byte) { return d.done, d.note }

// Append adds the rows that more work has brought, none or many, and says how
// many items of work are done in all by now. The note is whatever the work needs
// besides to go on, such as counts; it replaces that of before. Rows, items and
// note are kept together or not at all. A crash loses the work of a second, and
// unfinished work.
func (d *Database) Append(rows []datasets.Row, items uint64, note []byte) error {
	d.frame.add(rows, items, note)
	d.done, d.note = items, append(d.note[:0], note...)
	if len(d.frame.rows) >= flushBytes || time.Since(d.written) >= flushInterval {
		return d.Sync()
	}
	return nil
}

// Sync returns when all that was appended is on the disk.
func (d *Database) Sync() error {
	if d.frame.empty() {
		return nil
	}
	d.written = time.Now()
	err := d.log.Append(d.frame.take())
	if err == nil {
		err = d.log.Sync()
	}
	if err != nil {
		return fmt.Errorf("datasets: %w", err)
	}
	return nil
}

// Close writes unfinished work and keeps the journal for another day. After
// [Database.Finish] it does nothing.
func (d *Database) Close() error { return errors.Join(d.Sync(), d.log.Close()) }

// Finish writes the database from the rows of the journal, in order, with the
// given provenance, and then removes the journal and closes it. After an error,
// which may be that ctx was cancelled, the journal is as it was, and still open.
func (d *Database) Finish(ctx context.Context, provenance map[string]string) error {
	if err := d.Sync(); err != nil {
		return err
	}
	atomicfile.RemoveStale(d.out) // the journal is locked
	w, err := datasets.Create(d.out, datasets.Meta{Variant: d.variant, Provenance: provenance})
	if err != nil {
		return err
	}
	write := func(row *datasets.Row) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return w.Write(row)
	}
	err = d.log.Each(func(payload []byte) error {
		_, _, err := decodeFrame(payload, d.variant, write)
		return err
	})
	if err != nil {
		w.Abort()
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return d.log.Finish()
}
