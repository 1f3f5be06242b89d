//go:build unix

package bearoff

import (
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
