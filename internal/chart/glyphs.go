package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// glyph marks a point: a polygon, filled or with white inside, or a cross.
type glyph struct {
	sides   int     // 0 for a cross
	turn    float64 // angle of the first corner or arm from the right, in full turns
	size    float64 // factor that gives all glyphs about the same visible area
	hollow  bool
	outline vg.Length
}

// round is the number of sides of a polygon that looks like a circle.
const round = 24

// glyphs are the marks of the sets of points, in turn; successive glyphs differ in shape
// and filling.
var glyphs = []glyph{
	{sides: round, size: 1, outline: 0.5},
	{sides: 4, turn: 1. / 8, size: 1.25, hollow: true, outline: 1.1},
	{sides: 3, turn: 1. / 4, size: 1.4, outline: 0.5},
	{turn: 1. / 8, size: 1.2, outline: 1.4},
	{sides: round, size: 1.1, hollow: true, outline: 1.1},
	{sides: 4, size: 1.4, outline: 0.5},
	{sides: 3, turn: 3. / 4, size: 1.5, hollow: true, outline: 1.1},
	{size: 1.2, outline: 1.4},
}

// DrawGlyph implements [draw.GlyphDrawer].
func (g glyph) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	line := draw.LineStyle{Color: style.Color, Width: g.outline}
	corner := func(i, of int) vg.Point {
		angle := 2 * math.Pi * (g.turn + float64(i)/float64(of))
		radius := float64(style.Radius) * g.size
		return vg.Point{X: at.X + vg.Length(radius*math.Cos(angle)), Y: at.Y + vg.Length(radius*math.Sin(angle))}
	}
	if g.sides == 0 {
		for i := range 2 {
			c.StrokeLines(line, []vg.Point{corner(i, 4), corner(i+2, 4)})
		}
		return
	}
	var corners []vg.Point
	for i := range g.sides + 1 {
		corners = append(corners, corner(i, g.sides))
	}
	fill := style.Color
	if g.hollow {
		fill = color.White
	}
	c.FillPolygon(fill, corners)
	c.StrokeLines(line, corners)
}
