//go:build linux || darwin || freebsd

package jetstream

import "golang.org/x/sys/unix"

// freeBytes returns how many bytes the disk of a folder can still take; false if the
// system does not say.
func freeBytes(folder string) (int64, bool) {
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil {
		return 0, false
	}
	return int64(uint64(s.Bavail) * uint64(s.Bsize)), true
}
