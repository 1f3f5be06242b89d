//go:build !noasm

package kernel

import "golang.org/x/sys/cpu"

// best returns the highest level that the CPU and the operating system support.
func best() level {
	x := &cpu.X86
	switch {
	case !x.HasAVX2 || !x.HasFMA || !x.HasPOPCNT:
		return levelGo
	case x.HasAVX512F && x.HasAVX512DQ && x.HasAVX512BW && x.HasAVX512VL:
		return levelAVX512
	}
	return levelAVX2
}

// mostGroups is the maximal number of groups of sixteen columns in a tile, by the tile's
// number of rows: the registers must hold the whole tile. The generator has the same table.
var mostGroups = [...][mostRows + 1]int{
	levelAVX2:   {1: 6, 2: 3, 3: 2, 4: 1, 5: 1, 6: 1},
	levelAVX512: {1: 8, 2: 8, 3: 8, 4: 6, 5: 4, 6: 4},
}

// registerLanes is the number of floats in a register of the generator's descriptions.
var registerLanes = [...]int{levelAVX2: 8, levelAVX512: 16}
