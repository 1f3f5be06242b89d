package batch

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gammonlab/board/record"
)

// Found are the files of matches that [Find] found.
type Found struct {
	Files   []string // in the order of the arguments, those of a folder by name
	Skipped []string // files of folders that hold no match, see [record.HoldsMatch]

	holds func(head []byte) bool // whether files of folders that begin so are looked for
}

// Find looks for matches. A path that is no folder is one of its files, whatever it
// holds; folders are searched with all folders in them but those whose names
// begin with a dot. It fails if a path is not there or a folder cannot be read.
func Find(paths ...string) (*Found, error) {
	return find(record.HoldsMatch, paths)
}

// FindRecords is [Find] for who takes single positions, too: files are skipped that
// hold neither, see [record.HoldsRecord].
func FindRecords(paths ...string) (*Found, error) {
	return find(record.HoldsRecord, paths)
}

// find looks for files that begin as they should.
func find(holds func(head []byte) bool, paths []string) (*Found, error) {
	found := &Found{holds: holds}
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case err != nil:
			return nil, err
		case info.IsDir():
			err = found.search(path)
		default:
			found.Files = append(found.Files, path)
		}
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// search adds the files of a folder.
func (f *Found) search(folder string) error {
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != folder && strings.HasPrefix(entry.Name(), "."):
			return filepath.SkipDir
		case entry.IsDir():
			return nil
		}
		f.add(path)
		return nil
	})
}

// add adds a file of a folder. One that cannot be read counts as a match: why, says
// who reads it.
func (f *Found) add(path string) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		f.Skipped = append(f.Skipped, path)
		return
	}
	head, err := headOf(path)
	if err == nil && !f.holds(head) {
		f.Skipped = append(f.Skipped, path)
		return
	}
	f.Files = append(f.Files, path)
}

// headOf returns the beginning of a file.
func headOf(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	head := make([]byte, record.HeadSize)
	n, err := io.ReadFull(file, head)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return head[:n], err
}
