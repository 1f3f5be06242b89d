package rating

import (
	"math"
	"testing"
)

// TestManual takes a match to 7 that GNU Backgammon 1.07.001 has analysed: rates
// of 25.4102 mEMG for each play and 87.3401 for each cube decision lose 316.2 and
// 68.9 points.
func TestManual(t *testing.T) {
	for _, tt := range []struct {
		epm, epc float64
		length   int
		want     float64
	}{
		{0.0254102, 0, 7, 316.2},
		{0, 0.0873401, 7, 68.9},
		{0.0254102, 0.0873401, 7, 385.1},
		{0, 0, 7, 0},
		{0.01, 0.01, 1, 379.16}, // the manual's coefficient at 1 point is 37916, and there is no cube
	} {
		if got := Manual.Loss(tt.epm, tt.epc, tt.length); math.Abs(got-tt.want) > 0.06 {
			t.Errorf("Loss(%v, %v, %d) = %v, want %v", tt.epm, tt.epc, tt.length, got, tt.want)
		}
	}
}
