package bearoff

import (
	"encoding/binary"
)

// addRoll adds a distribution with one additional roll.
func addRoll(rolls *[MaxRolls + 1]uint32, dist span, ways int) {
	sums := rolls[dist.start+1:]
	words := dist.words
	for i := 0; i+1 < len(words) && i/wordSize < len(sums); i += wordSize {
		sums[i/wordSize] += uint32(ways) * uint32(binary.LittleEndian.Uint16(words[i:]))
	}
}

// throws is the number of equally likely results of two dice.
const throws = 36

// quantise converts 36 times the words to words: rounded, with the first of the
// largest changed so the sum is One. It appends them to buf.
func quantise(buf []byte, rolls *[MaxRolls + 1]uint32) (span, []byte) {
	var words [MaxRolls]uint32
	sum, largest := uint32(0), 0
	for r := range words {
		words[r] = (rolls[r] + throws/2) / throws
		sum += words[r]
		if words[r] > words[largest] {
			largest = r
		}
	}
	words[largest] -= sum - One // modulo 2³²
	first, last := 0, MaxRolls-1
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
	return span{buf[begin:], first}, buf
}

// rollSum returns the sum of rolls times words.
func rollSum(d span) uint32 {
	sum := uint32(0)
	for r := d.start; r < d.end(); r++ {
		sum += uint32(r) * uint32(d.at(r))
	}
	return sum
}
