package label

import (
	"errors"
	"io"
	"math"

	"gammonlab/datasets"
)

// feed divides the rows of a file into shards.
type feed struct {
	job   *Job
	file  *datasets.File
	skip  uint64 // rows that the journal already covers
	first uint64 // number of the next row
}

// next is a [farm.Source] of shards.
func (f *feed) next(items int) (*shard, error) {
	settings := &f.job.Labeller.settings
	size, most := settings.batchRows(), settings.maxRows()
	if items < most {
		most = max(size, (items+size-1)/size*size)
	}
	s := &shard{first: f.first}
	for s.items < uint64(most) {
		b, err := f.read(size)
		if errors.Is(err, io.EOF) && len(s.batches) > 0 {
			break
		}
		if err != nil {
			return nil, err
		}
		s.batches = append(s.batches, b)
		s.items += uint64(len(b.rows))
	}
	f.first += s.items
	return s, nil
}

// read reads a batch; the last one may be smaller.
func (f *feed) read(size int) (batch, error) {
	b := batch{make([]datasets.Row, 0, size), make([]choice, 0, size), 0}
	for len(b.rows) < size {
		row, err := f.file.Read()
		switch {
		case errors.Is(err, io.EOF) && len(b.rows) > 0:
			return b, nil
		case err != nil:
			return b, err
		case f.skip > 0:
			f.skip--
			continue
		}
		b.rows, b.choices = append(b.rows, row), append(b.choices, f.job.wants(&row))
	}
	return b, nil
}

// count counts the rows of a batch by what was done with them.
func (w *wire) count(b *batch) (c counts) {
	for i := range b.rows {
		switch b.choices[i] {
		case kept:
			c.Kept++
		case otherClass:
			c.OtherClass++
		case unknownLabel:
			c.Unknown++
		case labelled:
			c.Labelled++
			if e := float64(b.rows[i].EquityError); w.settings.random() && !math.IsNaN(e) {
				c.Error, c.Errors = c.Error+e, c.Errors+1
			}
		}
	}
	if w.changes {
		c.Change, c.Changes = b.change, c.Labelled
	}
	return c
}
