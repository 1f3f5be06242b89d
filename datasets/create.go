package datasets

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"runtime"
	"strings"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/metadata"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"gammonlab/board"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/workers"
)

// Writer writes a database. Rows are compressed in the background, by as many
// goroutines as there are processors; the bytes do not depend on how many. It
// takes some 60 MB. A Writer serves one goroutine.
type Writer struct {
	path    string
	variant board.Variant
	file    *atomicfile.File
	rows    int64
	texts   [2]string // labeller and source of the last row, which were checked
	filling *block
	encoder *encoder
	full    chan *block  // to the encoder
	empty   chan emptied // back from it
	result  chan error   // of the encoder, once full is closed
	ended   bool
}

// Create begins a database at path, where nothing stands before
// [Writer.Close]; what was there until then is replaced. Either Close or
// [Writer.Abort] must follow.
func Create(path string, m Meta) (*Writer, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("writing %s: %w", path, err)
	}
	f, err := atomicfile.Create(path)
	if err != nil {
		return nil, err
	}
	w := &Writer{
		path: path, variant: m.Variant, file: f, filling: new(block), encoder: newEncoder(f, fileSchema(), m.entries()),
		full: make(chan *block), empty: make(chan emptied, 2), result: make(chan error, 1),
	}
	w.empty <- emptied{block: new(block)}
	go w.encode()
	return w, nil
}

// emptied is a block to be filled again, with what went wrong so far.
type emptied struct {
	block *block
	err   error
}

// encode encodes full blocks until there are no more.
func (w *Writer) encode() {
	var err error
	for b := range w.full {
		if err == nil {
			err = w.encoder.group(b)
		}
		b.reset()
		w.empty <- emptied{b, err}
	}
	w.result <- err
}

// Write adds a row, whose key the caller has not given before. It checks the
// row, and that its position is legal in the variant. After an error about the
// row the Writer can be used further; that the file cannot be written is told some
// hundred thousand rows later, or by Close.
func (w *Writer) Write(r *Row) error {
	if w.ended {
		return fmt.Errorf("writing %s: closed", w.path)
	}
	err := r.Position.Validate(w.variant)
	if err != nil {
		err = fmt.Errorf("column %s: %w", keyColumn, err)
	} else {
		err = w.check(r)
	}
	if err != nil {
		return fmt.Errorf("writing %s: row %d: %w", w.path, w.rows+1, err)
	}
	w.filling.add(r)
	w.rows++
	if w.filling.n == groupRows {
		if err := w.hand(); err != nil {
			return fmt.Errorf("writing %s: %w", w.path, err)
		}
	}
	return nil
}

// check checks a row, and its texts where they are not those of the last.
func (w *Writer) check(r *Row) error {
	if texts := [2]string{r.Labeller, r.Source}; texts != w.texts {
		if err := r.checkTexts(); err != nil {
			return err
		}
		w.texts = texts
	}
	return r.checkFigures()
}

// hand gives the block to the encoder and takes an empty one.
func (w *Writer) hand() error {
	w.full <- w.filling
	next := <-w.empty
	w.filling = next.block
	return next.err
}

// Close writes what is left and puts the file in its place. On an error nothing
// of it is there, and what was there before still is.
func (w *Writer) Close() error {
	if w.ended {
		return fmt.Errorf("writing %s: closed", w.path)
	}
	defer w.file.Abort()
	err := w.end()
	if err == nil {
		err = w.encoder.close()
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", w.path, err)
	}
	return w.file.Commit()
}

// end hands over the last block and waits for the encoder.
func (w *Writer) end() error {
	w.ended = true
	if w.filling.n > 0 {
		w.full <- w.filling
	}
	close(w.full)
	return <-w.result
}

// Abort gives the file up. After Close it does nothing, so that it can be
// deferred.
func (w *Writer) Abort() {
	if !w.ended {
		w.filling.reset()
		w.end()
		w.file.Abort()
	}
}

