package rating

import (
	"math"
	"testing"
)

// Errors whose cost is not known to be above zero do not count.
func TestChargeWithoutCost(t *testing.T) {
	for _, cost := range []float64{0, -1} {
		var e Estimate
		counted, loss := e.charge(&cubes, Errors{N: 9, Rate: 0.1}, cost, 5)
		if counted != (Errors{}) || !math.IsNaN(loss) || len(e.Warnings) != 1 {
			t.Errorf("cost %v: %+v, %v, warnings %q", cost, counted, loss, e.Warnings)
		}
		if counted, _ = e.charge(&cubes, Errors{}, cost, 5); counted != (Errors{}) || len(e.Warnings) != 1 {
			t.Errorf("cost %v, no errors: %+v, warnings %q", cost, counted, e.Warnings)
		}
	}
}
