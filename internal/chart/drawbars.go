package chart

import (
	"image/color"
	"sort"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// fills are the colours of the series: dark, light, and white with an outline.
var fills = [mostBars]color.NRGBA{styles[0].color, styles[1].color, {R: 0xff, G: 0xff, B: 0xff, A: 0xff}}

// barCanvas is the part of a page that contains the bars.
type barCanvas struct {
	draw.Canvas
	lo, hi float64 // values at the left and right side
}

// x returns the horizontal position of a value.
func (c *barCanvas) x(v float64) vg.Length {
	return c.Min.X + vg.Length((v-c.lo)/(c.hi-c.lo))*(c.Max.X-c.Min.X)
}

// draw implements page.
func (b Bars) draw(area draw.Canvas) {
	area.Max.Y -= b.drawKey(area)
	data := barCanvas{Canvas: draw.Crop(area, b.nameWidth()+nameGap, -4, axisHeight, 0)}
	data.lo, data.hi = b.span()
	marks := b.ticks(data)
	b.drawAxis(data, marks, area.Min.Y)
	y := area.Max.Y
	for _, s := range b.Sections {
		if s.Name != "" {
			style := sans(10.5, xfont.WeightBold, ink)
			style.YAlign = draw.YCenter
			area.FillText(style, vg.Point{X: area.Min.X, Y: y - sectionRow/2}, s.Name)
			y -= sectionRow
		}
		block := data
		block.Max.Y, block.Min.Y = y, y-b.rowHeight()*vg.Length(len(s.Rows))
		b.drawSection(block, s, marks)
		y = block.Min.Y
	}
	if b.rows() == 0 {
		style := sans(12, xfont.WeightNormal, softInk)
		style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
		area.FillText(style, data.Center(), "no data yet")
	}
}

// ticks returns ticks whose labels do not touch.
func (b Bars) ticks(data barCanvas) []plot.Tick {
	for t := ticks(5); ; t-- {
		marks := t.Ticks(data.lo, data.hi)
		if t == 1 || !touch(marks, sans(9.5, xfont.WeightNormal, softInk), data.x) {
			return marks
		}
	}
}

// drawSection fills data with the grid and the rows of a section.
func (b Bars) drawSection(data barCanvas, s Section, marks []plot.Tick) {
	for _, tick := range marks {
		x := data.x(tick.Value)
		data.StrokeLine2(draw.LineStyle{Color: gridInk, Width: 0.6}, x, data.Min.Y, x, data.Max.Y)
	}
	for i, r := range s.Rows {
		b.drawRow(data, r, data.Max.Y-b.rowHeight()*vg.Length(i))
	}
	zero := data.x(0)
	data.StrokeLine2(draw.LineStyle{Color: axisInk, Width: 0.8}, zero, data.Min.Y, zero, data.Max.Y)
}

// span returns the smallest and the largest value to show, counting 0 as a value.
func (b Bars) span() (lo, hi float64) {
	for _, s := range b.Sections {
		for _, r := range s.Rows {
			for i, v := range r.Values {
				m := 0.0
				if i < len(r.Margins) {
					m = r.Margins[i]
				}
				lo, hi = min(lo, v-m), max(hi, v+m)
			}
		}
	}
	if lo == hi {
		return 0, 1
	}
	return spread(lo, hi)
}

// drawAxis writes the values of the ticks below the data, and the label below the values.
func (b Bars) drawAxis(data barCanvas, marks []plot.Tick, bottom vg.Length) {
	style := sans(9.5, xfont.WeightNormal, softInk)
	style.XAlign = draw.XCenter
	for _, tick := range marks {
		data.FillText(style, vg.Point{X: data.x(tick.Value), Y: data.Min.Y - 2}, tick.Label)
	}
	style.Font.Size, style.YAlign = 10, draw.YBottom
	half := style.Width(b.XLabel) / 2 // the label may be wider than the data
	data.FillText(style, vg.Point{X: min((data.Min.X+data.Max.X)/2, data.Max.X-half), Y: bottom}, b.XLabel)
}

// drawRow draws a name and its bars below y.
func (b Bars) drawRow(data barCanvas, r Row, y vg.Length) {
	style := sans(nameSize, xfont.WeightNormal, ink)
	style.XAlign, style.YAlign = draw.XRight, draw.YCenter
	middle := y - b.rowHeight()/2
	data.FillText(style, vg.Point{X: data.Min.X - nameGap, Y: middle}, cutName(r.Name))
	top := y - barsBetween/2
	for i, v := range r.Values {
		left, right := data.x(min(v, 0)), data.x(max(v, 0))
		drawBar(data.Canvas, i, vg.Rectangle{Min: vg.Point{X: left, Y: top - barHeight}, Max: vg.Point{X: right, Y: top}})
		if i < len(r.Margins) && r.Margins[i] > 0 {
			drawWhisker(data.Canvas, data.x(v-r.Margins[i]), data.x(v+r.Margins[i]), top-barHeight/2)
		}
		top -= barHeight
	}
}

// drawBar draws a bar in the style of its series.
func drawBar(c draw.Canvas, series int, at vg.Rectangle) {
	corners := []vg.Point{at.Min, {X: at.Max.X, Y: at.Min.Y}, at.Max, {X: at.Min.X, Y: at.Max.Y}, at.Min}
	c.FillPolygon(fills[series], corners)
	if series == mostBars-1 {
		c.StrokeLines(draw.LineStyle{Color: ink, Width: 0.7}, corners)
	}
}

// drawWhisker draws an interval, with a rim that makes it visible on a dark bar.
func drawWhisker(c draw.Canvas, left, right, y vg.Length) {
	const (
		cap       = 2
		narrowest = 1.5 // a narrower interval would look like a dot
	)
	if right-left < narrowest {
		return
	}
	for _, style := range []draw.LineStyle{{Color: color.White, Width: 2}, {Color: ink, Width: 0.8}} {
		c.StrokeLine2(style, left, y, right, y)
		c.StrokeLine2(style, left, y-cap, left, y+cap)
		c.StrokeLine2(style, right, y-cap, right, y+cap)
	}
}

// nameSize is the size of the rows' names, below the height of a row.
const nameSize = 9.5

// nameWidth returns the width of the rows' names.
func (b Bars) nameWidth() vg.Length {
	style := sans(nameSize, xfont.WeightNormal, ink)
	widest := vg.Length(0)
	for _, s := range b.Sections {
		for _, r := range s.Rows {
			widest = max(widest, style.Width(cutName(r.Name)))
		}
	}
	return widest
}

// cutName shortens the name of a row that is too long for the page.
func cutName(name string) string {
	return cut(sans(nameSize, xfont.WeightNormal, ink), name, widestName)
}

// cut shortens a text to a width.
func cut(style text.Style, name string, widest vg.Length) string {
	if style.Width(name) <= widest {
		return name
	}
	letters := []rune(name)
	fits := sort.Search(len(letters), func(n int) bool { return style.Width(string(letters[:n])+"…") > widest })
	return string(letters[:max(fits-1, 0)]) + "…"
}

// drawKey draws the names of the series at the top of area and returns their height,
// 0 for a single series without a name.
func (b Bars) drawKey(area draw.Canvas) vg.Length {
	const (
		sample  = 16
		gap     = 5
		between = 18
		row     = 15
		below   = 4
	)
	style := sans(9.5, xfont.WeightNormal, ink)
	style.YAlign = draw.YCenter
	x, y := area.Min.X, area.Max.Y-row/2
	for i, name := range b.Series {
		if name == "" {
			continue
		}
		drawBar(area, i, vg.Rectangle{
			Min: vg.Point{X: x, Y: y - barHeight/2}, Max: vg.Point{X: x + sample, Y: y + barHeight/2},
		})
		area.FillText(style, vg.Point{X: x + sample + gap, Y: y + style.FontExtents().Descent/2}, name)
		x += sample + gap + style.Width(name) + between
	}
	if x == area.Min.X {
		return 0
	}
	return row + below
}
