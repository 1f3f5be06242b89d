package datasets_test

import (
	"errors"
	"fmt"
	"io"

	"gammonlab/datasets"
)

// readRows reads a database.
func readRows(path string) ([]datasets.Row, error) {
	f, err := datasets.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := datasets.ReadAll(f)
	if err == nil && int64(len(rows)) != f.Len() {
		err = fmt.Errorf("%d rows were read, Len is %d", len(rows), f.Len())
	}
	if err == nil {
		if _, again := f.Read(); !errors.Is(again, io.EOF) {
			err = fmt.Errorf("after the last row: %v, want EOF", again)
		}
	}
	return rows, err
}
