package result

import (
	"fmt"
	"math"
	"strings"
)

// Unit is the unit of a number in JSON, such as games, s or points; "" for a number without one.
// People read some of them in another unit.
type Unit string

// Units that people read in another one.
const (
	Points Unit = "points" // of equity, or per game; read in mEq, thousandths of them
	Share  Unit = "share"  // 0 to 1; read in %
)

// read has the units that people read, with their number in the unit of the JSON.
var read = map[Unit]struct {
	name   string
	factor float64
}{Points: {"mEq", 1000}, Share: {"%", 100}}

// String returns the name of the unit that people read, "" for none.
func (u Unit) String() string {
	if of, ok := read[u]; ok {
		return of.name
	}
	return string(u)
}

// Factor returns the number of units that people read in one of the JSON.
func (u Unit) Factor() float64 {
	if of, ok := read[u]; ok {
		return of.factor
	}
	return 1
}

// Text formats a number of the unit, with half its interval, for people, without the name of the
// unit. The interval is unknown if it is not above 0 or infinite.
func (u Unit) Text(value, margin float64) string {
	return intervalText(value*u.Factor(), margin*u.Factor())
}

// Signed is [Unit.Text] with a sign, followed by the name of the unit.
func (u Unit) Signed(value, margin float64) string {
	text := u.Text(value, margin)
	if value > 0 {
		text = "+" + text
	}
	return strings.TrimSpace(text + " " + u.String())
}

// In returns a name followed by the unit that people read, such as strength.ppg, mEq.
func (u Unit) In(name string) string {
	if u.String() == "" {
		return name
	}
	return name + ", " + u.String()
}

// intervalText formats a number with half its interval, which is unknown if it is not above 0 or
// infinite.
func intervalText(value, margin float64) string {
	if !(margin > 0) || math.IsInf(margin, 1) {
		if size := math.Abs(value); size >= 1e4 && size < 1e15 { // %g would write an exponent
			return fmt.Sprintf("%.0f", value)
		}
		return fmt.Sprintf("%.4g", value)
	}
	decimals := max(1-int(math.Floor(math.Log10(margin))), 0) // two digits of the margin
	return fmt.Sprintf("%.*f ± %.*f", decimals, value, decimals, margin)
}
