package label

import (
	"errors"
	"fmt"
	"io"
	"math"
	"sync"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/farm"
	"gammonlab/internal/fields"
)

// feed divides the rows of a file into shards, and stores the results in the rows.
type feed struct {
	wire
	job   *Job
	file  *datasets.File
	skip  uint64      // rows that the journal already covers
	first uint64      // number of the next row
	keys  []board.Key // keys of the rows of a batch to label

	mu     sync.Mutex
	handed []handed // shards without results yet, in order
}

// handed has the rows of a shard.
type handed struct {
	rows    []datasets.Row
	choices []choice // of each row
}

// next implements [farm.Source].
func (f *feed) next(items int) (farm.Shard, error) {
	size, most := f.settings.batchRows(), f.maxRows()
	if items < most {
		most = max(size, (items+size-1)/size*size)
	}
	h := handed{make([]datasets.Row, 0, most), make([]choice, 0, most)}
	s := farm.Shard{First: f.first}
	for len(h.rows) < most {
		err := f.read(&h, size)
		if errors.Is(err, io.EOF) && len(h.rows) > 0 {
			break
		}
		if err != nil {
			return s, err
		}
		s.Payload = appendBatch(s.Payload, f.keys)
	}
	s.Items = uint64(len(h.rows))
	f.first += s.Items
	f.mu.Lock()
	defer f.mu.Unlock()
	f.handed = append(f.handed, h)
	return s, nil
}

// read reads a batch; the last one may be smaller.
func (f *feed) read(h *handed, size int) error {
	f.keys = f.keys[:0]
	for n := 0; n < size; {
		row, err := f.file.Read()
		switch {
		case errors.Is(err, io.EOF) && n > 0:
			return nil
		case err != nil:
			return err
		case f.skip > 0:
			f.skip--
			continue
		}
		n++
		choice := f.job.wants(&row)
		if choice == wanted {
			f.keys = append(f.keys, f.file.Key())
		}
		h.rows, h.choices = append(h.rows, row), append(h.choices, choice)
	}
	return nil
}

// merge stores the result of a shard in its rows, and returns the rows with the counts of
// each batch. It must be called in the order of the shards.
func (f *feed) merge(result []byte) ([]datasets.Row, []counts, error) {
	f.mu.Lock()
	h := f.handed[0]
	f.handed = f.handed[1:]
	f.mu.Unlock()
	in, size := fields.NewReader(result), f.settings.batchRows()
	var all []counts
	for from := 0; from < len(h.rows); from += size {
		to := min(from+size, len(h.rows))
		all = append(all, f.mergeBatch(&in, h.rows[from:to], h.choices[from:to]))
	}
	if err := in.End(); err != nil {
		return nil, nil, fmt.Errorf("labels: %w", err)
	}
	return h.rows, all, nil
}

// mergeBatch labels the rows of a batch and counts them.
func (f *feed) mergeBatch(in *fields.Reader, rows []datasets.Row, choices []choice) (c counts) {
	for i := range rows {
		r := &rows[i]
		switch {
		case choices[i] == kept:
			c.Kept++
		case choices[i] == otherClass:
			c.OtherClass++
		case !f.readLabel(in, r):
			c.Unknown++
		default:
			c.Labelled++
			r.Labeller = f.job.Labeller.digest
			if e := float64(r.EquityError); f.settings.random() && !math.IsNaN(e) {
				c.Error, c.Errors = c.Error+e, c.Errors+1
			}
		}
	}
	if c.Change = f.readChange(in); f.changes {
		c.Changes = c.Labelled
	}
	return c
}
