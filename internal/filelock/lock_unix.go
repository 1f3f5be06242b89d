//go:build unix && !solaris && !aix

package filelock

import (
	"os"

	"golang.org/x/sys/unix"
)

// Lock takes the file for this process, until it is closed or the process
// ends, whichever way. It fails at once if another has it.
func Lock(f *os.File) error {
	return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
}
