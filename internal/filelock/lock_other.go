//go:build !windows && !js && (!unix || solaris || aix)

package filelock

import (
	"errors"
	"fmt"
	"os"
	"runtime"
)

// tryLock returns an error: this system has no file locks.
func tryLock(*os.File) error {
	return fmt.Errorf("files cannot be locked on %s: %w", runtime.GOOS, errors.ErrUnsupported)
}

func tryShared(f *os.File) error { return tryLock(f) }

func isTaken(error) bool { return false }
