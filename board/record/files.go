package record

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// extensions are those of files that programs write records and positions to.
var extensions = []string{".mat", ".sgf", ".xg", ".xgp", ".match", ".txt", ".sgg", ".tmg", ".pos", ".gam"}

// HasExtension reports whether a file is called as those that hold records.
func HasExtension(name string) bool {
	return slices.Contains(extensions, strings.ToLower(filepath.Ext(name)))
}

// Load reads the record in a file; see [Read].
func Load(path string) (*Match, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return Read(path, file)
}

// Files returns the files that paths name: a file stands for itself, a folder for all
// files in it and in the folders below that are called as records are
// ([HasExtension]), in the order of their names. Hidden files and folders are left
// out. A folder without any is an error.
func Files(paths ...string) ([]string, error) {
	var files []string
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			files = append(files, path)
			continue
		}
		below, err := filesBelow(path)
		if err != nil {
			return nil, err
		}
		if len(below) == 0 {
			return nil, fmt.Errorf("%s: no file in it is called as a record, want %s", path, strings.Join(extensions, ", "))
		}
		files = append(files, below...)
	}
	return files, nil
}

// filesBelow returns the records in a folder and in those below.
func filesBelow(folder string) (files []string, err error) {
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		hidden := path != folder && strings.HasPrefix(entry.Name(), ".")
		switch {
		case err != nil:
			return err
		case hidden && entry.IsDir():
			return filepath.SkipDir
		case !hidden && !entry.IsDir() && HasExtension(entry.Name()):
			files = append(files, path)
		}
		return nil
	})
	return files, err
}
