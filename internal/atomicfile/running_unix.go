//go:build unix

package atomicfile

import (
	"errors"
	"syscall"
)

// isRunning reports whether there is a process of the number. Signal 0 reaches it
// without effect; one of another user may not be signalled.
func isRunning(pid int) bool {
	return pid > 0 && !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH)
}
