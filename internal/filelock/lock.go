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

	turnPatience = time.Minute // enough for a slow disk and many waiting processes
	interval     = 10 * time.Millisecond
)

// Lock locks the file for this process, until the file is closed or the process ends. It
// returns an error after two seconds if another process holds the lock. It also returns an
// error if another process has removed or replaced the file meanwhile, as processes do at
// the end of their work.
func Lock(f *os.File) error { return lock(f, patience) }

// LockTurn is Lock for a file that each process locks only for a short change. It waits
// up to a minute for other processes.
func LockTurn(f *os.File) error { return lock(f, turnPatience) }

func lock(f *os.File, limit time.Duration) error {
	for end := time.Now().Add(limit); ; time.Sleep(interval) {
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

// checkThere returns an error if the path of the file does not lead to the file any more.
func checkThere(f *os.File) error {
	mine, err1 := f.Stat()
	there, err2 := os.Stat(f.Name())
	if err := errors.Join(err1, err2); err != nil || !os.SameFile(mine, there) {
		return errFinished
	}
	return nil
}

var errFinished = errors.New("another process has just finished this work")

// Try is [Lock] without waiting.
func Try(f *os.File) error {
	if err := tryLock(f); err != nil {
		return err
	}
	return checkThere(f)
}

// Taken reports whether the error of [Try] means that another process holds the lock, or has held
// it until now.
func Taken(err error) bool { return isTaken(err) || errors.Is(err, errFinished) }

// IsTaken reports whether a process holds the lock of the file, without waiting. Several
// processes can call IsTaken at the same time. Close the file soon: until then, Lock in
// another process may have to wait. On systems without locks IsTaken returns false.
func IsTaken(f *os.File) bool { return isTaken(tryShared(f)) }
