package chart

import (
	"image/color"
	"slices"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Sizes of the page in points. The PNG has twice the resolution of a common screen, for
// screens with high resolution.
const (
	pageWidth  = 576
	pageHeight = 360
	margin     = 16
	pngDPI     = 192

	// mostDots is the maximal number of points that get dots, which distinguish
	// measured values from the line between them.
	mostDots = 40

	// besideData is about the width of the labels beside the data.
	besideData = 40

	// bandHaze is the opacity of a band, from 0 to 255.
	bandHaze = 0x33

	// rawMist is the opacity of the line before smoothing, from 0 to 255.
	rawMist = 0x70
)

// style is the style of one series. The colours also differ when printed in grey; the
// dashes distinguish lines whose colours are too similar.
type style struct {
	color  color.NRGBA
	dashes []vg.Length
}

// styles are the styles of the series, in turn; dark and light colours alternate.
var styles = []style{
	{color: color.NRGBA{R: 0x12, G: 0x43, B: 0x6d, A: 0xff}},
	{color: color.NRGBA{R: 0xe8, G: 0x7b, B: 0x1c, A: 0xff}},
	{color: color.NRGBA{R: 0x80, G: 0x16, B: 0x50, A: 0xff}, dashes: []vg.Length{6, 3}},
	{color: color.NRGBA{R: 0x28, G: 0xa1, B: 0x97, A: 0xff}, dashes: []vg.Length{6, 3}},
	{color: color.NRGBA{R: 0x3d, G: 0x3d, B: 0x3d, A: 0xff}, dashes: []vg.Length{2, 2}},
	{color: color.NRGBA{R: 0xa2, G: 0x85, B: 0xd1, A: 0xff}, dashes: []vg.Length{2, 2}},
	// The same colours again, for charts with more series.
	{color: color.NRGBA{R: 0x12, G: 0x43, B: 0x6d, A: 0xff}, dashes: []vg.Length{8, 2, 2, 2}},
	{color: color.NRGBA{R: 0xe8, G: 0x7b, B: 0x1c, A: 0xff}, dashes: []vg.Length{8, 2, 2, 2}},
	{color: color.NRGBA{R: 0x80, G: 0x16, B: 0x50, A: 0xff}, dashes: []vg.Length{2, 2}},
	{color: color.NRGBA{R: 0x28, G: 0xa1, B: 0x97, A: 0xff}, dashes: []vg.Length{2, 2}},
	{color: color.NRGBA{R: 0x3d, G: 0x3d, B: 0x3d, A: 0xff}},
	{color: color.NRGBA{R: 0xa2, G: 0x85, B: 0xd1, A: 0xff}},
}

var (
	ink     = color.NRGBA{R: 0x22, G: 0x22, B: 0x22, A: 0xff}
	softInk = color.NRGBA{R: 0x5a, G: 0x5a, B: 0x5a, A: 0xff}
	gridInk = color.NRGBA{R: 0xe4, G: 0xe4, B: 0xe4, A: 0xff}
	axisInk = color.NRGBA{R: 0x8c, G: 0x8c, B: 0x8c, A: 0xff}
)

// styleOf returns the style of series i. After the last of styles they begin again, with dots
// after each dash: one for each time.
func styleOf(i int) style {
	l, again := styles[i%len(styles)], i/len(styles)
	if again > 0 && l.dashes == nil {
		l.dashes = []vg.Length{12, 3}
	}
	l.dashes = slices.Clone(l.dashes)
	for range again {
		l.dashes = append(l.dashes, 1, 3)
	}
	return l
}

func (l style) line() draw.LineStyle {
	return draw.LineStyle{Color: l.color, Width: 1.6, Dashes: l.dashes}
}

// ring is the mark of a point.
func (l style) ring() draw.GlyphStyle {
	return draw.GlyphStyle{Color: l.color, Radius: 4.5, Shape: draw.RingGlyph{}}
}

func (l style) haze() color.Color {
	c := l.color
	c.A = bandHaze
	return c
}

// mist is the colour of the line before smoothing.
func (l style) mist() color.Color {
	c := l.color
	c.A = rawMist
	return c
}

// sans is a style of Liberation Sans. The program contains this font and does not use the
// fonts of the machine.
func sans(size vg.Length, weight xfont.Weight, c color.Color) text.Style {
	return text.Style{
		Color:   c,
		Font:    font.Font{Typeface: "Liberation", Variant: "Sans", Weight: weight, Size: size},
		XAlign:  draw.XLeft,
		YAlign:  draw.YTop,
		Handler: plot.DefaultTextHandler,
	}
}

// heading implements page.
func (c Curve) heading() (title, measured string) { return c.Title, c.YLabel }

// height implements page.
func (c Curve) height(width vg.Length) vg.Length { return pageHeight + moreKey(c.keyNames(), width) }

// draw fills the page below its heading with the key and the chart.
func (c Curve) draw(area draw.Canvas) {
	area.Max.Y -= c.drawKey(area)
	p := c.plot()
	separate(&p.X, area.Size().X-besideData)
	p.Draw(area)
	if c.empty() {
		style := sans(12, xfont.WeightNormal, softInk)
		style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
		data := p.DataCanvas(area)
		data.FillText(style, data.Center(), "no data yet")
	}
}

func (c Curve) empty() bool {
	for _, s := range c.Series {
		if len(s.X) > 0 {
			return false
		}
	}
	return true
}

// drawKey draws the names of the series and marks in rows at the top of area and returns
// the height of these rows.
func (c Curve) drawKey(area draw.Canvas) vg.Length {
	marks := c.markLines()
	return drawKey(area, c.keyNames(), func(i int, x, y vg.Length) {
		if i >= len(c.Series) {
			area.StrokeLine2(marks[i-len(c.Series)], x, y, x+sampleWidth, y)
			return
		}
		l := styleOf(i)
		if len(c.Series[i].Lo) > 0 {
			area.FillPolygon(l.haze(), sampleBox(x, y))
		}
		if c.Series[i].Rings {
			area.DrawGlyph(l.ring(), vg.Point{X: x + sampleWidth/2, Y: y})
			return
		}
		area.StrokeLine2(l.line(), x, y, x+sampleWidth, y)
	})
}

// keyNames returns the names of the series and marks in the key.
func (c Curve) keyNames() []string {
	var names []string
	for _, s := range c.Series {
		if s.Name != "" && len(s.X) == 0 {
			s.Name += " (no data)"
		}
		names = append(names, s.Name)
	}
	for _, m := range c.Marks {
		names = append(names, m.Label)
	}
	return names
}

// sampleWidth is the width of the sample of a series' style in the key.
const sampleWidth = 22

// sampleBox returns the corners of a band's sample in the key.
func sampleBox(x, y vg.Length) []vg.Point {
	return []vg.Point{
		{X: x, Y: y - 4}, {X: x + sampleWidth, Y: y - 4}, {X: x + sampleWidth, Y: y + 4}, {X: x, Y: y + 4},
	}
}

// Distances in a key.
const (
	keyGap     = 5 // between a sample and its name
	keyBetween = 18
	keyRow     = 15
	keyBelow   = 5
	keyRows    = 4 // rows for which a page has room
)

// keyStyle is the style of the names in a key.
func keyStyle() text.Style {
	style := sans(9.5, xfont.WeightNormal, ink)
	style.YAlign = draw.YCenter
	return style
}

// layKey calls place for each nonempty name, shortened to the width, with the place of its
// sample: x from the left, and its row. It returns the number of rows.
func layKey(names []string, width vg.Length, place func(i int, name string, x vg.Length, row int)) (rows int) {
	style := keyStyle()
	x, row := vg.Length(0), 0
	for i, name := range names {
		if name == "" {
			continue
		}
		name = cut(style, name, width-sampleWidth-keyGap)
		wide := sampleWidth + keyGap + style.Width(name)
		if x > 0 && x+wide > width {
			x, row = 0, row+1
		}
		place(i, name, x, row)
		x, rows = x+wide+keyBetween, row+1
	}
	return rows
}

// moreKey returns the height of the rows of a key for which a page of the width has no room.
func moreKey(names []string, width vg.Length) vg.Length {
	rows := layKey(names, width, func(int, string, vg.Length, int) {})
	return keyRow * vg.Length(max(0, rows-keyRows))
}

// drawKey draws the nonempty names in rows at the top of area, each to the right of its
// sample, and returns the height of the rows. sample draws the sample of name i from x to
// the right, at the height y.
func drawKey(area draw.Canvas, names []string, sample func(i int, x, y vg.Length)) vg.Length {
	style := keyStyle()
	rows := layKey(names, area.Size().X, func(i int, name string, x vg.Length, row int) {
		x, y := x+area.Min.X, area.Max.Y-keyRow/2-keyRow*vg.Length(row)
		sample(i, x, y)
		area.FillText(style, vg.Point{X: x + sampleWidth + keyGap, Y: y + style.FontExtents().Descent/2}, name)
	})
	if rows == 0 {
		return 0
	}
	return keyRow*vg.Length(rows) + keyBelow
}

// plot adds the parts of the chart except its key: grid, marks, bands, lines, in this
// order, so no band hides a line.
func (c Curve) plot() *plot.Plot {
	p := newPlot(c.XLabel)
	for i, style := range c.markLines() {
		p.Add(mark{c.Marks[i], style})
	}
	for i, s := range c.Series {
		p.Add(band{s, styleOf(i)})
	}
	for i, s := range c.Series {
		p.Add(raw{s, styleOf(i)})
	}
	for i, s := range c.Series {
		p.Add(line{s, styleOf(i)})
	}
	if !slices.ContainsFunc(c.Series, func(s Series) bool { return !allWhole(s.X) }) {
		p.X.Tick.Marker = wholeTicks(7)
	}
	c.setRange(p)
	c.setLogarithmic(p)
	return p
}

// newPlot returns an empty chart in the package's style.
func newPlot(xLabel string) *plot.Plot {
	p := plot.New()
	p.X.Label.Text = xLabel
	p.X.Label.TextStyle = sans(10, xfont.WeightNormal, softInk)
	p.X.Label.TextStyle.XAlign = draw.XCenter
	p.X.Label.TextStyle.YAlign = draw.YBottom
	p.X.Label.Padding = 4
	p.X.LineStyle = draw.LineStyle{Color: axisInk, Width: 0.5}
	p.X.Tick.LineStyle = p.X.LineStyle
	p.X.Tick.Length = 4
	p.X.Tick.Marker = ticks(7)
	p.X.Padding = 0
	// The grid replaces the vertical axis.
	p.Y.LineStyle.Width = 0
	p.Y.Tick.Length = 0
	p.Y.Tick.Marker = ticks(6)
	p.Y.Padding = 4
	for _, style := range []*text.Style{&p.X.Tick.Label, &p.Y.Tick.Label} {
		style.Font = sans(9.5, xfont.WeightNormal, ink).Font
		style.Color = softInk
	}

	grid := plotter.NewGrid()
	grid.Vertical.Color = nil
	grid.Horizontal = draw.LineStyle{Color: gridInk, Width: 0.6}
	p.Add(grid)
	return p
}
