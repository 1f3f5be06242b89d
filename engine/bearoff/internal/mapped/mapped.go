// Package mapped has the bytes of files of databases in memory.
package mapped

import (
	"fmt"
	"io/fs"
	"math"
	"os"

	"gammonlab/engine/bearoff/internal/format"
)

// File is the content of a file in memory while it is open.
type File struct {
	Data  []byte
	Info  fs.FileInfo
	unmap func([]byte) error // nil if nothing must be unmapped
}

// Open maps the file at path if the system supports it, and reads it
// otherwise. A mapping changes with the file: a program that shortens a
// database in use crashes the programs that use it.
func Open(path string) (File, error) {
	f, err := os.Open(path)
	if err != nil {
		return File{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return File{}, err
	}
	switch size := info.Size(); {
	case !info.Mode().IsRegular():
		return File{}, fmt.Errorf("%s is a %v, want a regular file", path, info.Mode().Type())
	case size < format.HeaderSize:
		return File{}, fmt.Errorf("%s: file has %d bytes, want a header of %d", path, size, format.HeaderSize)
	case size > math.MaxInt:
		return File{}, fmt.Errorf("%s: file has %d bytes, more than this machine can address", path, size)
	default:
		m, err := mapFile(f, int(size))
		if err != nil {
			return File{}, fmt.Errorf("reading %s: %w", path, err)
		}
		m.Info = info
		return m, nil
	}
}

// Close releases the memory. The bytes must not be used afterwards.
func (f *File) Close() error {
	data, unmap := f.Data, f.unmap
	*f = File{}
	if unmap == nil {
		return nil
	}
	return unmap(data)
}
