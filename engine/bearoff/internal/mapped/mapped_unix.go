//go:build unix

package mapped

import (
	"os"

	"golang.org/x/sys/unix"
)

func mapFile(f *os.File, size int) (File, error) {
	data, err := unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return File{}, os.NewSyscallError("mmap", err)
	}
	return File{Data: data, unmap: unix.Munmap}, nil
}
