package datasets

import (
	"encoding/binary"

	"gammonlab/board"
	"gammonlab/internal/seed"
)

// Share returns a number from 0 to 1 that looks random and depends on nothing
// but the position and the salt. Who divides positions by it keeps each where it
// is when others are added, and sends equal ones the same way. Of the salt 0
// there is one division for the whole program: what one part of it trained on,
// no other takes for fresh.
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
