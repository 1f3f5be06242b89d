package datasets

import (
	"encoding/binary"

	"gammonlab/board"
	"gammonlab/internal/seed"
)

// Share returns a pseudo-random number from 0 to 1 that depends only on the position and
// the salt. In a split of positions by Share, equal positions are in the same part, and a
// position stays in its part when other positions are added. The whole program uses the
// salt 0, so no part of it validates on positions on which another part trained.
func Share(k board.Key, salt uint64) float64 {
	h := hash(k)
	if salt != 0 {
		h = seed.Derive(h, salt)
	}
	return float64(h>>11) / (1 << 53)
}

// hash returns 64 bits that depend on all bytes of the key.
func hash(k board.Key) uint64 {
	return seed.Derive(binary.BigEndian.Uint64(k[:]), uint64(binary.BigEndian.Uint16(k[8:])))
}
