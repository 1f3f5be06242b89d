package kernel

import "testing"

// TestPeaks checks that each version finds a limit that a core can have.
func TestPeaks(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		p := MeasurePeaks()
		t.Logf("%.3g products and sums per second in float32, %.3g in bfloat16", p.Float32, p.BFloat16)
		if p.Float32 < 1e7 || p.Float32 > 1e13 {
			t.Errorf("the limit of float32 is %v", p.Float32)
		}
		if (p.BFloat16 != 0) != (halves != halvesGo) || p.BFloat16 != 0 && (p.BFloat16 < 1e7 || p.BFloat16 > 1e14) {
			t.Errorf("the limit of bfloat16 is %v", p.BFloat16)
		}
	})
}
