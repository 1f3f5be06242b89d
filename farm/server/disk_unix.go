//go:build linux || darwin || freebsd

package server

import "golang.org/x/sys/unix"

// freeBytes returns the free space of the disk that contains a folder, in bytes; false if
// the system does not report it.
func freeBytes(folder string) (int64, bool) {
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil {
		return 0, false
	}
	return int64(uint64(s.Bavail) * uint64(s.Bsize)), true
}
