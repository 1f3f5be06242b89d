package parquetfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/metadata"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"gammonlab/internal/digest"
)

// Format is the format of the files to read.
type Format struct {
	Columns *schema.GroupNode
	Check   func(kv metadata.KeyValueMetadata) error // checks the metadata
	MaxRows int                                      // maximal number of rows of a group
	MaxPage int                                      // maximal size of a page in bytes

	Optional int // number of columns at the end, each of which a file may lack
}

// Reader reads the groups of a file.
type Reader struct {
	file   *os.File
	format Format
	footer *metadata.FileMetaData
	groups []group
	rows   int64

	columns *schema.GroupNode // of the file
}

// group is the place of a group of rows in a file.
type group struct {
	rows   int
	bounds []int64  // offsets of the columns, and the end of the last column
	sums   []uint32 // the checksums of the columns
}

// NewReader checks everything in the file except its rows, which [Reader.Group]
// checks. The caller closes the file.
func NewReader(f *os.File, format Format) (*Reader, error) {
	r := &Reader{file: f, format: format}
	return r, NoEnd(r.readFooter())
}

// Rows returns the number of rows.
func (r *Reader) Rows() int64 { return r.rows }

// Has reports whether the file has the column.
func (r *Reader) Has(column string) bool { return r.columns.FieldIndexByName(column) >= 0 }

// Groups returns the number of groups.
func (r *Reader) Groups() int { return len(r.groups) }

// GroupRows returns the number of rows of a group.
func (r *Reader) GroupRows(group int) int { return r.groups[group].rows }

// maxFooter is the maximal size of a footer; a group of rows takes about 5 kB of it.
const maxFooter = 1 << 30

// readFooter reads and checks everything except the rows.
func (r *Reader) readFooter() error {
	info, err := r.file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("no regular file")
	}
	size := info.Size()
	if size == 0 {
		return fmt.Errorf("empty, want a Parquet file")
	}
	if size < int64(len(Magic)+tailLen) {
		return fmt.Errorf("%d bytes are too few for a Parquet file", size)
	}
	head, tail := make([]byte, len(Magic)), make([]byte, tailLen)
	if err := errors.Join(r.readAt(head, 0), r.readAt(tail, size-int64(tailLen))); err != nil {
		return err
	}
	if string(head) != Magic {
		return fmt.Errorf("no Parquet file: it begins with %q, want %q", head, Magic)
	}
	if end := tail[tailLen-len(Magic):]; string(end) != Magic {
		return fmt.Errorf("ends with %q, want %q: cut off, or no Parquet file", end, Magic)
	}
	n := footerLen(tail)
	if n > min(size-int64(len(Magic)), maxFooter) {
		return fmt.Errorf("damaged: the footer should have %d bytes, of %d in the file", n, size)
	}
	footer := make([]byte, n)
	if err := r.readAt(footer, size-n); err != nil {
		return err
	}
	return r.parseFooter(footer, size-n)
}

// readAt fills dst from an offset of the file.
func (r *Reader) readAt(dst []byte, at int64) error {
	_, err := r.file.ReadAt(dst, at)
	return NoEnd(err)
}

// NoEnd replaces io.EOF by another error, because io.EOF would mean the end of the rows.
func NoEnd(err error) error {
	switch {
	case err == io.EOF:
		return io.ErrUnexpectedEOF
	case errors.Is(err, io.EOF):
		return errors.New(err.Error())
	}
	return err
}

// parseFooter reads the footer that begins at the given byte of the file.
func (r *Reader) parseFooter(footer []byte, at int64) (err error) {
	defer Recovered(&err)
	// The library panics at some damaged footers, so it gets only undamaged footers.
	switch has, right := sealed(footer); {
	case !has:
		return fmt.Errorf("a Parquet file of another program (dataset import reads it), or damaged: its metadata have no %s", footerKey)
	case !right:
		return fmt.Errorf("damaged: the footer's checksum is wrong")
	}
	if r.footer, err = metadata.NewFileMetaData(footer[:len(footer)-tailLen], nil); err != nil {
		return fmt.Errorf("the footer cannot be read: %w", err)
	}
	kv := r.footer.KeyValueMetadata()
	if err := r.format.Check(kv); err != nil {
		return err
	}
	if r.columns, err = checkSchema(r.footer.Schema.Root(), r.format.Columns, r.format.Optional); err != nil {
		return err
	}
	sums, err := parseSums(Value(kv, checksumsKey), len(r.footer.GetRowGroups())*r.columns.NumFields())
	if err != nil {
		return err
	}
	return r.findGroups(sums, at)
}

