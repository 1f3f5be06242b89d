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
// up likewise.
//
// An existing file keeps its permissions. A symbolic link is replaced by a
// file, not followed.
func Write(path string, fill func(io.Writer) error) (err error) {
	dir, base := filepath.Split(path)
	if dir == "" {
		dir = "."
	}
	f, err := create(dir, base)
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	renamed := false
	defer func() {
		if !renamed {
			f.Close()
			os.Remove(f.Name())
		}
		if err != nil {
			err = fmt.Errorf("writing %s: %w", path, err)
		}
	}()

	if old, err := os.Lstat(path); err == nil && old.Mode().IsRegular() {
		if err := f.Chmod(old.Mode().Perm()); err != nil {
			return err
		}
	}
	buf := bufio.NewWriterSize(f, 1<<16)
	if err := fill(buf); err != nil {
		return err
	}
	if err := buf.Flush(); err != nil {
		return err
	}
	// Without this a crash of the machine may leave the new name on an empty
	// file: the rename can reach the disk before the data.
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	renamed = true
	return syncDir(dir)
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
