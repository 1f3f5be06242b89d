//go:build !noasm

package kernel

import "golang.org/x/sys/cpu"

func bestIntegers() integersUnit {
	x := &cpu.X86
	switch {
	case current != levelAVX512 || !x.HasAVX512VNNI:
		return integersGo
	case x.HasAMXTile && x.HasAMXInt8 && permitAMX():
		return integersAMX
	}
	return integersVNNI
}
