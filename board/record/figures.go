package record

import (
	"fmt"
	"math"
	"strconv"
)

// An analysis never costs a record: a figure that cannot be read is missing, and the
// match has a notice of it. Readers decide by the functions below which figures
// can be read.

// figure parses a number of an analysis.
func figure(word string) (float64, error) {
	x, err := strconv.ParseFloat(word, 64)
	if err != nil || !isFigure(x) {
		return 0, fmt.Errorf("%q, want a number", clip(word))
	}
	return x, nil
}

// isFigure reports whether a number may be a chance, an equity or luck.
func isFigure(x float64) bool { return x > -maxFigure && x < maxFigure }

// maxFigure exceeds all equities and all luck. XG's files have larger numbers for
// figures that there are not.
const maxFigure = 999

// areFigures reports whether the values are there, and all of them chances and equities.
// It returns an error if one is not a number.
func areFigures(values ...float32) (bool, error) {
	there := true
	for _, x := range values {
		x := float64(x)
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false, fmt.Errorf("%v", x)
		}
		there = there && isFigure(x)
	}
	return there, nil
}
