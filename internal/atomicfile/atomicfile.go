// Package atomicfile writes files atomically: a run killed at any moment leaves no
// half-written file.
package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// fileMode is the mode of a new file, before the process's umask: the mode of os.Create,
// not the private mode of os.CreateTemp.
const fileMode = 0o666

// WriteFile writes data to the file at path and replaces an existing file. On an error
// the old file, if any, is unchanged.
func WriteFile(path string, data []byte) error {
	return Write(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// Write writes the output of fill to the file at path and replaces an existing file.
// The writer is buffered. On an error of Write or fill, or a panic in fill, the old file
// stays unchanged and the temporary file is removed. Write treats permissions and links
// as [Create] does.
func Write(path string, fill func(io.Writer) error) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	defer f.Abort()
	buf := bufio.NewWriterSize(f, 1<<16)
	if err := fill(buf); err != nil {
		return f.failed(err)
	}
	if err := buf.Flush(); err != nil {
		return f.failed(err)
	}
	return f.Commit()
}

// File is a file being written; [File.Commit] moves it to its path. It is not buffered.
type File struct {
	path, dir string
	file      *os.File
	done      bool
}

// Create begins a file for path. The caller must call Commit or Abort.
//
// The new file gets the permissions of an existing file. It replaces a symbolic link
// itself, not the link's target.
func Create(path string) (*File, error) {
	dir, base := filepath.Split(path)
	if dir == "" {
		dir = "."
	}
	file, err := create(dir, base)
	if err != nil {
		return nil, fmt.Errorf("writing %s: %w", path, err)
	}
	f := &File{path: path, dir: dir, file: file}
	if old, err := os.Lstat(path); err == nil && old.Mode().IsRegular() {
		if err := file.Chmod(old.Mode().Perm()); err != nil {
			f.Abort()
			return nil, f.failed(err)
		}
	}
	return f, nil
}

// failed adds the path to an error.
func (f *File) failed(err error) error { return fmt.Errorf("writing %s: %w", f.path, err) }

// Write implements [io.Writer].
func (f *File) Write(data []byte) (int, error) { return f.file.Write(data) }

// WriteAt implements [io.WriterAt]. It can change bytes that are already written, for
// formats whose beginning depends on later content.
func (f *File) WriteAt(data []byte, at int64) (int, error) { return f.file.WriteAt(data, at) }

// Commit moves the file to its path. On an error the old file is unchanged.
func (f *File) Commit() error {
	defer f.Abort()
	// Without this a crash of the machine may leave the new name on an empty
	// file: the rename can reach the disk before the data.
	if err := f.file.Sync(); err != nil {
		return f.failed(err)
	}
	if err := f.file.Close(); err != nil {
		return f.failed(err)
	}
	if err := os.Rename(f.file.Name(), f.path); err != nil {
		return f.failed(err)
	}
	f.done = true
	if err := syncDir(f.dir); err != nil {
		return f.failed(err)
	}
	return nil
}

// Abort removes the temporary file. After a Commit or another Abort it does nothing.
func (f *File) Abort() {
	if !f.done {
		f.done = true
		f.file.Close()
		os.Remove(f.file.Name())
	}
}

// Move renames a complete file on the same file system and replaces an existing file.
func Move(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return syncDir(filepath.Dir(to))
}

// RemoveStale removes temporary files that killed processes have left for the file at path.
// Callers must make sure that no process is writing the file now.
func RemoveStale(path string) {
	dir, base := filepath.Split(path)
	removeTemporary(dir, func(of string, _ int) bool { return of == base })
}

// RemoveDead is [RemoveStale] if other processes may be writing the file: it keeps
// temporary files of running processes. Only the calling process must not be writing it.
func RemoveDead(path string) {
	dir, base := filepath.Split(path)
	removeTemporary(dir, func(of string, pid int) bool { return of == base && isDead(pid) })
}

// RemoveDeadIn is [RemoveDead] for all files in a folder.
func RemoveDeadIn(dir string) {
	removeTemporary(dir, func(_ string, pid int) bool { return isDead(pid) })
}

// isDead reports whether the process with the number is not running any more. The number
// of this process counts as dead: a killed process may have had the same number.
func isDead(pid int) bool { return pid == os.Getpid() || !isRunning(pid) }

// removeTemporary removes the temporary files in a folder for which remove returns true.
// remove gets the name of the file and the number of the process.
func removeTemporary(dir string, remove func(base string, pid int) bool) {
	if dir == "" {
		dir = "."
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return // the next write returns the error
	}
	for _, e := range entries {
		if base, pid, ok := parseTemporary(e.Name()); ok && e.Type().IsRegular() && remove(base, pid) {
			os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// parseTemporary splits the name of a temporary file into the file's name and the number
// of the process.
func parseTemporary(name string) (base string, pid int, ok bool) {
	name, hidden := strings.CutPrefix(name, ".")
	name, temporary := strings.CutSuffix(name, ".tmp")
	dot := strings.LastIndexByte(name, '.')
	if !hidden || !temporary || dot < 1 {
		return "", 0, false
	}
	process, try, _ := strings.Cut(name[dot+1:], "-")
	number, err1 := strconv.ParseUint(process, 10, 31)
	_, err2 := strconv.ParseUint(try, 10, 64)
	return name[:dot], int(number), err1 == nil && err2 == nil
}

// create opens a new hidden file in dir. It does not use os.CreateTemp, because other users
// cannot read the files of os.CreateTemp, for any umask.
func create(dir, base string) (*os.File, error) {
	for try := 0; ; try++ {
		name := filepath.Join(dir, fmt.Sprintf(".%s.%d-%d.tmp", base, os.Getpid(), try))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
		if !errors.Is(err, os.ErrExist) {
			return f, err
		}
	}
}

// syncDir writes the new name to the disk. It ignores the error of file systems that
// cannot sync a directory.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}
