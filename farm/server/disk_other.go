//go:build !linux && !darwin && !freebsd

package server

// freeBytes returns false: the system does not report the free space of a disk.
func freeBytes(string) (int64, bool) { return 0, false }