// findGroups finds the places of the groups, which must be before end.
func (r *Reader) findGroups(sums []uint32, end int64) error {
	var starts []int64
	columns := r.columns.NumFields()
	for g := range len(r.footer.GetRowGroups()) {
		meta := r.footer.RowGroup(g)
		rows := meta.NumRows()
		if rows < 1 || rows > int64(r.format.MaxRows) {
			return fmt.Errorf("group %d of rows: has %d, want 1 to %d", g+1, rows, r.format.MaxRows)
		}
		for i := range columns {
			name := r.columns.Field(i).Name()
			chunk, err := meta.ColumnChunk(i)
			if err != nil {
				return fmt.Errorf("group %d of rows: column %s: %w", g+1, name, err)
			}
			start := chunk.DataPageOffset()
			if at := chunk.DictionaryPageOffset(); chunk.HasDictionaryPage() && at > 0 {
				start = min(start, at)
			}
			if chunk.NumValues() != rows {
				return fmt.Errorf("group %d of rows: column %s has %d values, want %d", g+1, name, chunk.NumValues(), rows)
			}
			starts = append(starts, start)
		}
		r.groups = append(r.groups, group{rows: int(rows), sums: sums[g*columns:][:columns]})
		r.rows += rows
	}
	if got := r.footer.GetNumRows(); got != r.rows {
		return fmt.Errorf("the footer counts %d rows, the groups have %d", got, r.rows)
	}
	last := int64(len(Magic))
	for i, start := range append(starts, end) {
		if start < last || i == 0 && start > last {
			return fmt.Errorf("a column begins at byte %d, after byte %d", start, last)
		}
		last = start
	}
	for g := range r.groups {
		r.groups[g].bounds = append(starts, end)[g*columns:][:columns+1]
	}
	return nil
}

// Group reads a group and calls take for each column in turn. It reads the bytes of the
// file into buffer, which it enlarges if necessary and returns. Values of the columns may
// point into buffer.
func (r *Reader) Group(buffer []byte, g int, take func(column int, from file.ColumnChunkReader) error) (_ []byte, err error) {
	defer func() { err = NoEnd(err) }()
	defer Recovered(&err)
	group := &r.groups[g]
	if buffer, err = r.load(buffer, group); err != nil {
		return buffer, err
	}
	props := parquet.NewReaderProperties(Bounded(r.format.MaxPage, int64(len(buffer))))
	base := group.bounds[0]
	in, err := file.NewParquetReader(view{data: buffer, base: base, size: base + int64(len(buffer))},
		file.WithReadProps(props), file.WithMetadata(r.footer))
	if err != nil {
		return buffer, err
	}
	rows := in.RowGroup(g)
	for i := range r.columns.NumFields() {
		from, err := rows.Column(i)
		if err == nil {
			err = take(i, from)
		}
		if err == nil {
			err = from.Err()
		}
		if err != nil {
			return buffer, fmt.Errorf("column %s: %w", r.columns.Field(i).Name(), err)
		}
	}
	return buffer, nil
}

// load reads the bytes of a group and checks their checksums.
func (r *Reader) load(buffer []byte, g *group) ([]byte, error) {
	base, end := g.bounds[0], g.bounds[len(g.bounds)-1]
	data := slices.Grow(buffer[:0], int(end-base))[:end-base]
	if err := r.readAt(data, base); err != nil {
		return data, err
	}
	for i := range g.sums {
		if got := digest.Checksum(data[g.bounds[i]-base : g.bounds[i+1]-base]); got != g.sums[i] {
			return data, fmt.Errorf("column %s: damaged: the checksum is %s, want %s",
				r.columns.Field(i).Name(), formatSum(got), formatSum(g.sums[i]))
		}
	}
	return data, nil
}

// view is a file for the library, with only a part of the file in memory.
type view struct {
	*bytes.Reader // nil; for methods that the library never calls
	data          []byte
	base, size    int64
}

// ReadAt implements [io.ReaderAt].
func (v view) ReadAt(dst []byte, at int64) (int, error) {
	if at < v.base || at+int64(len(dst)) > v.base+int64(len(v.data)) {
		return 0, fmt.Errorf("bytes %d to %d are not in the group, which has %d to %d",
			at, at+int64(len(dst)), v.base, v.base+int64(len(v.data)))
	}
	return copy(dst, v.data[at-v.base:]), nil
}

// Seek implements [io.Seeker] only for the library's request for the size of the file.
func (v view) Seek(int64, int) (int64, error) { return v.size, nil }

// bounded panics when the library allocates more than a page needs.
type bounded struct {
	memory.Allocator
	most int
}

// Pages of packed bytes have at most so many bytes: for each packed byte, and besides.
const (
	mostPacking  = 1 << 10
	mostUnpacked = 1 << 22
)

// Bounded returns the allocator for pages of at most most bytes, of so many packed ones.
func Bounded(most int, packed int64) memory.Allocator {
	return bounded{memory.NewGoAllocator(), int(min(int64(most), mostUnpacked+mostPacking*packed))}
}

// Allocate implements [memory.Allocator].
func (b bounded) Allocate(size int) []byte {
	b.check(size)
	return b.Allocator.Allocate(size)
}

// Reallocate implements [memory.Allocator].
func (b bounded) Reallocate(size int, data []byte) []byte {
	b.check(size)
	return b.Allocator.Reallocate(size, data)
}

func (b bounded) check(size int) {
	if size > b.most {
		panic(fmt.Sprintf("a page of %d bytes", size))
	}
}
