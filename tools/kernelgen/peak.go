package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/reg"
)

// peakChains is the number of independent sums of the kernels that measure peaks, enough for
// two units with a latency of four cycles and more.
const peakChains = 12

// peak does as many products and sums of registers as fit.
func (v isa) peak() {
	v.function("peak", "(loops int)", "does loops times 12 products and sums of whole registers.")
	loops := integer("loops")
	sums, x := v.zero(peakChains), v.zero(1)[0]
	loop(loops, func() {
		for _, s := range sums {
			VFMADD231PS(x, x, s)
		}
	})
	v.end()
}

// peakTiles does as many products of tiles as fit.
func peakTiles() {
	function("peakTiles", "(shapes *[64]byte, loops int)", "does loops times 4 products of tiles of bfloat16.")
	tileConfigure(fixed("shapes", RAX))
	for t := range tile(8) {
		tileZero(t)
	}
	loop(integer("loops"), func() {
		for t := range tile(4) {
			tileHalves(t, 4+t/2, 6+t%2)
		}
	})
	tileRelease()
	avx512.end()
}
