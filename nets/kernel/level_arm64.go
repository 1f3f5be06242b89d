//go:build !noasm

package kernel

// best returns the highest level: every 64-bit Arm processor has NEON.
func best() level { return levelNEON }

// mostGroups is the maximal number of groups of sixteen columns in a tile, by the tile's
// number of rows. The generator has the same table.
var mostGroups = [...][mostRows + 1]int{levelNEON: {1: 6, 2: 3, 3: 2, 4: 1, 5: 1, 6: 1}}

// registerLanes is the number of floats in a register of the generator's descriptions: two
// of NEON's.
var registerLanes = [...]int{levelNEON: 8}
