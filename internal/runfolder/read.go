package runfolder

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
)

// In returns the folder at the path below a root, for reading only. Paths that leave the
// root are errors.
func In(root *os.Root, dir string) *Folder { return &Folder{dir: dir, root: root} }

// Stat describes a file in the folder.
func (f *Folder) Stat(name string) (fs.FileInfo, error) {
	if f.root != nil {
		return f.root.Stat(path.Join(f.dir, name))
	}
	return os.Stat(f.Path(name))
}

// open opens a file in the folder for reading. It refuses everything except regular files:
// a reader would wait on a pipe.
func (f *Folder) open(name string) (*os.File, error) {
	info, err := f.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no regular file", f.Path(name))
	case f.root != nil:
		return f.root.Open(path.Join(f.dir, name))
	}
	return os.Open(f.Path(name))
}

// ReadFile returns the content of a file in the folder.
func (f *Folder) ReadFile(name string) ([]byte, error) {
	file, err := f.open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Path(name), err)
	}
	return text, nil
}
