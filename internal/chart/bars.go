package chart

import (
	"fmt"
	"io"

	"gonum.org/v1/plot/vg"
)

// Bars is a chart of horizontal bars with a row for each name, from the top. XLabel is
// the quantity and the unit of the bars' length. The page grows with the number of
// rows.
type Bars struct {
	Title, Measured, XLabel string // Measured is drawn below the title
	Series                  []string
	Sections                []Section
}

// Section is a part of the rows, under a heading if it has a name.
type Section struct {
	Name string
	Rows []Row
}

// Row is a name with a value for each series. Margins contains half the length of the
// interval around each value, or is empty. Names too long for the page are cut.
type Row struct {
	Name            string
	Values, Margins []float64
}

// mostBars is the maximal number of series.
const mostBars = 3

// mostRows is the maximal number of rows, which limits the height of the page.
const mostRows = 500

// Write draws the chart into the file at path; the path's extension selects PNG or SVG.
// It replaces an existing file in one step. Equal charts give equal bytes.
func (b Bars) Write(path string) error { return write(path, b) }

// Encode draws the chart in the given format, "png" or "svg".
func (b Bars) Encode(w io.Writer, format string) error { return encode(w, format, b) }

// Element draws the chart as an svg element for a page, legible on a phone. It omits
// Title and Measured, which the page shows.
func (b Bars) Element() (string, error) {
	return element(b, b.rowsHeight()+2*elementMargin+axisHeight+keyHeight)
}

// check implements page.
func (b Bars) check() error {
	if n := len(b.Series); n < 1 || n > mostBars {
		return fmt.Errorf("%d series of bars, want 1 to %d", n, mostBars)
	}
	if n := b.rows(); n > mostRows {
		return fmt.Errorf("%d rows of bars, want at most %d", n, mostRows)
	}
	for _, s := range b.Sections {
		for i, r := range s.Rows {
			if err := r.check(len(b.Series)); err != nil {
				return fmt.Errorf("section %q, row %d (%q): %w", s.Name, i, r.Name, err)
			}
		}
	}
	return nil
}

func (r Row) check(series int) error {
	if len(r.Values) != series {
		return fmt.Errorf("%d values, want one for each of %d series", len(r.Values), series)
	}
	if len(r.Margins) > series {
		return fmt.Errorf("%d margins for %d series", len(r.Margins), series)
	}
	for i, v := range r.Values {
		if !drawable(v) {
			return fmt.Errorf("value %d is %v, want a finite number", i, v)
		}
	}
	for i, m := range r.Margins {
		if !drawable(m) || m < 0 {
			return fmt.Errorf("margin %d is %v, want a finite number, 0 or more", i, m)
		}
	}
	return nil
}

// rows returns the number of rows, including headings.
func (b Bars) rows() int {
	n := 0
	for _, s := range b.Sections {
		n += len(s.Rows)
		if s.Name != "" {
			n++
		}
	}
	return n
}

// heading implements page.
func (b Bars) heading() (title, measured string) { return b.Title, b.Measured }

// Sizes of the chart, in points.
const (
	barHeight   = 6.5
	barsBetween = 6  // between the bars of two rows
	sectionRow  = 22 // height of a section's heading
	axisHeight  = 38 // ticks, their labels and the axis label
	keyHeight   = 19 // names of the series
	headHeight  = 64 // title, measured quantity, key
	nameGap     = 10 // between names and bars
	widestName  = 220
)

// rowHeight is the height of a row.
func (b Bars) rowHeight() vg.Length {
	return barHeight*vg.Length(len(b.Series)) + barsBetween
}

// height implements page.
func (b Bars) height(vg.Length) vg.Length {
	return max(2*margin+headHeight+axisHeight+b.rowsHeight(), pageHeight/2)
}

// rowsHeight is the height of all rows and headings.
func (b Bars) rowsHeight() vg.Length {
	h := vg.Length(0)
	for _, s := range b.Sections {
		if s.Name != "" {
			h += sectionRow
		}
		h += b.rowHeight() * vg.Length(len(s.Rows))
	}
	return h
}
