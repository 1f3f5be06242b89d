package generate

import (
	"encoding/binary"

	"gammonlab/engine/bearoff/internal/format"
	"gammonlab/engine/bearoff/internal/stacks"
)

// addRoll adds a distribution with one additional roll.
func addRoll(rolls *[format.MaxRolls + 1]uint32, dist format.Span, ways int) {
	sums := rolls[dist.Start+1:]
	words := dist.Words
	for i := 0; i+1 < len(words) && i/format.WordSize < len(sums); i += format.WordSize {
		sums[i/format.WordSize] += uint32(ways) * uint32(binary.LittleEndian.Uint16(words[i:]))
	}
}

// quantise converts 36 times the words to words: rounded, with the first of the
// largest changed so the sum is One. It appends them to buf.
func quantise(buf []byte, rolls *[format.MaxRolls + 1]uint32) (format.Span, []byte) {
	var words [format.MaxRolls]uint32
	sum, largest := uint32(0), 0
	for r := range words {
		words[r] = (rolls[r] + stacks.Throws/2) / stacks.Throws
		sum += words[r]
		if words[r] > words[largest] {
			largest = r
		}
	}
	words[largest] -= sum - format.One // modulo 2³²
	first, last := 0, format.MaxRolls-1
	for words[first] == 0 {
		first++
	}
	for words[last] == 0 {
		last--
	}
	begin := len(buf)
	for _, word := range words[first : last+1] {
		buf = binary.LittleEndian.AppendUint16(buf, uint16(word))
	}
	return format.Span{Words: buf[begin:], Start: first}, buf
}

// rollSum returns the sum of rolls times words.
func rollSum(d format.Span) uint32 {
	sum := uint32(0)
	for r := d.Start; r < d.End(); r++ {
		sum += uint32(r) * uint32(d.At(r))
	}
	return sum
}
