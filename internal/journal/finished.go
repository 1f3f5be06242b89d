package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Finished reports whether both an output and its journal exist: then the process that
// wrote the output was killed before it removed the journal. For an output without a
// journal it returns an error, unless replace is set.
func Finished(path string, replace bool) (there bool, err error) {
	if _, err := os.Lstat(path); replace || errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if _, err := os.Lstat(path + Suffix); err != nil {
		return false, Exists(path)
	}
	return true, nil
}

// Exists returns the error for an existing output that must not be replaced.
func Exists(path string) error {
	return fmt.Errorf("%s is there already: remove it or choose another name", path)
}
