package datasets

import (
	"encoding/binary"

	"gammonlab/board"
	"gammonlab/internal/seed"
)

// Share returns a pseudo-random number from 0 to 1 that depends only on the position
// and the salt. A split of positions by Share keeps each position in its part when
// others are added, and equal positions in the same part. The whole program uses the
// salt 0, so no part of it validates on positions that another part trained on.
func Share(k board.Key, salt uint64) float64 {
	h := hash(k)
	if salt != 0 {
		h = seed.Derive(h, salt)
	}
	return float64(h>>11) / (1 << 53)
}

// hash returns 64 bits that depend on all of the key.
func hash(k board.Key) uint64 {
	return seed.Derive(binary.BigEndian.Uint64(k[:]), uint64(binary.BigEndian.Uint16(k[8:])))
}
