package board

import (
	"encoding/binary"
	"math/bits"
)

// Hash returns a 64-bit hash of the position for tables in memory. It may
// change from one version of the package to the next.
func (p *Position) Hash() uint64 {
	a, b := &p.Own, &p.Opp
	h := fold(word(a, 0)^0x9e3779b97f4a7c15, word(b, 0)^0xbf58476d1ce4e5b9)
	h ^= fold(word(a, 8)^0x94d049bb133111eb, word(b, 8)^0xd6e8feb86659fd93)
	h ^= fold(word(a, 16)^0xa0761d6478bd642f, word(b, 16)^0xe7037ed1a0b428db)
	bars := uint64(a[24]) | uint64(a[Bar])<<8 | uint64(b[24])<<16 | uint64(b[Bar])<<24
	return fold(h, bars^0x8ebc6af09c88c6e3)
}

func word(s *Side, at int) uint64 { return binary.LittleEndian.Uint64(s[at:]) }

// fold mixes two numbers by multiplication.
func fold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}