// encoder writes groups of rows as Parquet with checksums.
type encoder struct {
	sink    *sink
	parquet *file.Writer
	sums    strings.Builder
	workers []*columnWriter
}

// Settings of the file. A column of a group is one page, as the library makes a
// compressor for each, which costs more than its use; the fastest one leaves
// floats and keys, which hardly shrink, about as small as others do. Pages are of
// Parquet's second kind: of the first, the library takes time that grows with the
// square of their nulls.
const (
	pageBytes        = 2 << 20
	dictionaryBytes  = 1 << 20
	compressionLevel = 1
)

func newEncoder(to io.Writer, columnsOf *schema.GroupNode, kv metadata.KeyValueMetadata) *encoder {
	e := &encoder{sink: &sink{to: to}}
	options := []parquet.WriterProperty{
		parquet.WithVersion(parquet.V2_LATEST), parquet.WithDataPageVersion(parquet.DataPageV2),
		parquet.WithDataPageSize(pageBytes), parquet.WithMaxRowGroupLength(groupRows),
		parquet.WithCompression(compress.Codecs.Zstd), parquet.WithCompressionLevel(compressionLevel),
		parquet.WithDictionaryDefault(false), parquet.WithDictionaryPageSizeLimit(dictionaryBytes), parquet.WithStats(false),
	}
	for _, c := range columns {
		switch c.kind {
		case texts:
			options = append(options, parquet.WithDictionaryFor(c.name, true))
		case floats:
			options = append(options, parquet.WithStatsFor(c.name, true)) // by which pages know their nulls
		}
	}
	e.parquet = file.NewParquetWriter(e.sink, columnsOf,
		file.WithWriterProps(parquet.NewWriterProperties(options...)), file.WithWriteMetadata(kv))
	for range min(runtime.GOMAXPROCS(0), len(columns)) {
		e.workers = append(e.workers, new(columnWriter))
	}
	return e
}

// group writes a block as a group.
func (e *encoder) group(b *block) (err error) {
	defer recovered(&err)
	group := e.parquet.AppendBufferedRowGroup()
	errs := make([]error, len(columns))
	workers.Each(context.Background(), b, e.workers, len(columns), func(b *block, w *columnWriter, i int) {
		defer recovered(&errs[i])
		to, err := group.Column(i)
		if err == nil {
			err = w.write(to, columns[i], b)
		}
		errs[i] = err
	})
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for i := range columns {
		to, err := group.Column(i)
		if err != nil {
			return err
		}
		e.sink.begin()
		if err := to.Close(); err != nil { // this writes it
			return err
		}
		e.sums.WriteString(formatSum(e.sink.sum))
	}
	if err := group.Close(); err != nil {
		return err
	}
	return e.sink.err
}

// close writes the footer.
func (e *encoder) close() (err error) {
	defer recovered(&err)
	for _, entry := range [][2]string{{checksumsKey, e.sums.String()}, {footerKey, noSum}} {
		if err := e.parquet.AppendKeyValueMetadata(entry[0], entry[1]); err != nil {
			return err
		}
	}
	e.sink.hold = true
	if err := e.parquet.Close(); err != nil {
		return err
	}
	if err := seal(e.sink.held); err != nil {
		return err
	}
	e.sink.hold = false
	e.sink.Write(e.sink.held)
	return e.sink.err
}

// sink is where the library writes to. It never fails towards the library,
// which would panic in places.
type sink struct {
	to   io.Writer
	sum  uint32 // of what was written since begin
	hold bool   // keep what is written
	held []byte
	err  error
}

// begin begins a new checksum.
func (s *sink) begin() { s.sum = 0 }

// Write implements [io.Writer].
func (s *sink) Write(data []byte) (int, error) {
	switch {
	case s.hold:
		s.held = append(s.held, data...)
	case s.err == nil:
		s.sum = crc32.Update(s.sum, castagnoli, data)
		_, s.err = s.to.Write(data)
	}
	return len(data), nil
}

// recovered turns a panic of the library into an error.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("the Parquet library failed: %v", p)
	}
}
