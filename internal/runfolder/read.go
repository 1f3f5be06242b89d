package runfolder

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"

	"gammonlab/internal/filelock"
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

// Busy reports whether a process is working in the folder. It returns false if it cannot
// determine this, as in a copy of another machine's folder.
func (f *Folder) Busy() bool {
	if f.lock != nil {
		return true
	}
	file, err := f.open(lockFile)
	if err != nil {
		return false
	}
	defer file.Close() // releases the lock
	return filelock.IsTaken(file)
}

// LastEvent returns the newest event of the log; "" without a log.
func (f *Folder) LastEvent() string {
	text, err := f.ReadFile(LogFile)
	if err != nil {
		return ""
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1] // without an incomplete last line
	last := text[bytes.LastIndexByte(bytes.TrimSuffix(text, []byte("\n")), '\n')+1:]
	var line struct{ Msg string }
	if json.Unmarshal(last, &line) != nil {
		return ""
	}
	return line.Msg
}

// Events that end the work of a process in the folder.
const (
	EventDone        = "done"
	EventInterrupted = "interrupted"
	EventFailed      = "failed"
)
