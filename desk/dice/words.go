package dice

import (
	"crypto/md5"
	"encoding/binary"
	"math"

	"gonum.org/v1/gonum/mathext/prng"

	"gammonlab/board"
)

// wordDice use a word of 32 bits for each die. The words below the largest
// multiple of 6 are divided into six equal parts; words above are skipped.
type wordDice struct {
	next func() uint32
}

const (
	part   = math.MaxUint32 / 6 // words for each number of a die
	usable = 6 * part
)

// Roll implements [board.Dice]. It never fails.
func (d *wordDice) Roll() (board.Roll, error) {
	first := d.die()
	return board.Roll{first, d.die()}, nil
}

func (d *wordDice) die() uint8 {
	for {
		if word := d.next(); word < usable {
			return uint8(word/part) + 1
		}
	}
}

// newMersenne returns the Mersenne Twister at the start of a seed's sequence.
// The generator's definition has two ways of seeding, by a number and by an
// array. A seed of more than 32 bits uses the second: its two words, the lower
// first, and zeros up to the size of the state.
func newMersenne(s uint64) *prng.MT19937 {
	const size = 624
	g := prng.NewMT19937()
	if s <= math.MaxUint32 {
		g.Seed(s)
	} else {
		g.SeedFromKeys(append([]uint32{uint32(s), uint32(s >> 32)}, make([]uint32, size-2)...))
	}
	return g
}

// digests are the random numbers of MD5: a 32-bit counter is hashed, and the
// first two words of each digest are used.
type digests struct {
	counter uint32
	second  uint32
	left    bool // second is not yet used
}

// newDigests starts the counter at the seed, or for seeds of more than 32 bits
// at the sum of its halves: the remainder by 2³²−1.
func newDigests(s uint64) *digests { return &digests{counter: uint32(s % math.MaxUint32)} }

func (d *digests) next() uint32 {
	if d.left = !d.left; !d.left {
		return d.second
	}
	var b [4]byte
	binary.LittleEndian.PutUint32(b[:], d.counter)
	d.counter++
	sum := md5.Sum(b[:])
	d.second = binary.LittleEndian.Uint32(sum[4:])
	return binary.LittleEndian.Uint32(sum[:])
}
