package chart

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// mark draws a [HorizontalMark]; its label is in the key.
type mark struct {
	HorizontalMark
	style draw.LineStyle
}

// markLines returns the styles of the marks: a different one for each label; a mark
// without a label has the style of the mark before it.
func (c Curve) markLines() []draw.LineStyle {
	dashes := [][]vg.Length{{4, 3}, {1.5, 2.5}, {9, 3}, {9, 3, 2, 3}}
	var all []draw.LineStyle
	labels := 0
	for _, m := range c.Marks {
		if m.Label != "" {
			labels++
		}
		all = append(all, draw.LineStyle{Color: axisInk, Width: 0.9, Dashes: dashes[max(labels-1, 0)%len(dashes)]})
	}
	return all
}

// Plot implements [plot.Plotter].
func (m mark) Plot(c draw.Canvas, p *plot.Plot) {
	y := c.Y(p.Y.Norm(m.Y))
	c.StrokeLine2(m.style, c.Min.X, y, c.Max.X, y)
}

// DataRange implements [plot.DataRanger]: the range of y includes the mark, the range of
// x is empty.
func (m mark) DataRange() (xmin, xmax, ymin, ymax float64) {
	return math.Inf(1), math.Inf(-1), m.Y, m.Y
}

// band draws the interval of a series.
type band struct {
	Series
	style style
}

// Plot implements [plot.Plotter].
func (b band) Plot(c draw.Canvas, p *plot.Plot) {
	if len(b.Lo) == 0 {
		return
	}
	if len(b.X) == 1 {
		x := c.X(p.X.Norm(b.X[0]))
		style := draw.LineStyle{Color: b.style.color, Width: 1}
		c.StrokeLine2(style, x, c.Y(p.Y.Norm(b.Lo[0])), x, c.Y(p.Y.Norm(b.Hi[0])))
		return
	}
	outline := places(c, p, b.X, b.Hi)
	lower := places(c, p, b.X, b.Lo)
	for i := len(lower) - 1; i >= 0; i-- {
		outline = append(outline, lower[i])
	}
	c.FillPolygon(b.style.haze(), outline)
}

// DataRange implements [plot.DataRanger].
func (b band) DataRange() (xmin, xmax, ymin, ymax float64) {
	return extent(b.X, b.Lo, b.Hi)
}

// raw draws the values of a series before smoothing.
type raw struct {
	Series
	style style
}

// Plot implements [plot.Plotter].
func (r raw) Plot(c draw.Canvas, p *plot.Plot) {
	if len(r.Raw) > 0 {
		c.StrokeLines(draw.LineStyle{Color: r.style.mist(), Width: 0.8}, places(c, p, r.X, r.Raw))
	}
}

// DataRange implements [plot.DataRanger].
func (r raw) DataRange() (xmin, xmax, ymin, ymax float64) {
	return extent(r.X, r.Raw)
}

// line draws the values of a series.
type line struct {
	Series
	style style
}

// Plot implements [plot.Plotter].
func (l line) Plot(c draw.Canvas, p *plot.Plot) {
	points := places(c, p, l.X, l.Y)
	if l.Rings {
		for _, at := range points {
			c.DrawGlyph(l.style.ring(), at)
		}
		return
	}
	c.StrokeLines(l.style.line(), points)
	if len(points) > mostDots {
		return
	}
	dot := draw.GlyphStyle{Color: l.style.color, Radius: 2, Shape: draw.CircleGlyph{}}
	for _, at := range points {
		c.DrawGlyph(dot, at)
	}
}

// DataRange implements [plot.DataRanger].
func (l line) DataRange() (xmin, xmax, ymin, ymax float64) {
	return extent(l.X, l.Y)
}

// GlyphBoxes implements [plot.GlyphBoxer]: it keeps the last dot on the page.
func (l line) GlyphBoxes(p *plot.Plot) []plot.GlyphBox {
	const half = 2
	var boxes []plot.GlyphBox
	for i := range l.X {
		if i == 0 || i == len(l.X)-1 {
			boxes = append(boxes, plot.GlyphBox{
				X: p.X.Norm(l.X[i]), Y: p.Y.Norm(l.Y[i]),
				Rectangle: vg.Rectangle{Min: vg.Point{X: -half, Y: -half}, Max: vg.Point{X: half, Y: half}},
			})
		}
	}
	return boxes
}

// places turns values into points of the page.
func places(c draw.Canvas, p *plot.Plot, xs, ys []float64) []vg.Point {
	points := make([]vg.Point, len(xs), 2*len(xs))
	for i := range xs {
		points[i] = vg.Point{X: c.X(p.X.Norm(xs[i])), Y: c.Y(p.Y.Norm(ys[i]))}
	}
	return points
}

// extent returns the range of xs and of all columns; a range without values is +∞ to −∞.
func extent(xs []float64, columns ...[]float64) (xmin, xmax, ymin, ymax float64) {
	xmin, xmax = rangeOf(xs)
	ymin, ymax = math.Inf(1), math.Inf(-1)
	for _, ys := range columns {
		lo, hi := rangeOf(ys)
		ymin, ymax = min(ymin, lo), max(ymax, hi)
	}
	return xmin, xmax, ymin, ymax
}

func rangeOf(values []float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		lo, hi = min(lo, v), max(hi, v)
	}
	return lo, hi
}
