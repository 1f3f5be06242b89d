package parquetfile

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/metadata"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"gammonlab/internal/digest"
	"gammonlab/internal/workers"
)

// Writer writes groups of rows. Only one goroutine may use it.
type Writer struct {
	sink    *sink
	parquet *file.Writer
	columns int
	sums    strings.Builder
	workers []int
}

// Settings of files. A column of a group should be one page, because the library
// creates a compressor for each page, which takes longer than the compression. Floats
// hardly shrink, so the fastest compression makes them about as small as any other.
// Pages have version 2 of Parquet: with version 1 the library's time grows with the
// square of the number of nulls.
const (
	pageBytes        = 2 << 20
	compressionLevel = 1
)

// NewWriter returns a writer of a file with the columns and metadata. The options are added
// to the common options of all files.
func NewWriter(to io.Writer, columns *schema.GroupNode, kv metadata.KeyValueMetadata, options ...parquet.WriterProperty) *Writer {
	options = append([]parquet.WriterProperty{
		parquet.WithVersion(parquet.V2_LATEST), parquet.WithDataPageVersion(parquet.DataPageV2),
		parquet.WithDataPageSize(pageBytes),
		parquet.WithCompression(compress.Codecs.Zstd), parquet.WithCompressionLevel(compressionLevel),
		parquet.WithDictionaryDefault(false), parquet.WithStats(false),
	}, options...)
	w := &Writer{sink: &sink{to: to}, columns: columns.NumFields()}
	w.parquet = file.NewParquetWriter(w.sink, columns,
		file.WithWriterProps(parquet.NewWriterProperties(options...)), file.WithWriteMetadata(kv))
	for i := range w.Workers() {
		w.workers = append(w.workers, i)
	}
	return w
}

// Workers returns the number of goroutines that write columns.
func (w *Writer) Workers() int { return min(runtime.GOMAXPROCS(0), w.columns) }

// Group writes a group of rows. It calls write for each column, with the column's writer;
// workers call it for several columns at the same time.
func (w *Writer) Group(write func(worker, column int, to file.ColumnChunkWriter) error) (err error) {
	defer Recovered(&err)
	group := w.parquet.AppendBufferedRowGroup()
	errs := make([]error, w.columns)
	workers.All(group, w.workers, w.columns, func(group file.BufferedRowGroupWriter, worker, i int) {
		defer Recovered(&errs[i])
		errs[i] = writeColumn(group, i, func(to file.ColumnChunkWriter) error { return write(worker, i, to) })
	})
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for i := range w.columns {
		to, err := group.Column(i)
		if err != nil {
			return err
		}
		w.sink.begin()
		if err := to.Close(); err != nil { // writes the column to the sink
			return err
		}
		w.sums.WriteString(formatSum(w.sink.sum))
	}
	if err := group.Close(); err != nil {
		return err
	}
	return w.sink.err
}

// writeColumn passes the writer of column i to write, and compresses the last page.
func writeColumn(group file.BufferedRowGroupWriter, i int, write func(file.ColumnChunkWriter) error) error {
	to, err := group.Column(i)
	if err != nil {
		return err
	}
	if err := write(to); err != nil {
		return fmt.Errorf("column %s: %w", to.Descr().Name(), err)
	}
	// Close would also compress the last page, but only one column at a time.
	return to.(interface{ FlushCurrentPage() error }).FlushCurrentPage()
}

// Close writes the footer.
func (w *Writer) Close() (err error) {
	defer Recovered(&err)
	for _, entry := range [][2]string{{checksumsKey, w.sums.String()}, {footerKey, noSum}} {
		if err := w.parquet.AppendKeyValueMetadata(entry[0], entry[1]); err != nil {
			return err
		}
	}
	w.sink.hold = true
	if err := w.parquet.Close(); err != nil {
		return err
	}
	if err := seal(w.sink.held); err != nil {
		return err
	}
	w.sink.hold = false
	w.sink.Write(w.sink.held)
	return w.sink.err
}

// sink is the destination of the library. It keeps an error of writing and never returns
// the error to the library, because the library panics at some errors.
type sink struct {
	to   io.Writer
	sum  uint32 // checksum of the bytes written since begin
	hold bool   // append the bytes to held instead of writing them
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
		s.sum = digest.AddChecksum(s.sum, data)
		_, s.err = s.to.Write(data)
	}
	return len(data), nil
}

// Recovered turns a panic of the library into an error.
func Recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("the Parquet library failed: %v", p)
	}
}
