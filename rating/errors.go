package rating

import (
	"fmt"
	"math"
)

// Errors are a player's errors in one kind of decisions, in normalised equity.
type Errors struct {
	N         int      `json:"decisions"` // 0 for none, or an unknown number
	Rate      float64  `json:"rate"`      // mean error of a decision
	Deviation *float64 `json:"deviation"` // standard deviation of the error of a decision, nil if unknown
}

// Bounds far above possible values: the mean error of a decision, and the number of
// decisions in a match.
const (
	mostError     = 100
	mostDecisions = 1_000_000_000
)

// Validate returns an error for impossible errors.
func (e Errors) Validate() error {
	switch {
	case e.N < 0 || e.N > mostDecisions:
		return fmt.Errorf("%d decisions, want 0 to %d", e.N, mostDecisions)
	case !(e.Rate >= 0 && e.Rate <= mostError):
		return fmt.Errorf("an error of %v per decision, want 0 to %v", e.Rate, mostError)
	case e.Deviation != nil && !(*e.Deviation >= 0 && *e.Deviation <= mostError):
		return fmt.Errorf("a deviation of %v, want 0 to %v", *e.Deviation, mostError)
	}
	return nil
}

// Plus returns the errors of both together.
func (e Errors) Plus(other Errors) Errors {
	switch {
	case e.N == 0:
		return other
	case other.N == 0:
		return e
	}
	n, m := float64(e.N), float64(other.N)
	sum := Errors{N: e.N + other.N, Rate: (n*e.Rate + m*other.Rate) / (n + m)}
	one, ok1 := e.squares(sum.Rate)
	two, ok2 := other.squares(sum.Rate)
	if ok1 && ok2 {
		d := math.Sqrt((one + two) / (n + m - 1))
		sum.Deviation = &d
	}
	return sum
}

// squares returns the sum of squared deviations from a value, and whether it is known.
func (e Errors) squares(from float64) (float64, bool) {
	n := float64(e.N)
	sum := n * square(e.Rate-from)
	if e.Deviation == nil {
		return sum, e.N == 1
	}
	return sum + (n-1)*square(*e.Deviation), true
}
