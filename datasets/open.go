package datasets

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/apache/arrow/go/v15/parquet/metadata"
)

// File is an open database, read from the first row to the last. The next group
// of rows is read and decoded while this one is asked for; it takes some 60 MB.
// A File serves one goroutine.
type File struct {
	path   string
	file   *os.File
	meta   Meta
	footer *metadata.FileMetaData
	groups []group
	rows   int64

	ahead    chan decoded
	stop     chan struct{} // ends the goroutine that reads ahead
	current  *block
	meanings [numTexts][]meaning // of its texts
	i        int                 // in the current block
	row      int64               // rows done with

	from    int64 // rows to pass over at first
	skipBad bool
	skipped int64
	first   error // the first that made a row be skipped
}

// group is where the rows of a group stand in a file.
type group struct {
	rows   int
	bounds []int64  // where the columns begin, and the last one ends
	sums   []uint32 // of the bytes between
}

// Open opens the database at path and checks everything but its rows, which are
// checked as they are read.
func Open(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	o := &File{path: path, file: f}
	if err := o.readFooter(); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, noEnd(err))
	}
	return o, nil
}

// Meta returns what the database is of.
func (f *File) Meta() Meta { return f.meta }

// Len returns the number of rows.
func (f *File) Len() int64 { return f.rows }

// Path returns the path by which the file was opened.
func (f *File) Path() string { return f.path }

// SkipBad makes [File.Read] skip bad rows, and whole groups whose bytes are
// damaged, and count them.
func (f *File) SkipBad() { f.skipBad = true }

// Skipped returns how many bad rows were skipped so far, and what is wrong with
// the first of them.
func (f *File) Skipped() (rows int64, first error) { return f.skipped, f.first }

// Row returns the number of the row that was read last, counted from 1.
func (f *File) Row() int64 { return f.row }

// From makes the first [File.Read] return the row of the given number, counted
// from 1, and does not look at those before.
func (f *File) From(row int64) {
	if f.ahead != nil || f.row > 0 {
		panic("datasets: From after Read")
	}
	f.from = max(row-1, 0)
}

// Close closes the file.
func (f *File) Close() error {
	f.halt()
	return f.file.Close()
}

// halt ends the reading ahead.
func (f *File) halt() {
	if f.ahead == nil {
		return
	}
	close(f.stop)
	for range f.ahead { // until it is closed
	}
	f.ahead = nil
}

// maxFooter bounds the size of a footer, about 5 kB for each group of rows.
const maxFooter = 1 << 30

// readFooter reads and checks all that is not rows.
func (f *File) readFooter() error {
	info, err := f.file.Stat()
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
	if size < int64(len(magic)+tailLen) {
		return fmt.Errorf("%d bytes are too few for a Parquet file", size)
	}
	head, tail := make([]byte, len(magic)), make([]byte, tailLen)
	if err := errors.Join(f.readAt(head, 0), f.readAt(tail, size-int64(tailLen))); err != nil {
		return err
	}
	if string(head) != magic {
		return fmt.Errorf("no Parquet file: it begins with %q, want %q", head, magic)
	}
	if end := tail[tailLen-len(magic):]; string(end) != magic {
		return fmt.Errorf("ends with %q, want %q: cut off, or no Parquet file", end, magic)
	}
	n := footerLen(tail)
	if n > min(size-int64(len(magic)), maxFooter) {
		return fmt.Errorf("damaged: the footer should have %d bytes, of %d in the file", n, size)
	}
	footer := make([]byte, n)
	if err := f.readAt(footer, size-n); err != nil {
		return err
	}
	return f.parseFooter(footer, size-n)
}

// readAt reads bytes that the file has.
func (f *File) readAt(dst []byte, at int64) error {
	_, err := f.file.ReadAt(dst, at)
	return noEnd(err)
}

// noEnd returns the error such that nobody takes it for the end of the rows.
func noEnd(err error) error {
	switch {
	case err == io.EOF:
		return io.ErrUnexpectedEOF
	case errors.Is(err, io.EOF):
		return errors.New(err.Error())
	}
	return err
}

// parseFooter reads the footer that begins at the given place.
func (f *File) parseFooter(footer []byte, at int64) (err error) {
	defer recovered(&err)
	has, right := sealed(footer)
	if has && !right {
		return fmt.Errorf("damaged: the footer's checksum is wrong")
	}
	if f.footer, err = metadata.NewFileMetaData(footer[:len(footer)-tailLen], nil); err != nil {
		return fmt.Errorf("the footer cannot be read: %w", err)
	}
	kv := f.footer.KeyValueMetadata()
	if f.meta, err = parseMeta(kv); err != nil {
		return err
	}
	if !has {
		return fmt.Errorf("metadata: no %s, which every file of the format has", footerKey)
	}
	if err := checkSchema(f.footer.Schema); err != nil {
		return err
	}
	sums, err := parseSums(value(kv, checksumsKey), len(f.footer.GetRowGroups())*len(columns))
	if err != nil {
		return err
	}
	return f.findGroups(sums, at)
}

// findGroups finds out where the groups stand, the last one before end.
func (f *File) findGroups(sums []uint32, end int64) error {
	var starts []int64
	n := len(f.footer.GetRowGroups())
	for g := range n {
		meta := f.footer.RowGroup(g)
		rows := meta.NumRows()
		if rows < 1 || rows > groupRows {
			return fmt.Errorf("group %d of rows: has %d, want 1 to %d", g+1, rows, groupRows)
		}
		for i, c := range columns {
			chunk, err := meta.ColumnChunk(i)
			if err != nil {
				return fmt.Errorf("group %d of rows: column %s: %w", g+1, c.name, err)
			}
			start := chunk.DataPageOffset()
			if at := chunk.DictionaryPageOffset(); chunk.HasDictionaryPage() && at > 0 {
				start = min(start, at)
			}
			if chunk.NumValues() != rows {
				return fmt.Errorf("group %d of rows: column %s has %d values, want %d", g+1, c.name, chunk.NumValues(), rows)
			}
			starts = append(starts, start)
		}
		f.groups = append(f.groups, group{rows: int(rows), sums: sums[g*len(columns):][:len(columns)]})
		f.rows += rows
	}
	if got := f.footer.GetNumRows(); got != f.rows {
		return fmt.Errorf("the footer counts %d rows, the groups have %d", got, f.rows)
	}
	last := int64(len(magic))
	for i, start := range append(starts, end) {
		if start < last || i == 0 && start > last {
			return fmt.Errorf("a column begins at byte %d, behind byte %d", start, last)
		}
		last = start
	}
	for g := range f.groups {
		f.groups[g].bounds = append(starts, end)[g*len(columns):][:len(columns)+1]
	}
	return nil
}

// view lets the library read bytes of a file that are in memory.
type view struct {
	*bytes.Reader // of nothing
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

// Seek implements [io.Seeker] as far as the library asks for it: for the size.
func (v view) Seek(int64, int) (int64, error) { return v.size, nil }
