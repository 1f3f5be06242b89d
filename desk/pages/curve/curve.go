// Package curve draws values in their order, those of the decisions of a match or of the matches
// of a player, as small charts of the pages: a line over rules at levels.
//
// Not for other modules.
package curve

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// Sizes of a chart, in units of the drawing.
const (
	wide, high = 520, 200
	left, foot = 30, 18
)

// Bottom is the place of the lower edge, above the texts at the foot.
const Bottom = high - foot

// Frame places values in a chart.
type Frame struct {
	low, high, step float64 // the levels
	width           float64 // of the place for a value
}

// NewFrame returns the frame for n values from low to high, with rules at a distance.
func NewFrame(n int, low, high, step float64) Frame {
	return Frame{low, high, step, float64(wide-left) / float64(n)}
}

// FrameOf returns a frame for values from 0, or from below it, with at most five rules at whole
// numbers.
func FrameOf(values []float64) Frame {
	least, most := 0.0, 1.0
	for _, v := range values {
		least, most = min(least, v), max(most, v)
	}
	step := max(1, math.Ceil((most-least)/4))
	return NewFrame(len(values), step*math.Floor(least/step), step*math.Ceil(most/step), step)
}

// Width is the width of the place for a value.
func (f Frame) Width() float64 { return f.width }

// X is the middle of the place of value i.
func (f Frame) X(i int) float64 { return left + (float64(i)+0.5)*f.width }

// Y is the height of a value.
func (f Frame) Y(value float64) float64 {
	return 6 + (f.high-value)/(f.high-f.low)*(Bottom-12)
}

// Open returns the beginning of a chart, with its rules. The role is group if the chart has links,
// otherwise img.
func (f Frame) Open(role, label string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="course" viewBox="0 0 %d %d" role="%s" aria-label="%s">`, wide, high, role, html.EscapeString(label))
	for level := f.low; level <= f.high; level += f.step {
		fmt.Fprintf(&b, `<path class="rule" d="M%d %.1fH%d"/><text x="%d" y="%.1f">%.0f</text>`, left, f.Y(level), wide, left-6, f.Y(level)+4, level)
	}
	return b.String()
}

// Foot returns a text at the foot, which begins at x.
func (f Frame) Foot(x float64, text string) string {
	return fmt.Sprintf(`<text class="game" x="%.1f" y="%d">%s</text>`, x, high-4, html.EscapeString(text))
}

// Line returns the line through all values.
func (f Frame) Line(values []float64) string {
	var b strings.Builder
	for i, v := range values {
		command := "L"
		if i == 0 {
			command = "M"
		}
		fmt.Fprintf(&b, "%s%.1f %.1f", command, f.X(i), f.Y(v))
	}
	return `<path class="line" d="` + b.String() + `"/>`
}

// Close is the end of a chart.
const Close = "</svg>\n"

// Chart is a chart of values without links.
type Chart struct {
	Label  string
	Noun   string // for what a value is, such as match
	Values []float64
}

// Element returns the chart as SVG.
func (c Chart) Element() (string, error) {
	f := FrameOf(c.Values)
	var b strings.Builder
	b.WriteString(f.Open("img", c.Label) + f.Line(c.Values))
	for i, v := range c.Values {
		fmt.Fprintf(&b, `<circle class="value" cx="%.1f" cy="%.1f" r="3"><title>%s %d: %.2f</title></circle>`, f.X(i), f.Y(v), html.EscapeString(c.Noun), i+1, v)
	}
	last := len(c.Values) - 1
	b.WriteString(f.Foot(f.X(0)-3, c.Noun+" 1"))
	if last > 0 {
		b.WriteString(f.Foot(f.X(last)-3, fmt.Sprint(last+1)))
	}
	return b.String() + Close, nil
}
