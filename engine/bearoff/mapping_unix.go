//go:build unix

package bearoff

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

func mapFile(f *os.File, size int) (mapping, error) {
	data, err := unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return mapping{}, os.NewSyscallError("mmap", err)
	}
	return mapping{data: data, unmap: unix.Munmap}, nil
}

// changeTime returns the time of the last change of the file or its entry, which no program
// can set; "" if it is unknown.
func changeTime(path string) string {
	var s unix.Stat_t
	if unix.Stat(path, &s) != nil {
		return ""
	}
	return fmt.Sprintf(", changed %d.%09d", s.Ctim.Sec, s.Ctim.Nsec)
}
