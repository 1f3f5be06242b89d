package board_test

import (
	"math/bits"
	"testing"

	"gammonlab/board"
)

// Moving one checker changes the hash, at any point, in about half of its bits.
func TestHash(t *testing.T) {
	start := board.Backgammon.Start()
	seen := map[uint64]bool{start.Hash(): true}
	changed := 0
	for side := range 2 {
		for point := range len(start.Own) {
			pos := start
			[]*board.Side{&pos.Own, &pos.Opp}[side][point]++
			h := pos.Hash()
			if seen[h] {
				t.Errorf("one more checker on point %d of side %d has the hash of another position", point, side)
			}
			seen[h] = true
			changed += bits.OnesCount64(h ^ start.Hash())
		}
	}
	if mean := float64(changed) / float64(2*len(start.Own)); mean < 28 || mean > 36 {
		t.Errorf("%.1f bits change on average, want about 32", mean)
	}
}
