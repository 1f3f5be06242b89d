//go:build !unix

package atomicfile

import "os"

// isRunning reports whether there is a process of the number, or may be one.
func isRunning(pid int) bool {
	p, err := os.FindProcess(pid) // which fails on Windows if there is none
	if err != nil {
		return false
	}
	_ = p.Release()
	return true
}
