package report

import "testing"

// TestOptional prints no sign before a value that is rounded to zero.
func TestOptional(t *testing.T) {
	for want, x := range map[string]float64{"0.0": 0, "-0.1": 0.0001, "0.1": -0.0001} {
		if got := optional(&x, "%.1f", -1000); got != want {
			t.Errorf("-1000 times %v is %q, want %q", x, got, want)
		}
	}
	tiny := 0.00001
	if got := optional(&tiny, "%.1f", -1000); got != "0.0" {
		t.Errorf("a tiny error is %q", got)
	}
}
