//go:build unix && !solaris && !aix

package rollout

import (
	"os"

	"golang.org/x/sys/unix"
)

// lockFile takes the file for this process, until it is closed or the process
// ends, whichever way.
func lockFile(f *os.File) error {
	return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
}
