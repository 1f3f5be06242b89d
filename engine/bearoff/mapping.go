package bearoff

import (
	"fmt"
	"io/fs"
	"math"
	"os"
)

// mapping is the content of a file in memory while it is open.
type mapping struct {
	data  []byte
	info  fs.FileInfo
	unmap func([]byte) error // nil if nothing must be unmapped
}

// openMapping maps the file at path if the system supports it, and reads it
// otherwise. A mapping changes with the file: a program that shortens a
// database in use crashes the programs that use it.
func openMapping(path string) (mapping, error) {
	f, err := os.Open(path)
	if err != nil {
		return mapping{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return mapping{}, err
	}
	switch size := info.Size(); {
	case !info.Mode().IsRegular():
		return mapping{}, fmt.Errorf("%s is a %v, want a regular file", path, info.Mode().Type())
	case size < headerSize:
		return mapping{}, fmt.Errorf("%s: file has %d bytes, want a header of %d", path, size, headerSize)
	case size > math.MaxInt:
		return mapping{}, fmt.Errorf("%s: file has %d bytes, more than this machine can address", path, size)
	default:
		m, err := mapFile(f, int(size))
		if err != nil {
			return mapping{}, fmt.Errorf("reading %s: %w", path, err)
		}
		m.info = info
		return m, nil
	}
}

// openDatabase maps the file at path and returns the database that read builds
// from its bytes.
func openDatabase[D any](path string, read func(name string, data []byte) (D, error)) (D, mapping, error) {
	var none D
	file, err := openMapping(path)
	if err != nil {
		return none, mapping{}, err
	}
	d, err := read(path, file.data)
	if err == nil {
		err = checkDigest(path, file.info, file.data, false)
	}
	if err != nil {
		file.close()
		return none, mapping{}, err
	}
	return d, file, nil
}

// close releases the memory. The mapping must not be used afterwards.
func (m *mapping) close() error {
	data, unmap := m.data, m.unmap
	*m = mapping{}
	if unmap == nil {
		return nil
	}
	return unmap(data)
}
