//go:build !unix

package cputime

import "time"

// Process returns the processor time of all threads of this process since it began,
// user and system time; 0 if unknown.
func Process() time.Duration { return 0 }

// Children returns the processor time of all processes that this process has started and
// waited for; 0 if unknown.
func Children() time.Duration { return 0 }
