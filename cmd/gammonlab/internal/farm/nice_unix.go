//go:build unix

package farm

import "golang.org/x/sys/unix"

// beNice gives this process the lowest priority.
func beNice() error { return unix.Setpriority(unix.PRIO_PROCESS, 0, 19) }
