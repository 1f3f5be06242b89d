// Package atomicfile writes files that are either complete or not there, so
// that a run killed at any moment leaves nothing half-written behind.
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

// fileMode is the mode of a new file, before the process's umask takes its
// share: that of os.Create, not the private one of os.CreateTemp.
const fileMode = 0o666

// WriteFile puts data into the file at path, replacing what was there. On an
// error the old file, if any, is still in place and whole.
func WriteFile(path string, data []byte) error {
	return Write(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// Write puts what fill writes into the file at path, replacing what was there.
// The writer is buffered. On an error, also one that fill returns, the old
// file is still in place and the temporary one is gone; a panic in fill cleans
// up likewise. Permissions and links are treated as [Create] says.
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

// File is a file on its way: nothing stands at its path before [File.Commit].
// It is not buffered.
type File struct {
	path, dir string
	file      *os.File
	done      bool
}

// Create begins a file that will replace what is at path. It needs a Commit or
// an Abort.
//
// An existing file keeps its permissions. A symbolic link is replaced by a
// file, not followed.
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

// failed says what could not be written.
func (f *File) failed(err error) error { return fmt.Errorf("writing %s: %w", f.path, err) }

// Write implements [io.Writer].
func (f *File) Write(data []byte) (int, error) { return f.file.Write(data) }

// WriteAt implements [io.WriterAt]: it changes what was written, for formats whose
// beginning depends on what follows.
func (f *File) WriteAt(data []byte, at int64) (int, error) { return f.file.WriteAt(data, at) }

// Commit puts the file in place. On an error the old one is still there.
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

// Abort removes what was written. After a Commit or another Abort it does
// nothing.
func (f *File) Abort() {
	if !f.done {
		f.done = true
		f.file.Close()
		os.Remove(f.file.Name())
	}
}

// Move gives a file that is on disk and whole another name on the same file
// system, replacing what was there.
func Move(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return syncDir(filepath.Dir(to))
}

// RemoveStale removes the temporary files that killed processes left when they
// were writing the file at path, as large as the file. It is for callers who know
// that nobody is writing it now.
func RemoveStale(path string) {
	dir, base := filepath.Split(path)
	removeTemporary(dir, func(of string, _ int) bool { return of == base })
}

// RemoveDead is [RemoveStale] for callers who know only that their own process is
// not writing the file: what other processes that still run are writing stays.
func RemoveDead(path string) {
	dir, base := filepath.Split(path)
	removeTemporary(dir, func(of string, pid int) bool { return of == base && isDead(pid) })
}

// RemoveDeadIn is [RemoveDead] for all files in a folder.
func RemoveDeadIn(dir string) {
	removeTemporary(dir, func(_ string, pid int) bool { return isDead(pid) })
}

// isDead reports whether a process other than this one is no longer running. The
// number of a killed one may be that of this process now.
func isDead(pid int) bool { return pid == os.Getpid() || !isRunning(pid) }

// removeTemporary removes those temporary files in a folder that remove says to,
// by the name of the file that was written and the number of the process.
func removeTemporary(dir string, remove func(base string, pid int) bool) {
	if dir == "" {
		dir = "."
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return // writing will say what is wrong
	}
	for _, e := range entries {
		if base, pid, ok := parseTemporary(e.Name()); ok && e.Type().IsRegular() && remove(base, pid) {
			os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// parseTemporary takes a name that create gives apart.
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

// create opens a new hidden file in dir. It does not use os.CreateTemp because
// that one makes files that no other user may read, whatever the umask.
func create(dir, base string) (*os.File, error) {
	for try := 0; ; try++ {
		name := filepath.Join(dir, fmt.Sprintf(".%s.%d-%d.tmp", base, os.Getpid(), try))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
		if !errors.Is(err, os.ErrExist) {
			return f, err
		}
	}
}

// syncDir makes the new name itself survive a crash. Not every file system can
// sync a directory; one that says so has done what it can.
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
