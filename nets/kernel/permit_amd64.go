//go:build !linux && !noasm

package kernel

// permitAMX reports that the matrix unit is not used on this system.
func permitAMX() bool { return false }
