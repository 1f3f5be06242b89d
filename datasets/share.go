package datasets

import (
	"gammonlab/board"
	"gammonlab/datasets/internal/keymap"
	"gammonlab/internal/seed"
)

// Share returns a pseudo-random number from 0 to 1 that depends only on the position and
// the salt. In a split of positions by Share, equal positions are in the same part, and a
// position stays in its part when other positions are added. The whole program uses the
// salt 0, so no part of it validates on positions on which another part trained.
func Share(k board.Key, salt uint64) float64 {
	h := keymap.Hash(k)
	if salt != 0 {
		h = seed.Derive(h, salt)
	}
	return float64(h>>11) / (1 << 53)
}
