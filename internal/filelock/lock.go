package filelock

import (
	"errors"
	"fmt"
	"os"
	"time"
)

const (
	// A killed process may still hold its locks for a moment when its successor starts.
	patience = 2 * time.Second

	turnPatience = time.Minute // a slow disk and many processes before this one
	interval     = 10 * time.Millisecond
)

// Lock locks the file for this process, until it is closed or the process ends. It
// returns an error after two seconds if another process holds the lock, and if the file
// was removed or replaced meanwhile, as processes do at the end of their work.
func Lock(f *os.File) error { return lock(f, patience) }

// LockTurn is Lock for a file that each process locks only for a short change. It waits
// up to a minute for the processes that change it before this one.
func LockTurn(f *os.File) error { return lock(f, turnPatience) }

func lock(f *os.File, patience time.Duration) error {
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

// checkThere returns an error if the file is not at its path any more.
func checkThere(f *os.File) error {
	mine, err1 := f.Stat()
	there, err2 := os.Stat(f.Name())
	if err := errors.Join(err1, err2); err != nil || !os.SameFile(mine, there) {
		return errors.New("another process has just finished this work")
	}
	return nil
}

// IsTaken reports whether a process holds the lock of the file, without waiting. Calls
// of IsTaken do not disturb each other; close the file soon, because it may delay
// others. It returns false on systems without locks.
func IsTaken(f *os.File) bool { return isTaken(tryShared(f)) }
