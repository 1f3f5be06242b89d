package rating

import (
	"math"
	"testing"
)

// TestManual takes a match to 7 that GNU Backgammon 1.07.001 has analysed: rates
// of 25.4102 mEMG for each play and 87.3401 for each cube decision lose 316.2 and
// 68.9 points.
func TestManual(t *testing.T) {
	for _, tt := range []struct{ epm, epc, want float64 }{
		{0.0254102, 0, 316.2},
		{0, 0.0873401, 68.9},
		{0.0254102, 0.0873401, 385.1},
		{0, 0, 0},
	} {
		if got := Manual.Loss(tt.epm, tt.epc, 7); math.Abs(got-tt.want) > 0.06 {
			t.Errorf("Loss(%v, %v, 7) = %v, want %v", tt.epm, tt.epc, got, tt.want)
		}
	}
}
