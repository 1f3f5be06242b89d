//go:build unix

package digestfile

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// changeTime returns the time of the last change of the file or its entry, which no program
// can set; "" if it is unknown.
func changeTime(path string) string {
	var s unix.Stat_t
	if unix.Stat(path, &s) != nil {
		return ""
	}
	return fmt.Sprintf(", changed %d.%09d", s.Ctim.Sec, s.Ctim.Nsec)
}
