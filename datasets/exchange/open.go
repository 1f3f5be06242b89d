package exchange

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"gammonlab/datasets"
)

// parquetMagic is the beginning of every database.
const parquetMagic = "PAR1"

// Open opens a file of labelled positions: a database, or a text whose format is detected
// from its beginning. A database must be of the variant in o; the other options apply
// only to texts.
func Open(path string, o Options) (datasets.Reader, io.Closer, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	text := bufio.NewReader(file)
	if begin, err := text.Peek(len(parquetMagic)); err == nil && string(begin) == parquetMagic {
		file.Close()
		return openDatabase(path, o)
	}
	format, from, err := o.DetectFormat(text)
	if err == nil {
		var reader Reader
		if reader, err = NewReader(from, path, format, o); err == nil {
			return reader, file, nil
		}
	}
	file.Close()
	return nil, nil, fmt.Errorf("%s: %w", path, err)
}

func openDatabase(path string, o Options) (datasets.Reader, io.Closer, error) {
	f, err := datasets.Open(path)
	if err != nil {
		return nil, nil, err
	}
	if got := f.Meta().Variant; got != o.Variant {
		f.Close()
		return nil, nil, fmt.Errorf("%s holds positions of %v, want positions of %v", path, got, o.Variant)
	}
	return f, f, nil
}
