package chart

import (
	"image/color"
	"math"
	"strconv"
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// graphHeight is the height of a graph's page, which has a title at both axes.
const graphHeight = 400

// strokes are the dashes of lines, used in turn.
var strokes = [][]vg.Length{nil, {7, 3}, {2, 2}, {9, 3, 2, 3}}

// setStyle is the style of a set.
type setStyle struct {
	color  color.NRGBA
	glyph  draw.GlyphStyle
	stroke draw.LineStyle
}

// styles returns the styles of the sets. The number of a set determines its colour. Its
// number among the sets of points determines the glyph, its number among the lines the
// dashes.
func (g Graph) styles() []setStyle {
	var all []setStyle
	points, lines := 0, 0
	for i, s := range g.Sets {
		l := setStyle{color: styles[i%len(styles)].color}
		l.glyph = draw.GlyphStyle{Color: l.color, Radius: 3, Shape: glyphs[points%len(glyphs)]}
		l.stroke = draw.LineStyle{Color: l.color, Width: 1.3, Dashes: strokes[lines%len(strokes)]}
		if s.Line {
			lines++
		} else {
			points++
		}
		all = append(all, l)
	}
	return all
}

// heading implements page. The measured quantity is the title of its axis.
func (g Graph) heading() (title, caption string) { return g.Title, g.Caption }

// height implements page.
func (g Graph) height(width vg.Length) vg.Length { return graphHeight + moreKey(g.names(), width) }

// names returns the names of the sets.
func (g Graph) names() []string {
	var names []string
	for _, s := range g.Sets {
		names = append(names, s.Name)
	}
	return names
}

// draw implements page: it draws the key and the chart.
func (g Graph) draw(area draw.Canvas) {
	styles := g.styles()
	area.Max.Y -= drawKey(area, g.names(), func(i int, x, y vg.Length) {
		g.Sets[i].drawSample(area, styles[i], x, y)
	})
	p := g.plot(styles)
	separate(&p.X, area.Size().X-besideData)
	p.Draw(area)
}

// drawSample draws the sample of a set's style in the key.
func (s Set) drawSample(c draw.Canvas, l setStyle, x, y vg.Length) {
	switch bounded := len(s.Lo) > 0; {
	case s.Line && bounded:
		c.FillPolygon(style{color: l.color}.haze(), sampleBox(x, y))
		fallthrough
	case s.Line:
		c.StrokeLine2(l.stroke, x, y, x+sampleWidth, y)
		return
	case bounded:
		drawErrorBar(c, l.color, x+sampleWidth/2, y-6, y+6)
	}
	c.DrawGlyph(l.glyph, vg.Point{X: x + sampleWidth/2, Y: y})
}

// drawErrorBar draws an upright interval.
func drawErrorBar(c draw.Canvas, ink color.Color, x, low, high vg.Length) {
	const cap = 2.5
	style := draw.LineStyle{Color: ink, Width: 0.8}
	c.StrokeLine2(style, x, low, x, high)
	c.StrokeLine2(style, x-cap, low, x+cap, low)
	c.StrokeLine2(style, x-cap, high, x+cap, high)
}

// plot adds the parts of the chart except its key: bands, lines, points, in this order.
func (g Graph) plot(styles []setStyle) *plot.Plot {
	p := newPlot(g.XLabel)
	p.Y.Label.Text = g.YLabel
	p.Y.Label.TextStyle.Font = sans(10, xfont.WeightNormal, ink).Font
	p.Y.Label.TextStyle.Color = softInk
	p.Y.Label.Padding = 6
	p.X.Tick.Marker, p.Y.Tick.Marker = plainTicks(7), plainTicks(6)
	if len(g.Ticks) > 0 {
		p.X.Tick.Marker = nameTicks(g.Ticks)
		p.X.Tick.Label.Font.Size = 8.5
	}
	for pass := range 3 {
		for i, s := range g.Sets {
			if part := (setPart{s, styles[i], pass}); part.wanted() {
				p.Add(part)
			}
		}
	}
	g.setRange(p)
	return p
}

// setRange adds margins on all sides, so no glyph touches the edge.
func (g Graph) setRange(p *plot.Plot) {
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		if axis.Min > axis.Max {
			axis.Min, axis.Max = 0, 1
		}
		axis.Min, axis.Max = spread(axis.Min, axis.Max)
	}
	if n := len(g.Ticks); n > 0 {
		p.X.Min, p.X.Max = -0.6, float64(n)-0.4
	} else if air := 0.03 * (p.X.Max - p.X.Min); p.X.Min != 0 {
		p.X.Min, p.X.Max = p.X.Min-air, p.X.Max+air
	} else {
		p.X.Max += air
	}
	air := 0.05 * (p.Y.Max - p.Y.Min)
	p.Y.Min, p.Y.Max = p.Y.Min-air, p.Y.Max+air
}

// plainTicks are ticks whose labels show numbers below a hundred thousand in full.
type plainTicks int

// Ticks implements [plot.Ticker].
func (t plainTicks) Ticks(lo, hi float64) []plot.Tick {
	marks := ticks(t).Ticks(lo, hi)
	if max(math.Abs(lo), math.Abs(hi)) >= 1e5 {
		return marks
	}
	for i, m := range marks {
		if strings.HasSuffix(m.Label, "k") {
			marks[i].Label = strings.Replace(strconv.FormatFloat(m.Value, 'f', 0, 64), "-", "−", 1)
		}
	}
	return marks
}

// nameTicks are ticks with names as labels, at 0, 1, …
type nameTicks []string

// Ticks implements [plot.Ticker].
func (t nameTicks) Ticks(lo, hi float64) []plot.Tick {
	var marks []plot.Tick
	for i, name := range t {
		marks = append(marks, plot.Tick{Value: float64(i), Label: strings.ReplaceAll(name, "-", "−")})
	}
	return marks
}

// setPart draws a part of a set: its band, its line, or its points.
type setPart struct {
	set   Set
	style setStyle
	pass  int // 0, 1, 2
}

// wanted reports whether the set has this part.
func (s setPart) wanted() bool {
	switch s.pass {
	case 0:
		return s.set.Line && len(s.set.Lo) > 0
	case 1:
		return s.set.Line
	}
	return !s.set.Line
}

// Plot implements [plot.Plotter].
func (s setPart) Plot(c draw.Canvas, p *plot.Plot) {
	switch s.pass {
	case 0:
		band{Series{X: s.set.X, Lo: s.set.Lo, Hi: s.set.Hi}, style{color: s.style.color}}.Plot(c, p)
		return
	case 1:
		c.StrokeLines(s.style.stroke, places(c, p, s.set.X, s.set.Y))
		return
	}
	for i, at := range places(c, p, s.set.X, s.set.Y) {
		if len(s.set.Lo) > 0 {
			drawErrorBar(c, s.style.color, at.X, c.Y(p.Y.Norm(s.set.Lo[i])), c.Y(p.Y.Norm(s.set.Hi[i])))
		}
		c.DrawGlyph(s.style.glyph, at)
	}
}

// DataRange implements [plot.DataRanger].
func (s setPart) DataRange() (xmin, xmax, ymin, ymax float64) {
	return extent(s.set.X, s.set.Y, s.set.Lo, s.set.Hi)
}
