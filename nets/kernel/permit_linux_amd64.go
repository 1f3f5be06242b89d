//go:build !noasm

package kernel

import "golang.org/x/sys/unix"

// Numbers of arch_prctl: the request to use a state component, and the component of the data
// of tiles.
const (
	archReqXcompPerm = 0x1023
	xfeatureTileData = 18
)

// permitAMX asks the kernel for the use of the matrix unit by this process and reports
// whether it is granted.
func permitAMX() bool {
	_, _, errno := unix.RawSyscall(unix.SYS_ARCH_PRCTL, archReqXcompPerm, xfeatureTileData, 0)
	return errno == 0
}
