package dice

import (
	"math/big"

	"gammonlab/board"
)

// squares are dice with the generator of L. Blum, M. Blum and M. Shub (SIAM
// Journal on Computing 15, 1986): a number is squared repeatedly modulo the
// product of two primes that are 3 modulo 4, and the lowest bit of each square
// is used.
type squares struct {
	x, modulus *big.Int
}

// bbsModulus is the modulus that GNU Backgammon shows for this generator.
var bbsModulus, _ = new(big.Int).SetString("46669116508701198206463178178218347698370262771368237383789001446050921334081", 10)

// newSquares returns dice whose first bit is from the square of the seed.
func newSquares(modulus *big.Int, s uint64) *squares {
	return &squares{new(big.Int).SetUint64(s), modulus}
}

// Roll implements [board.Dice]. It never fails.
func (d *squares) Roll() (board.Roll, error) {
	first := d.die()
	return board.Roll{first, d.die()}, nil
}

// bit returns the next bit.
func (d *squares) bit() uint8 {
	d.x.Mul(d.x, d.x)
	d.x.Mod(d.x, d.modulus)
	return uint8(d.x.Bit(0))
}

// die returns the next number of a die; the number of bits used varies.
//
// The bits are those of a binary fraction. They are read until they determine
// in which third of the interval from 0 to 1 it lies. The bounds of the middle
// third are 0.0101… and 0.1010…, so two equal bits in succession decide: after
// an even number of bits, zeros mean the lower third and ones the upper; after
// an odd number, they mean the middle third. One more bit chooses between 1 to
// 3 and 4 to 6.
func (d *squares) die() uint8 {
	last, third, even := d.bit(), uint8(1), true
	for {
		bit := d.bit()
		if bit == last {
			break
		}
		last, even = bit, !even
	}
	if even {
		third = 2 * last
	}
	return 1 + third + 3*d.bit()
}
