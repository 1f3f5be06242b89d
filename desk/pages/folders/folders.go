// Package folders implements the folders that the command line names for the pages.
// Requests name their files and folders only by IDs; nothing outside the folders is
// opened.
//
// Not for other modules.
package folders

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Folders are folders of the command line.
type Folders struct{ roots []*os.Root }

// Open opens the folders at the paths. They stay open.
func Open(paths []string) (*Folders, error) {
	f := new(Folders)
	for _, p := range paths {
		root, err := os.OpenRoot(p)
		if err != nil {
			return nil, err
		}
		f.roots = append(f.roots, root)
	}
	return f, nil
}

// Close closes the folders.
func (f *Folders) Close() {
	for _, root := range f.roots {
		root.Close() // the folder was only read
	}
}

// Roots returns the folders.
func (f *Folders) Roots() []*os.Root { return f.roots }

// Name returns a display name for a path below a root: the path, with the name of the
// root before it if there are several roots.
func (f *Folders) Name(root *os.Root, below string) string {
	base := filepath.Base(root.Name())
	switch {
	case f.shares(base):
		return filepath.Join(root.Name(), below)
	case below == ".":
		return base
	case len(f.roots) > 1:
		return base + "/" + below
	}
	return below
}

// shares reports whether several roots have the same base name.
func (f *Folders) shares(base string) bool {
	n := 0
	for _, root := range f.roots {
		if filepath.Base(root.Name()) == base {
			n++
		}
	}
	return n > 1
}

// ID returns the ID of a path below a root. The ID depends only on the full path, not on
// the root.
func ID(root *os.Root, below string) string {
	at := filepath.Join(root.Name(), filepath.FromSlash(below))
	if whole, err := filepath.Abs(at); err == nil {
		at = whole
	}
	sum := sha256.Sum256([]byte(at))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:10]))
}

// File is a file in one of the folders.
type File struct {
	ID, Name string
	Info     fs.FileInfo

	root  *os.Root
	below string
}

// mostFiles is the maximal number of listed files.
const mostFiles = 2000

// Files lists the files whose names match, by folder and path, each once. It skips
// hidden folders and links.
func (f *Folders) Files(match func(name string) bool) ([]File, error) {
	var all []File
	listed := map[string]bool{}
	for _, root := range f.roots {
		err := fs.WalkDir(root.FS(), ".", func(below string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil && below == ".":
				return err
			case err != nil: // skip a folder that cannot be read
				return nil
			case entry.IsDir() && below != "." && strings.HasPrefix(entry.Name(), "."):
				return fs.SkipDir
			case !entry.Type().IsRegular() || !match(entry.Name()):
				return nil
			case len(all) == mostFiles:
				return fs.SkipAll
			}
			id := ID(root, below)
			if info, err := entry.Info(); err == nil && !listed[id] { // otherwise it was just removed
				listed[id] = true
				all = append(all, File{id, f.Name(root, below), info, root, below})
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Path returns the file's path, for messages.
func (f *File) Path() string { return filepath.Join(f.root.Name(), f.below) }

// Beside returns the file of another name in the same folder; it need not exist.
func (f *File) Beside(name string) *File {
	below := path.Join(path.Dir(f.below), name)
	return &File{ID: ID(f.root, below), Name: path.Join(path.Dir(f.Name), name), root: f.root, below: below}
}

// Base returns the last element of the file's path.
func (f *File) Base() string { return path.Base(f.below) }

// Open opens the file for reading.
func (f *File) Open() (*os.File, error) {
	info, err := f.root.Stat(f.below)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file", f.Path())
	}
	return f.root.Open(f.below)
}
