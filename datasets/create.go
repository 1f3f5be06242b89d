package datasets

import (
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/metadata"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"gammonlab/internal/atomicfile"
	"gammonlab/internal/parquetfile"
	"gammonlab/internal/workers"
)

// Writer writes a database. It compresses rows in the background, with one goroutine per
// processor; the bytes do not depend on the number of goroutines. It takes about 60 MB.
// Only one goroutine may use a Writer.
type Writer struct {
	path    string
	meta    Meta
	file    *atomicfile.File
	rows    int64
	texts   [2]string // labeller and source of the last row, already checked
	filling *block
	encoder *encoder     // nil before the first row, which determines whether the file has weights
	full    chan *block  // to the encoder
	empty   chan emptied // from the encoder
	result  chan error   // result of the encoder after full is closed
	ended   bool

	weighting Weighting
}

// Create begins a database at path. [Writer.Close] moves the file to path and replaces an
// existing one; until then path does not change. The caller must call Close or
// [Writer.Abort].
func Create(path string, m Meta) (*Writer, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("writing %s: %w", path, err)
	}
	f, err := atomicfile.Create(path)
	if err != nil {
		return nil, err
	}
	w := &Writer{
		path: path, meta: m, file: f, filling: new(block),
		full: make(chan *block), empty: make(chan emptied, 2), result: make(chan error, 1),
	}
	w.empty <- emptied{block: new(block)}
	go w.encode()
	return w, nil
}

// emptied is an empty block, with the encoder's first error so far.
type emptied struct {
	block *block
	err   error
}

// encode encodes full blocks until there are no more.
func (w *Writer) encode() {
	var err error
	for b := range w.full {
		if err == nil {
			err = workers.Guard(func() error { return w.encoder.group(b) })
		}
		b.reset()
		w.empty <- emptied{b, err}
	}
	w.result <- err
}

// begin creates the encoder, after the first row was checked.
func (w *Writer) begin() {
	w.encoder = newEncoder(w.file, fileSchema(w.meta.Cubes, w.weighting.Weighted), w.meta.entries())
}

// Write adds a row. It checks the row, and that its position is legal in the variant. Its
// key must differ from the keys of all earlier rows, which Write does not check. All rows
// must have weights, or none.
//
// If Write returns an error about the row, the Writer can still be used. Errors of
// writing the file are returned by a Write up to some hundred thousand rows later, or by
// Close.
func (w *Writer) Write(r *Row) error {
	if w.ended {
		return fmt.Errorf("writing %s: closed", w.path)
	}
	err := r.Position.Validate(w.meta.Variant)
	if err != nil {
		err = fmt.Errorf("column %s: %w", KeyColumn, err)
	} else {
		err = w.check(r)
	}
	if err != nil {
		return fmt.Errorf("writing %s: row %d: %w", w.path, w.rows+1, err)
	}
	if w.encoder == nil {
		w.begin()
	}
	w.filling.add(r)
	w.rows++
	if w.filling.n == groupRows {
		if err := w.swapBlock(); err != nil {
			return fmt.Errorf("writing %s: %w", w.path, err)
		}
	}
	return nil
}

// check checks a row, and its texts if they differ from those of the last row.
func (w *Writer) check(r *Row) error {
	if texts := [2]string{r.Labeller, r.Source}; texts != w.texts {
		if err := r.checkTexts(); err != nil {
			return err
		}
		w.texts = texts
	}
	if err := r.checkFigures(); err != nil {
		return err
	}
	if !w.meta.Cubes && r.Method != Unlabelled && r.HasCubes() {
		return errors.New("values by the state of the cube, but the file has no columns for them")
	}
	return w.weighting.Check(r)
}

// swapBlock gives the block to the encoder and takes an empty one.
func (w *Writer) swapBlock() error {
	w.full <- w.filling
	next := <-w.empty
	w.filling = next.block
	return next.err
}

// Close writes the remaining rows and moves the file to its path. After an error, the
// path is unchanged.
func (w *Writer) Close() error {
	if w.ended {
		return fmt.Errorf("writing %s: closed", w.path)
	}
	defer w.file.Abort()
	if w.encoder == nil {
		w.begin()
	}
	err := w.end()
	if err == nil {
		err = w.encoder.close()
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", w.path, err)
	}
	return w.file.Commit()
}

// end sends the last block and waits for the encoder.
func (w *Writer) end() error {
	w.ended = true
	if w.filling.n > 0 {
		w.full <- w.filling
	}
	close(w.full)
	return <-w.result
}

// Abort discards the file. After Close it does nothing, so it can be deferred.
func (w *Writer) Abort() {
	if !w.ended {
		w.filling.reset()
		w.end()
		w.file.Abort()
	}
}

// encoder writes groups of rows as Parquet with checksums.
type encoder struct {
	parquet *parquetfile.Writer
	columns []column
	workers []columnWriter
}

// dictionaryBytes bounds a dictionary of texts.
const dictionaryBytes = 1 << 20

func newEncoder(to io.Writer, columnsOf *schema.GroupNode, kv metadata.KeyValueMetadata) *encoder {
	options := []parquet.WriterProperty{
		parquet.WithMaxRowGroupLength(groupRows), parquet.WithDictionaryPageSizeLimit(dictionaryBytes),
	}
	for _, c := range columns {
		switch c.kind {
		case texts:
			options = append(options, parquet.WithDictionaryFor(c.name, true))
		case floats:
			options = append(options, parquet.WithStatsFor(c.name, true)) // pages need statistics to count their nulls
		}
	}
	e := &encoder{parquet: parquetfile.NewWriter(to, columnsOf, kv, options...)}
	for _, c := range columns {
		if columnsOf.FieldIndexByName(c.name) >= 0 {
			e.columns = append(e.columns, c)
		}
	}
	e.workers = make([]columnWriter, e.parquet.Workers())
	return e
}

// group writes a block as a group.
func (e *encoder) group(b *block) error {
	return e.parquet.Group(func(worker, i int, to file.ColumnChunkWriter) error {
		return e.workers[worker].write(to, e.columns[i], b)
	})
}

// close writes the footer.
func (e *encoder) close() error { return e.parquet.Close() }
