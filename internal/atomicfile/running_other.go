//go:build !unix

package atomicfile

import "os"

// isRunning reports whether a process with the number exists or may exist.
func isRunning(pid int) bool {
	p, err := os.FindProcess(pid) // fails on Windows if there is no such process
	if err != nil {
		return false
	}
	_ = p.Release()
	return true
}
