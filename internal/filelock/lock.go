package filelock

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// A process that was killed may still be ending, and hold its locks, when another
// takes its place.
const (
	patience = 2 * time.Second
	interval = 10 * time.Millisecond
)

// Lock takes the file for this process, until it is closed or the process ends, in
// whatever way. If another process has it, it fails, after two seconds. It also fails
// if the file was removed or replaced meanwhile, as a process does when its work is
// finished.
func Lock(f *os.File) error {
	for end := time.Now().Add(patience); ; time.Sleep(interval) {
		err := tryLock(f)
		switch {
		case err == nil:
			return checkThere(f)
		case !isTaken(err):
			return err
		case time.Now().After(end):
			return fmt.Errorf("in use by another process: %w", err)
		}
	}
}

// checkThere reports a file that is not at its path any more.
func checkThere(f *os.File) error {
	mine, err1 := f.Stat()
	there, err2 := os.Stat(f.Name())
	if err := errors.Join(err1, err2); err != nil || !os.SameFile(mine, there) {
		return errors.New("another process has just finished this work")
	}
	return nil
}

// IsTaken reports whether a process has the file, without waiting. Callers of IsTaken
// do not count for each other; close the file soon, as it may hold others up. It says no
// where files cannot be locked.
func IsTaken(f *os.File) bool { return isTaken(tryShared(f)) }
