//go:build !unix

package atomicfile

import "os"

// isRunning reports whether there is, or may be, a process with the number.
func isRunning(pid int) bool {
	p, err := os.FindProcess(pid) // which fails on Windows if there is none
	if err != nil {
		return false
	}
	_ = p.Release()
	return true
}
