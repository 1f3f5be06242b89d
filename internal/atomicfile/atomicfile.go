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
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"gammonlab/internal/filelock"
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

// reserved has the paths at which there was no file when their commands began.
var reserved sync.Map

// Reserve makes the first [File.Commit] of this process at the path refuse to replace a file:
// there was none, and the user has not agreed to replace one.
func Reserve(path string) {
	if absolute, err := filepath.Abs(path); err == nil {
		reserved.Store(absolute, true)
	}
}

// Release undoes [Reserve]: files at the path may be replaced.
func Release(path string) {
	if absolute, err := filepath.Abs(path); err == nil {
		reserved.Delete(absolute)
	}
}

// Commit moves the file to its path. On an error the old file is unchanged. If somebody has
// written a file at a path of [Reserve], Commit keeps this one beside it and returns an error
// with its name.
func (f *File) Commit() error {
	defer f.Abort()
	// Without this a crash of the machine may leave the new name on an empty
	// file: the rename can reach the disk before the data.
	if err := f.file.Sync(); err != nil {
		return f.failed(err)
	}
	if runtime.GOOS == "windows" { // which does not rename open files
		if err := f.file.Close(); err != nil {
			return f.failed(err)
		}
	}
	if err := f.move(); err != nil {
		return f.failed(err)
	}
	f.done = true
	if err := f.file.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		return f.failed(err)
	}
	if err := syncDir(f.dir); err != nil {
		return f.failed(err)
	}
	return nil
}

// move renames the temporary file, whose lock this process still holds.
func (f *File) move() error {
	absolute, err := filepath.Abs(f.path)
	if err != nil {
		return err
	}
	if _, ok := reserved.Load(absolute); !ok {
		return os.Rename(f.file.Name(), f.path)
	}
	err = rename(f.file.Name(), f.path)
	if errors.Is(err, os.ErrExist) {
		return f.keepBeside()
	}
	if err == nil {
		reserved.Delete(absolute)
	}
	return err
}

// keepBeside keeps the file under another name and returns an error with it.
func (f *File) keepBeside() error {
	for i := 1; ; i++ {
		beside := fmt.Sprintf("%s.%d", f.path, i)
		err := rename(f.file.Name(), beside)
		if errors.Is(err, os.ErrExist) {
			continue
		}
		if err == nil {
			f.done = true
			err = fmt.Errorf("a file has appeared there meanwhile; the output is in %s", beside)
		}
		return err
	}
}

// rename renames a file, but replaces none.
func rename(from, to string) error {
	err := os.Link(from, to)
	if err == nil {
		return os.Remove(from)
	}
	if errors.Is(err, os.ErrExist) {
		return err
	}
	if _, err := os.Lstat(to); err == nil { // a file system without links
		return os.ErrExist
	}
	return os.Rename(from, to)
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
	removeTemporary(dir, func(of, _ string) bool { return of == base })
}

// RemoveDead is [RemoveStale] if processes may be writing the file: it keeps the temporary
// files that a process has locked, also one in another container.
func RemoveDead(path string) {
	dir, base := filepath.Split(path)
	removeTemporary(dir, func(of, temporary string) bool { return of == base && isDead(temporary) })
}

// RemoveDeadIn is [RemoveDead] for all files in a folder.
func RemoveDeadIn(dir string) {
	removeTemporary(dir, func(_, temporary string) bool { return isDead(temporary) })
}

// isDead reports whether no process is writing the temporary file.
func isDead(path string) bool {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return false
	}
	defer file.Close()
	return filelock.Try(file) == nil
}

// removeTemporary removes the temporary files in a folder for which remove returns true.
// remove gets the name of the file and the path of the temporary one.
func removeTemporary(dir string, remove func(base, temporary string) bool) {
	if dir == "" {
		dir = "."
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return // the next write returns the error
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if base, ok := parseTemporary(e.Name()); ok && e.Type().IsRegular() && remove(base, path) {
			os.Remove(path)
		}
	}
}

// parseTemporary returns the name of the file that a temporary file is for.
func parseTemporary(name string) (base string, ok bool) {
	name, hidden := strings.CutPrefix(name, ".")
	name, temporary := strings.CutSuffix(name, ".tmp")
	dot := strings.LastIndexByte(name, '.')
	if !hidden || !temporary || dot < 1 {
		return "", false
	}
	process, try, _ := strings.Cut(name[dot+1:], "-")
	_, err1 := strconv.ParseUint(process, 10, 31)
	_, err2 := strconv.ParseUint(try, 10, 64)
	return name[:dot], err1 == nil && err2 == nil
}

// create opens a new hidden file in dir and locks it. It does not use os.CreateTemp, because
// other users cannot read the files of os.CreateTemp, for any umask. Its name tells users which
// process writes it.
func create(dir, base string) (*os.File, error) {
	for try := 0; ; try++ {
		name := filepath.Join(dir, fmt.Sprintf(".%s.%d-%d.tmp", base, os.Getpid(), try))
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, fileMode)
		if errors.Is(err, os.ErrExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		// Another process may have removed the file before the lock.
		if err := filelock.Try(f); err == nil || stillThere(f) {
			return f, nil
		}
		f.Close()
	}
}

// stillThere reports whether the name of the file leads to it: then the file system has no
// locks.
func stillThere(f *os.File) bool {
	mine, err1 := f.Stat()
	there, err2 := os.Stat(f.Name())
	return err1 == nil && err2 == nil && os.SameFile(mine, there)
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
