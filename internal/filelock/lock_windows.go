package filelock

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// A lock on Windows prevents other handles from writing and reading the locked bytes.
// Therefore this lock covers a byte far beyond the end of any file.
const lockedHigh = 1 << 30 // times 4 GiB

func tryLock(f *os.File) error { return lockFile(f, windows.LOCKFILE_EXCLUSIVE_LOCK) }

// tryShared takes a shared lock.
func tryShared(f *os.File) error { return lockFile(f, 0) }

func lockFile(f *os.File, flags uint32) error {
	flags |= windows.LOCKFILE_FAIL_IMMEDIATELY
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{OffsetHigh: lockedHigh})
}

// isTaken reports whether another process has the lock.
func isTaken(err error) bool { return errors.Is(err, windows.ERROR_LOCK_VIOLATION) }
