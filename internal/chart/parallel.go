package chart

import (
	"fmt"
	"html"
	"image/color"
	"io"
	"math"
	"slices"
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Parallel is a chart of parallel coordinates: an upright axis for each setting and, as the last
// one, for the result, and a line for each choice of settings, coloured by its result. Best and
// Tied name the marks of lines in the key.
type Parallel struct {
	Title, Measured string
	Axes            []Scale
	Lines           []Path
	Best, Tied      string
}

// Scale is an axis of a [Parallel]. Texts are its values from the bottom, at 0, 1, …; without
// them it is an axis of numbers. Log makes it logarithmic if all its numbers are above 0. Down
// puts the lowest number at the top, where the best results are.
type Scale struct {
	Name      string
	Texts     []string
	Log, Down bool
}

// Path is a line of a [Parallel]: its place on each axis, and its name, which a page shows while
// a reader points at the line.
type Path struct {
	Name string
	At   []float64
	Mark Mark
}

// Mark says what is special about a [Path].
type Mark int

// The marks: none, a ring and a dot at the result.
const (
	Plain Mark = iota
	TiedMark
	BestMark
)

// Limits of a chart of parallel coordinates.
const (
	fewestScales, mostScales = 2, 12
	mostPaths                = 1000
)

// Write draws the chart into the file at path, as [Curve.Write].
func (p Parallel) Write(path string) error { return write(path, p) }

// Encode draws the chart in the given format, "png", "svg" or "pdf".
func (p Parallel) Encode(w io.Writer, format string) error { return encode(w, format, p) }

// Check returns an error for a chart that cannot be drawn.
func (p Parallel) Check() error { return p.check() }

// check implements page.
func (p Parallel) check() error {
	if n := len(p.Axes); n < fewestScales || n > mostScales {
		return fmt.Errorf("%d parallel axes, want %d to %d", n, fewestScales, mostScales)
	}
	if n := len(p.Lines); n > mostPaths {
		return fmt.Errorf("%d lines over parallel axes, want at most %d", n, mostPaths)
	}
	for i, l := range p.Lines {
		if len(l.At) != len(p.Axes) {
			return fmt.Errorf("line %d (%q) has %d places, want one on each of %d axes", i, l.Name, len(l.At), len(p.Axes))
		}
		for k, v := range l.At {
			if texts := len(p.Axes[k].Texts); !drawable(v) || texts > 0 && (v < 0 || v > float64(texts-1)) {
				return fmt.Errorf("line %d (%q): its place on axis %s is %v, want a number of the axis", i, l.Name, p.Axes[k].Name, v)
			}
		}
	}
	return nil
}

// heading implements page.
func (p Parallel) heading() (title, measured string) { return p.Title, p.Measured }

// Sizes of the chart, in points.
const (
	scaleHeight = 190
	scaleGap    = 62 // least distance of axes in a page, which becomes wider with more of them
	nameRow     = 14 // height of a row of names
	besideScale = 4  // between an axis and its values
	dotRadius   = 3.5
)

// height implements page.
func (p Parallel) height(width vg.Length) vg.Length {
	return p.frame(width) + scaleHeight + 2*margin + 2*lineHeight
}

// frame is the height of all but the data: the key and the names of the axes.
func (p Parallel) frame(width vg.Length) vg.Length {
	return keyHeight + nameRow*vg.Length(p.nameRows(width)) + 2*dotRadius
}

// nameRows is the number of rows that the names of the axes need, side by side or in turn.
func (p Parallel) nameRows(width vg.Length) int {
	most := p.distance(width) - nameGap
	if slices.ContainsFunc(p.Axes, func(s Scale) bool { return sans(nameSize, xfont.WeightBold, ink).Width(s.Name) > most }) {
		return 2
	}
	return 1
}

// distance is the distance of neighbouring axes.
func (p Parallel) distance(width vg.Length) vg.Length {
	return (width - p.resultWidth() - 2*dotRadius) / vg.Length(len(p.Axes)-1)
}

// resultWidth is the width of the values beside the last axis.
func (p Parallel) resultWidth() vg.Length {
	widest := vg.Length(0)
	for _, t := range p.scaled(len(p.Axes) - 1).marks {
		widest = max(widest, sans(nameSize, xfont.WeightNormal, ink).Width(t.Label))
	}
	return widest + besideScale + dotRadius
}

// scaled is an axis with the range of its values.
type scaled struct {
	Scale
	lo, hi float64
	log    bool
	marks  []plot.Tick
}

// scaled returns an axis with the range and the ticks of its values.
func (p Parallel) scaled(axis int) scaled {
	s := scaled{Scale: p.Axes[axis], lo: math.Inf(1), hi: math.Inf(-1)}
	var values []float64
	for _, l := range p.Lines {
		values = append(values, l.At[axis])
		s.lo, s.hi = min(s.lo, l.At[axis]), max(s.hi, l.At[axis])
	}
	if n := len(s.Texts); n > 0 {
		s.lo, s.hi = 0, float64(n-1)
		for i, text := range s.Texts {
			s.marks = append(s.marks, plot.Tick{Value: float64(i), Label: text})
		}
		return s
	}
	if len(values) == 0 {
		s.lo, s.hi = 0, 1
	}
	s.lo, s.hi = spread(s.lo, s.hi)
	const labels = 4
	switch s.log = s.Log && hasLog(s.lo, s.hi); {
	case s.log:
		s.marks = logTicks(labels).Ticks(s.lo, s.hi)
	case allWhole(values):
		s.marks = wholeTicks(labels).Ticks(s.lo, s.hi)
	default:
		s.marks = ticks(labels).Ticks(s.lo, s.hi)
	}
	return s
}

// share returns the height of a value, from 0 to 1; a half if the axis has only one.
func (s *scaled) share(v float64) float64 {
	share := 0.5
	switch n := float64(len(s.Texts)); {
	case n > 0:
		share = (v + 0.5) / n
	case s.lo == s.hi:
	case s.log:
		share = math.Log(v/s.lo) / math.Log(s.hi/s.lo)
	default:
		share = (v - s.lo) / (s.hi - s.lo)
	}
	if s.Down {
		return 1 - share
	}
	return share
}

// layout has the places of a chart in an area.
type layout struct {
	axes []scaled
	x    []vg.Length // of the axes
	data vg.Rectangle
	rows int // of names
}

// lay returns the places of the chart in an area.
func (p Parallel) lay(area vg.Rectangle) layout {
	width := area.Max.X - area.Min.X
	l := layout{data: area, rows: p.nameRows(width)}
	l.data.Min.X += dotRadius
	l.data.Min.Y += dotRadius
	l.data.Max.X -= p.resultWidth() + dotRadius
	l.data.Max.Y = area.Max.Y - p.frame(width) + dotRadius
	for i := range p.Axes {
		l.axes = append(l.axes, p.scaled(i))
		l.x = append(l.x, l.data.Min.X+p.distance(width)*vg.Length(i))
	}
	return l
}

// at returns the points of a line. At a text, lines with better results are above others, so that
// they can be followed.
func (l *layout) at(path *Path) (all []vg.Point) {
	const band = 0.6 // of the distance of texts
	for i := range l.axes {
		at := l.point(i, path.At[i])
		if n := len(l.axes[i].Texts); n > 0 {
			at.Y += vg.Length((l.quality(path)-0.5)*band/float64(n)) * (l.data.Max.Y - l.data.Min.Y)
		}
		all = append(all, at)
	}
	return all
}

// point returns the place of a value on an axis.
func (l *layout) point(axis int, v float64) vg.Point {
	return vg.Point{X: l.x[axis], Y: l.data.Min.Y + vg.Length(l.axes[axis].share(v))*(l.data.Max.Y-l.data.Min.Y)}
}

// quality returns the height of a line's result, from 0 to 1.
func (l *layout) quality(path *Path) float64 {
	last := len(l.axes) - 1
	return l.axes[last].share(path.At[last])
}

// draw implements page.
func (p Parallel) draw(area draw.Canvas) {
	l := p.lay(area.Rectangle)
	p.drawKey(area)
	for _, x := range l.x {
		area.StrokeLine2(draw.LineStyle{Color: axisInk, Width: 0.8}, x, l.data.Min.Y, x, l.data.Max.Y)
	}
	order := make([]*Path, len(p.Lines))
	for i := range p.Lines {
		order[i] = &p.Lines[i]
	}
	slices.SortStableFunc(order, func(a, b *Path) int { // the best lines above the others
		if a.Mark != b.Mark {
			return int(a.Mark - b.Mark)
		}
		return int(math.Copysign(1, l.quality(a)-l.quality(b)))
	})
	for _, path := range order {
		points := l.at(path)
		colour := rampAt(l.quality(path))
		area.StrokeLines(draw.LineStyle{Color: colour, Width: [...]vg.Length{1, 1.4, 3}[path.Mark]}, points)
		if path.Mark != Plain {
			area.DrawGlyph(markGlyph(path.Mark, colour), points[len(points)-1])
		}
	}
	if len(p.Lines) == 0 {
		style := sans(12, xfont.WeightNormal, softInk)
		style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
		area.FillText(style, area.Center(), "no data yet")
	}
	l.drawNames(area)
	l.drawValues(area)
}

// drawNames writes the names of the axes above them, in turn in two rows if they are long.
func (l *layout) drawNames(area draw.Canvas) {
	style := sans(nameSize, xfont.WeightBold, ink)
	style.YAlign = draw.YBottom
	between := l.x[1] - l.x[0]
	for i := range l.axes {
		place := vg.Point{X: l.x[i], Y: l.data.Max.Y + dotRadius + 2 + nameRow*vg.Length(i%l.rows)}
		most := between*vg.Length(l.rows) - nameGap
		switch style.XAlign = draw.XCenter; i {
		case 0:
			style.XAlign, place.X = draw.XLeft, area.Min.X
		case len(l.axes) - 1:
			style.XAlign, place.X = draw.XRight, area.Max.X
		}
		area.FillText(style, place, cut(style, l.axes[i].Name, most))
	}
}

// drawValues writes the values beside the axes, on a ground that keeps them legible over lines.
func (l *layout) drawValues(area draw.Canvas) {
	style := sans(nameSize-1, xfont.WeightNormal, ink)
	style.YAlign = draw.YCenter
	between := l.x[1] - l.x[0]
	for i := range l.axes {
		for _, tick := range l.apart(i) {
			at := l.point(i, tick.Value)
			area.StrokeLine2(draw.LineStyle{Color: axisInk, Width: 0.8}, at.X-2, at.Y, at.X+2, at.Y)
			at.X += besideScale
			if i == len(l.axes)-1 {
				at.X += dotRadius
			}
			label := cut(style, tick.Label, max(between-2*besideScale, nameGap))
			half := style.FontExtents().Height / 2
			area.FillPolygon(color.White, []vg.Point{
				{X: at.X - 1, Y: at.Y - half}, {X: at.X + style.Width(label) + 1, Y: at.Y - half},
				{X: at.X + style.Width(label) + 1, Y: at.Y + half}, {X: at.X - 1, Y: at.Y + half},
			})
			area.FillText(style, at, label)
		}
	}
}

// apart returns the ticks of an axis whose labels do not touch.
func (l *layout) apart(axis int) (all []plot.Tick) {
	const least = nameSize + 1
	for _, tick := range l.axes[axis].marks {
		if tick.Label == "" {
			continue
		}
		y := l.point(axis, tick.Value).Y
		if !slices.ContainsFunc(all, func(t plot.Tick) bool { return math.Abs(float64(l.point(axis, t.Value).Y-y)) < least }) {
			all = append(all, tick)
		}
	}
	return all
}

// markGlyph is the mark at the result of a line.
func markGlyph(m Mark, colour color.Color) draw.GlyphStyle {
	if m == BestMark {
		return draw.GlyphStyle{Color: colour, Radius: dotRadius, Shape: draw.CircleGlyph{}}
	}
	return draw.GlyphStyle{Color: colour, Radius: dotRadius - 0.5, Shape: draw.RingGlyph{}}
}

// drawKey names the colours and the marks at the top of the area.
func (p Parallel) drawKey(area draw.Canvas) {
	const step, gap, high = 7, 5, 6
	style := sans(nameSize, xfont.WeightNormal, ink)
	style.YAlign = draw.YCenter
	x, y := area.Min.X, area.Max.Y-keyHeight/2
	write := func(text string) {
		area.FillText(style, vg.Point{X: x, Y: y + style.FontExtents().Descent/2}, text)
		x += style.Width(text) + gap
	}
	write("worst")
	for i := range ramp {
		area.FillPolygon(ramp[i], []vg.Point{{X: x, Y: y - high/2}, {X: x + step, Y: y - high/2}, {X: x + step, Y: y + high/2}, {X: x, Y: y + high/2}})
		x += step
	}
	x += gap
	write("best")
	p.drawMark(area, BestMark, p.Best, &x, y, write)
	p.drawMark(area, TiedMark, p.Tied, &x, y, write)
}

// drawMark draws a mark of the key with its name, if a line has it.
func (p Parallel) drawMark(area draw.Canvas, m Mark, name string, x *vg.Length, y vg.Length, write func(string)) {
	if !slices.ContainsFunc(p.Lines, func(l Path) bool { return l.Mark == m }) {
		return
	}
	*x += 2 * dotRadius
	area.DrawGlyph(markGlyph(m, ramp[len(ramp)-1]), vg.Point{X: *x, Y: y})
	*x += 2 * dotRadius
	write(name)
}

// Element draws the chart as an svg element for a page, legible on a phone. It omits Title and
// Measured, which the page shows. While a reader points at a line or moves the focus to it, the
// page shows its name below the axes, without a script.
func (p Parallel) Element() (string, error) {
	if err := p.check(); err != nil {
		return "", err
	}
	width := max(elementWidth, scaleGap*vg.Length(len(p.Axes))+2*elementMargin)
	inner := width - 2*elementMargin
	chart := scaleHeight + p.frame(inner)
	named := p.named(inner)
	height := chart + 2*elementMargin + nameRow*vg.Length(named)
	text, err := elementOf(raised{p, nameRow * vg.Length(named)}, width, height)
	if err != nil {
		return "", err
	}
	area := vg.Rectangle{Min: vg.Point{X: elementMargin, Y: elementMargin + nameRow*vg.Length(named)}, Max: vg.Point{X: width - elementMargin, Y: height - elementMargin}}
	l := p.lay(area)
	end := strings.LastIndex(text, "</svg>")
	var b strings.Builder
	b.WriteString(text[:end])
	for i := range p.Lines {
		l.writeNamed(&b, &p.Lines[i], inner, height)
	}
	b.WriteString(text[end:])
	return b.String(), nil
}

// raised is a chart above a free space.
type raised struct {
	Parallel
	below vg.Length
}

func (r raised) draw(area draw.Canvas) { r.Parallel.draw(draw.Crop(area, 0, 0, r.below, 0)) }

// named is the number of rows that the longest name of a line needs.
func (p Parallel) named(width vg.Length) int {
	rows := 1
	for _, l := range p.Lines {
		rows = max(rows, len(wrapped(nameStyle, l.Name, width)))
	}
	return rows
}

// nameStyle is the style of a line's name.
var nameStyle = sans(nameSize, xfont.WeightNormal, ink)

// writeNamed writes the invisible line at which a reader points, with its name. Its classes and
// attributes have the style in package htmlpage.
func (l *layout) writeNamed(b *strings.Builder, path *Path, width, height vg.Length) {
	name := html.EscapeString(path.Name)
	fmt.Fprintf(b, "<g class=\"named\" tabindex=\"0\" role=\"img\" aria-label=\"%s\"><path d=\"", name)
	for i, at := range l.at(path) {
		fmt.Fprintf(b, "%c%.1f %.1f", "ML"[min(i, 1)], at.X, height-at.Y)
	}
	b.WriteString("\" fill=\"none\" stroke=\"transparent\" stroke-width=\"7\" pointer-events=\"stroke\"/>")
	rows := wrapped(nameStyle, path.Name, width)
	for i, row := range rows {
		y := height - l.data.Min.Y + dotRadius + nameRow*vg.Length(i+1) - 2
		fmt.Fprintf(b, "<text x=\"%d\" y=\"%.1f\" font-family=\"Liberation Sans,Arial,Helvetica,sans-serif\" font-size=\"%vpx\" fill=\"var(--ink,#222)\" visibility=\"hidden\">%s</text>",
			elementMargin, y, nameSize, html.EscapeString(row))
	}
	b.WriteString("</g>")
}
