// Package raster draws pictures as PNG images. Package picture defines the
// shapes.
//
// Not for other modules.
package raster

import (
	"image/color"
	"io"
	"math"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"gammonlab/board/picture"
)

// Scale is the number of pixels for a unit of the picture.
const Scale = 2

// pointsPerInch makes a typographic point equal a unit of the picture.
const pointsPerInch = 72

// Write writes the picture on a white background as a PNG.
func Write(w io.Writer, p picture.Picture) error {
	width, height := p.Size()
	size := vgimg.UseWH(vg.Length(width), vg.Length(height))
	canvas := vgimg.PngCanvas{Canvas: vgimg.NewWith(size, vgimg.UseDPI(Scale*pointsPerInch), vgimg.UseBackgroundColor(color.White))}
	d := drawing{draw.New(canvas), &picture.Screen, height}
	for _, s := range p.Shapes() {
		d.shape(s)
	}
	_, err := canvas.WriteTo(w)
	return err
}

// drawing is a partial picture.
type drawing struct {
	draw.Canvas
	colours *picture.Colours
	height  int
}

// at converts a place to the canvas, where Y runs up.
func (d *drawing) at(x, y int) vg.Point { return vg.Point{X: vg.Length(x), Y: vg.Length(d.height - y)} }

// paint fills and draws an area.
func (d *drawing) paint(p picture.Paint, area vg.Path) {
	style := d.colours.Style(p)
	if style.Fill != nil {
		d.SetColor(*style.Fill)
		d.Fill(area)
	}
	if style.Line != nil {
		line := *style.Line
		line.A = uint8(math.Round(style.Opaque * 0xff))
		d.SetLineStyle(draw.LineStyle{Color: line, Width: vg.Length(style.Width)})
		d.Stroke(area)
	}
}

func (d *drawing) shape(s picture.Shape) {
	switch s := s.(type) {
	case picture.Rect:
		d.paint(s.Paint, d.rectangle(s))
	case picture.Circle:
		d.paint(s.Paint, disc(d.at(s.X, s.Y), vg.Length(s.R)))
	case picture.Polygons:
		for _, corners := range s.Corners {
			d.paint(s.Paint, d.polygon(corners))
		}
	case picture.Dots:
		for _, p := range s.At {
			d.paint(s.Paint, disc(d.at(p.X, p.Y), vg.Length(d.colours.Style(s.Paint).Width/2)))
		}
	case picture.Arrow:
		var path vg.Path
		path.Move(d.at(s.From.X, s.From.Y))
		path.QuadTo(d.at(s.Bend.X, s.Bend.Y), d.at(s.To.X, s.To.Y))
		path.Move(d.at(s.Head[0].X, s.Head[0].Y))
		path.Line(d.at(s.To.X, s.To.Y))
		path.Line(d.at(s.Head[1].X, s.Head[1].Y))
		d.paint(s.Paint, path)
	case picture.Words:
		for _, l := range s.Labels {
			d.label(s, l)
		}
	}
}

func disc(centre vg.Point, radius vg.Length) (path vg.Path) {
	path.Move(vg.Point{X: centre.X + radius, Y: centre.Y})
	path.Arc(centre, radius, 0, 2*math.Pi)
	path.Close()
	return path
}

func (d *drawing) polygon(corners []picture.Point) (path vg.Path) {
	path.Move(d.at(corners[0].X, corners[0].Y))
	for _, p := range corners[1:] {
		path.Line(d.at(p.X, p.Y))
	}
	path.Close()
	return path
}

// rectangle returns the outline of a rectangle with rounded corners.
func (d *drawing) rectangle(s picture.Rect) (path vg.Path) {
	if s.Radius == 0 {
		return d.polygon([]picture.Point{{X: s.X, Y: s.Y}, {X: s.X + s.W, Y: s.Y}, {X: s.X + s.W, Y: s.Y + s.H}, {X: s.X, Y: s.Y + s.H}})
	}
	low, high, r := d.at(s.X, s.Y+s.H), d.at(s.X+s.W, s.Y), vg.Length(s.Radius)
	path.Move(vg.Point{X: low.X + r, Y: low.Y})
	for i, corner := range []vg.Point{
		{X: high.X - r, Y: low.Y + r}, {X: high.X - r, Y: high.Y - r}, {X: low.X + r, Y: high.Y - r}, {X: low.X + r, Y: low.Y + r},
	} {
		path.Arc(corner, r, (float64(i)-1)*math.Pi/2, math.Pi/2)
	}
	path.Close()
	return path
}

// aligns has the alignments of labels.
var aligns = map[picture.Align]text.XAlignment{picture.Left: draw.XLeft, picture.Right: draw.XRight, picture.Centre: draw.XCenter}

func (d *drawing) label(s picture.Words, l picture.Label) {
	style := text.Style{
		Color: *d.colours.Style(s.Paint).Fill, XAlign: aligns[s.Align], Handler: plot.DefaultTextHandler,
		Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Length(s.Size.Height())},
	}
	if s.Size.Bold() {
		style.Font.Weight = xfont.WeightBold
	}
	place := d.at(l.X, l.Y)
	if s.Align == picture.Centre {
		const capital = 0.36 // half the height of digits, in sizes of the font
		place.Y -= vg.Length(capital * float64(s.Size.Height()))
	}
	d.FillText(style, place, l.Text)
}
