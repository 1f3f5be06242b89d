package record

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Found is the result of [FindMatches] or [FindRecords].
type Found struct {
	Files   []string // in the order of the arguments, those of a folder by name
	Skipped []string // files of folders without a match, or without a record

	holds func(head []byte) bool // selects files of folders by their first bytes
}

// mostSkipped is the maximal number of skipped files that are named one by one.
const mostSkipped = 20

// Usable returns the files, given the paths that were searched and what is searched for, such as
// "match". It warns of skipped files, and returns an error if nothing was found.
func (f *Found) Usable(paths []string, what string, warn func(text string)) ([]string, error) {
	for i, name := range f.Skipped {
		if i == mostSkipped {
			warn(fmt.Sprintf("%d more files contain no %s", len(f.Skipped)-i, what))
			break
		}
		warn(fmt.Sprintf("%s: it contains no %s", name, what))
	}
	if len(paths) > 0 && len(f.Files) == 0 {
		return nil, fmt.Errorf("%s: no file there contains a %s", paths[0], what)
	}
	return f.Files, nil
}

// FindMatches searches for files with matches, see [HoldsMatch]. A path that is not a
// folder is included regardless of its content; it may name a match of a file, see [Load].
// Folders are searched recursively, except
// folders whose names begin with a dot. FindMatches returns an error if a path does not
// exist or a folder cannot be read.
func FindMatches(paths ...string) (*Found, error) {
	return find(HoldsMatch, paths)
}

// FindRecords is [FindMatches] for files with matches or single positions, see
// [HoldsRecord].
func FindRecords(paths ...string) (*Found, error) {
	return find(HoldsRecord, paths)
}

// find searches for files whose first bytes holds accepts.
func find(holds func(head []byte) bool, paths []string) (*Found, error) {
	found := &Found{holds: holds}
	for _, path := range paths {
		name, _ := Numbered(path)
		info, err := os.Stat(name)
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

// add adds a file of a folder. A file that cannot be read is included; reading
// it later returns the error.
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

// headOf returns the first bytes of a file.
func headOf(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	head := make([]byte, HeadSize)
	n, err := io.ReadFull(file, head)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return head[:n], err
}
