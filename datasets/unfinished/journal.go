package unfinished

import (
	"context"
	"errors"
	"maps"
	"time"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/journal"
	"gammonlab/nets/kernel"
)

// kind is the kind of journals of unfinished databases.
var kind = journal.Kind{Name: "unfinished database", Version: 2, Kernel: kernel.CheckClass}

const (
	// flushInterval is the longest time before appended work is written.
	flushInterval = time.Second

	// flushBytes is the size at which a frame is written immediately.
	flushBytes = 1 << 20

	// variantKey is a setting that the journal adds, because rows cannot be read without
	// the variant.
	variantKey = "variant"
)

// Database is an unfinished database with its journal. Only one goroutine may use it.
type Database struct {
	Cubes bool // the database has the columns of [datasets.Cubes]

	out     string // path of the database
	variant board.Variant
	log     *journal.Journal
	frame   frame // not written yet
	written time.Time
	done    uint64
	note    []byte
}

// Open opens or creates the journal of the future database at out. The settings must
// include everything that the rows depend on; if nets are evaluated, also the class of
// the kernels as [identity.Kernel]. Open calls visit, if it is not nil, for each existing
// row, in order; visit must not keep the pointer. Open returns an error if the journal
// has other settings, if another process has locked it, or if it is damaged other than at
// its end.
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
		return nil, err
	}
	return d, nil
}

// Done returns the number of items done and the note of the last [Database.Append] in the
// journal; 0 and an empty note at first.
func (d *Database) Done() (items uint64, note []byte) { return d.done, d.note }

// Append adds the rows of further work, if there are any. items is the total number of
// items done. The note contains all other state that the work needs to resume, such as
// counts; it replaces the previous note. Rows, number and note are stored together or not
// at all. A crash loses at most the last second of work.
func (d *Database) Append(rows []datasets.Row, items uint64, note []byte) error {
	d.frame.add(rows, items, note)
	d.done, d.note = items, append(d.note[:0], note...)
	if len(d.frame.rows) >= flushBytes || time.Since(d.written) >= flushInterval {
		return d.Sync()
	}
	return nil
}

// Sync flushes all appended work to disk.
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
		return err
	}
	return nil
}

// Close writes the remaining work and closes the journal, which stays for another run.
// After [Database.Finish] Close does nothing.
func (d *Database) Close() error { return errors.Join(d.Sync(), d.log.Close()) }

// Finish writes the database from the rows of the journal, in order, with the given
// provenance. Then it closes and removes the journal. After an error, including that of a
// cancelled ctx, the journal is unchanged and still open.
func (d *Database) Finish(ctx context.Context, provenance map[string]string) error {
	if err := d.Sync(); err != nil {
		return err
	}
	atomicfile.RemoveStale(d.out) // safe, because this process has locked the journal
	w, err := datasets.Create(d.out, datasets.Meta{Variant: d.variant, Cubes: d.Cubes, Provenance: provenance})
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
