package chart

import (
	"fmt"
	"io"
	"math"
)

// Series is one line of a [Curve]. X must not decrease. Lo and Hi are the bounds of the
// interval of each point, drawn as a band around the line; both are empty for a line
// without intervals. Raw contains the values before smoothing, drawn as a thin line
// behind the line, or is empty.
type Series struct {
	Name   string
	X, Y   []float64
	Lo, Hi []float64
	Raw    []float64
	Rings  bool // rings around the points instead of a line, to mark points of other series
}

// HorizontalMark is a reference value, drawn as a dashed horizontal line and named in the
// key.
type HorizontalMark struct {
	Y     float64
	Label string
}

// Curve is a line chart such as a learning curve: a result (Y) by the amount of work
// (X). YLabel is drawn horizontally below the title; it should also name the band, such
// as "points per game against pubeval, with 95% interval". Series without points keep
// their place in the key; series without a name are not in the key. LogX and LogY make an
// axis logarithmic if all its values are above 0.
type Curve struct {
	Title, XLabel, YLabel string
	Series                []Series
	Marks                 []HorizontalMark
	LogX, LogY            bool
}

// Write draws the chart into the file at path; the path's extension selects PNG, SVG or PDF.
// It replaces an existing file in one step. Equal charts give equal bytes.
func (c Curve) Write(path string) error { return write(path, c) }

// Encode draws the chart in the given format, "png", "svg" or "pdf".
func (c Curve) Encode(w io.Writer, format string) error { return encode(w, format, c) }

// Element draws the chart as an svg element for a page, legible on a phone. It omits
// Title and YLabel, which the page shows.
func (c Curve) Element() (string, error) {
	return element(c, elementHeight+moreKey(c.keyNames(), elementWidth-2*elementMargin))
}

// elementHeight is the height of a curve in a page.
const elementHeight = 230

// biggest is the largest allowed value: sums and differences of such values are finite.
const biggest = math.MaxFloat64 / 16

func (c Curve) check() error {
	for i, s := range c.Series {
		if err := s.check(); err != nil {
			return fmt.Errorf("series %d (%q): %w", i, s.Name, err)
		}
	}
	for i, m := range c.Marks {
		if !drawable(m.Y) {
			return fmt.Errorf("mark %d (%q): Y is %v, want a finite number", i, m.Label, m.Y)
		}
	}
	return nil
}

func (s Series) check() error {
	if err := s.checkValues(); err != nil {
		return err
	}
	for i := 1; i < len(s.X); i++ {
		if s.X[i] < s.X[i-1] {
			return fmt.Errorf("at index %d X descends from %v to %v", i, s.X[i-1], s.X[i])
		}
	}
	return s.checkBounds()
}

// checkValues returns an error for columns of different lengths and for values that are
// not finite.
func (s Series) checkValues() error {
	type column struct {
		name   string
		values []float64
	}
	columns := []column{{"X", s.X}, {"Y", s.Y}}
	if len(s.Lo) > 0 || len(s.Hi) > 0 {
		columns = append(columns, column{"Lo", s.Lo}, column{"Hi", s.Hi})
	}
	if len(s.Raw) > 0 {
		columns = append(columns, column{"Raw", s.Raw})
	}
	for _, column := range columns {
		if len(column.values) != len(s.X) {
			return fmt.Errorf("%s has %d values, X has %d", column.name, len(column.values), len(s.X))
		}
		for i, v := range column.values {
			if !drawable(v) {
				return fmt.Errorf("%s[%d] is %v, want a finite number", column.name, i, v)
			}
		}
	}
	return nil
}

// checkBounds returns an error for an interval whose lower bound is above its upper bound.
func (s Series) checkBounds() error {
	for i := range s.Lo {
		if s.Lo[i] > s.Hi[i] {
			return fmt.Errorf("at index %d Lo is %v, above Hi of %v", i, s.Lo[i], s.Hi[i])
		}
	}
	return nil
}

func drawable(v float64) bool { return math.Abs(v) <= biggest }
