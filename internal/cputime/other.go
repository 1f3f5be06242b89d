//go:build !unix

package cputime

import "time"

// Process returns the processor time of all threads of this process since it
// began, in the program and in the system; 0 where that is not known.
func Process() time.Duration { return 0 }

// Children returns the processor time of all processes that this one has started and
// waited for; 0 where that is not known.
func Children() time.Duration { return 0 }
