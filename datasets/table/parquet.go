package table

import (
	"fmt"
	"io"

	"github.com/apache/arrow/go/v15/parquet"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/internal/parquettable"
)

// parquetSource is a table in a Parquet file of any program.
type parquetSource struct {
	file   string
	rows   *parquettable.Reader
	chosen []int // columns of the file, in the order of the fields that are read
	read   []string
	fields []string // by columns of the file
	row    int
}

// NewParquet reads the titles of a table in a Parquet file of any program; nested columns are
// skipped. Such files have no checksums over every byte, so damage may go unnoticed. Errors
// use the given file name.
func NewParquet(f parquet.ReaderAtSeeker, file string, v board.Variant, names Columns) (*Reader, error) {
	rows, err := parquettable.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	p := &parquetSource{file: file, rows: rows, fields: make([]string, len(rows.Names()))}
	t, err := newTable(p, rows.Names(), v, names)
	if err == nil {
		p.chosen = t.used()
		err = rows.Choose(p.chosen)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return t, nil
}

// used returns the columns that the table reads.
func (t *Reader) used() []int {
	all := append([]int{t.id}, t.columns[:]...)
	if t.method >= 0 {
		all = append(all, t.method)
	}
	for _, c := range t.others {
		all = append(all, c.at)
	}
	return all
}

// next implements [source].
func (p *parquetSource) next() (_ []string, err error) {
	switch p.read, err = p.rows.Next(p.read); {
	case err == io.EOF:
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("%s: after row %d: %w", p.file, p.row, err)
	}
	p.row++
	for i, at := range p.chosen {
		p.fields[at] = p.read[i]
	}
	return p.fields, nil
}

// bad implements [source].
func (p *parquetSource) bad(err error) error {
	return &datasets.BadRow{File: p.file, Row: p.row, Err: err}
}
