//go:build unix

package cputime

import (
	"time"

	"golang.org/x/sys/unix"
)

// Process returns the processor time of all threads of this process since it began,
// user and system time; 0 if unknown.
func Process() time.Duration { return usedBy(unix.RUSAGE_SELF) }

// Children returns the processor time of all processes that this process has started and
// waited for; 0 if unknown.
func Children() time.Duration { return usedBy(unix.RUSAGE_CHILDREN) }

// usedBy returns the processor time of this process or of its children.
func usedBy(who int) time.Duration {
	var used unix.Rusage
	if err := unix.Getrusage(who, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
