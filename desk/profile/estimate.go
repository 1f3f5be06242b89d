package profile

import (
	"fmt"
	"math"

	"gammonlab/evalbench"
)

// Estimate is a number with its interval of 95 % over matches. It is NaN without data.
type Estimate struct{ evalbench.Summary }

// Text returns the value and half the interval's width; the value alone if there is
// no interval or if all matches have the same value, and a dash if there is no value.
func (e *Estimate) Text(decimals int) string {
	switch {
	case math.IsNaN(e.Center):
		return "–"
	case !e.Bounded() || e.Margin() == 0:
		return fmt.Sprintf("%.*f", decimals, e.Center)
	}
	return fmt.Sprintf("%.*f ± %.*f", decimals, e.Center, decimals, e.Margin())
}
