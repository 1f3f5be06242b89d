//go:build unix

package atomicfile

import (
	"errors"
	"syscall"
)

// isRunning reports whether a process with the number exists. Signal 0 has no effect;
// processes of other users return a permission error.
func isRunning(pid int) bool {
	return pid > 0 && !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH)
}
