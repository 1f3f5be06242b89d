package recipe

import (
	"io/fs"
	"syscall"
)

// changeTime returns when the data or attributes of a file were changed last, in nanoseconds; 0
// if the system does not say.
func changeTime(info fs.FileInfo) int64 {
	if of, ok := info.Sys().(*syscall.Stat_t); ok {
		return of.Ctim.Nano()
	}
	return 0
}
