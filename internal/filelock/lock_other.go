//go:build !windows && (!unix || solaris || aix)

package filelock

import (
	"errors"
	"fmt"
	"os"
	"runtime"
)

// tryLock fails: on this system two processes cannot be kept from one file.
func tryLock(*os.File) error {
	return fmt.Errorf("files cannot be locked on %s: %w", runtime.GOOS, errors.ErrUnsupported)
}

func tryShared(f *os.File) error { return tryLock(f) }

func isTaken(error) bool { return false }
