//go:build !windows && (!unix || solaris || aix)

package filelock

import (
	"errors"
	"fmt"
	"os"
	"runtime"
)

// Lock fails: on this system two processes cannot be kept from one file.
func Lock(*os.File) error {
	return fmt.Errorf("files cannot be locked on %s: %w", runtime.GOOS, errors.ErrUnsupported)
}
