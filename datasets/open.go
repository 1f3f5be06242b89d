package datasets

import (
	"fmt"
	"io"
	"os"

	"github.com/apache/arrow/go/v15/parquet/metadata"

	"gammonlab/internal/digest"
	"gammonlab/internal/parquetfile"
)

// File is an open database, read from the first row to the last. It reads and decodes
// the next group of rows in the background, and takes about 60 MB. A File serves one
// goroutine.
type File struct {
	path   string
	file   *os.File
	meta   Meta
	groups *parquetfile.Reader

	columns []column

	ahead    chan decoded
	stop     chan struct{} // ends the goroutine that reads ahead
	current  *block
	meanings [numTexts][]meaning // meanings of the texts of the current block
	i        int                 // index in the current block
	row      int64               // rows read or skipped

	from    int64 // rows to skip at the beginning
	skipBad bool
	skipped int64
	first   error // error of the first skipped row
}

// Open opens the database at path and checks everything except its rows, which
// [File.Read] checks.
func Open(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return OpenFile(f, path)
}

// OpenFile is Open for a file that is already open for reading. It takes ownership of the
// file, and closes it even if it returns an error. Errors use the given name.
func OpenFile(f *os.File, path string) (*File, error) {
	o := &File{path: path, file: f}
	var err error
	o.groups, err = parquetfile.NewReader(f, parquetfile.Format{
		Columns: fileSchema(true, true), Optional: len(columns) - len(columnsOf(false, false)), MaxRows: groupRows, MaxPage: maxPage,
		Check: func(kv metadata.KeyValueMetadata) (err error) {
			o.meta, err = parseMeta(kv)
			return err
		},
	})
	if err == nil {
		err = o.findColumns()
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return o, nil
}

// findColumns lists the columns of the file, which has all of those of cubes or none.
func (f *File) findColumns() error {
	f.columns = columnsOf(f.meta.Cubes, f.Weighted())
	for _, c := range cubeColumns {
		if f.groups.Has(c.name) != f.meta.Cubes {
			return fmt.Errorf("metadata: %s is %q, but the column %s does not fit", cubesKey, f.meta.cubesVersion(), c.name)
		}
	}
	return nil
}

// Meta returns the metadata of the database.
func (f *File) Meta() Meta { return f.meta }

// Weighted reports whether the rows have weights.
func (f *File) Weighted() bool { return f.groups.Has(WeightColumn) }

// Len returns the number of rows.
func (f *File) Len() int64 { return f.groups.Rows() }

// Digest returns the SHA-256 sum of the file and its number of bytes.
func (f *File) Digest() (sum string, size int64, err error) {
	info, err := f.file.Stat()
	if err != nil {
		return "", 0, err
	}
	sum, err = digest.Reader(io.NewSectionReader(f.file, 0, info.Size()))
	return sum, info.Size(), err
}

// Path returns the path by which the file was opened.
func (f *File) Path() string { return f.path }

// SkipBad makes [File.Read] skip and count bad rows, and all rows of a group whose bytes
// are damaged.
func (f *File) SkipBad() { f.skipBad = true }

// Skipped returns the number of bad rows skipped so far, and the error of the first one.
func (f *File) Skipped() (rows int64, first error) { return f.skipped, f.first }

// Row returns the number of the last row read, counted from 1.
func (f *File) Row() int64 { return f.row }

// From makes the first [File.Read] return the row with the given number, counted from 1.
// The rows before it are neither read nor checked. From panics after a Read.
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

// halt stops the goroutine that reads ahead.
func (f *File) halt() {
	if f.ahead == nil {
		return
	}
	close(f.stop)
	for range f.ahead { // until the goroutine closes it
	}
	f.ahead = nil
}
