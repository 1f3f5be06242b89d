package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// MakeFolders creates the missing folders above the file at path. It returns those that
// it has created, the deepest one first.
func MakeFolders(path string) (made []string, err error) {
	var missing []string
	for dir := filepath.Dir(path); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Lstat(dir); err == nil {
			break
		}
		missing = append(missing, dir)
	}
	for _, dir := range slices.Backward(missing) {
		err := os.Mkdir(dir, 0o777)
		if errors.Is(err, fs.ErrExist) {
			continue // another process has created it meanwhile
		}
		if err != nil {
			RemoveFolders(made)
			return nil, err
		}
		made = slices.Insert(made, 0, dir)
	}
	return made, nil
}

// RemoveFolders removes the folders that [MakeFolders] has created, if they are empty.
func RemoveFolders(folders []string) {
	for _, dir := range folders {
		if os.Remove(dir) != nil {
			return // it contains files
		}
	}
}
