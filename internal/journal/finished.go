package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Finished reports whether an output exists with its journal: the process that wrote it
// was killed before it removed the journal. For an output without a journal it returns
// an error, unless the output may be replaced.
func Finished(path string, replace bool) (there bool, err error) {
	if _, err := os.Lstat(path); replace || errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if _, err := os.Lstat(path + Suffix); err != nil {
		return false, Exists(path)
	}
	return true, nil
}

// Exists is the error of an existing output that must not be replaced.
func Exists(path string) error {
	return fmt.Errorf("%s is there already: remove it or choose another name", path)
}
