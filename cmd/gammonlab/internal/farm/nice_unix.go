//go:build unix

package farm

import "golang.org/x/sys/unix"

// beNice gives other programs precedence over this one.
func beNice() error { return unix.Setpriority(unix.PRIO_PROCESS, 0, 19) }
