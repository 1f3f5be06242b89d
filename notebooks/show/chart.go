package show

import (
	"bytes"
	"io"

	"github.com/janpfeifer/gonb/gonbui"

	"gammonlab/internal/chart"
)

// The charts are those that the program draws.
type (
	// Curve is a line chart, with intervals as bands.
	Curve = chart.Curve

	// Series is one line of a Curve.
	Series = chart.Series

	// Mark is a level to compare a Curve with.
	Mark = chart.HorizontalMark

	// Bars is a chart of horizontal bars.
	Bars = chart.Bars

	// Section is a part of the rows of Bars.
	Section = chart.Section

	// Bar is a row of Bars.
	Bar = chart.Row
)

// Chart shows a Curve or Bars as a picture.
func Chart(c interface {
	Encode(w io.Writer, format string) error
}) {
	var b bytes.Buffer
	OK(c.Encode(&b, "png"))
	PNG(b.Bytes())
}

// PNG shows a picture.
func PNG(data []byte) {
	gonbui.DisplayPNG(data)
	gonbui.Sync()
}
