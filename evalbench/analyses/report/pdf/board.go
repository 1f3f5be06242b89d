package pdf

import (
	"image/color"

	"codeberg.org/go-pdf/fpdf"

	"gammonlab/board/picture"
)

// drawing draws a picture on a page, in millimetres from its upper left corner.
type drawing struct {
	*fpdf.Fpdf
	left, top float64
	unit      float64 // millimetres of a unit of the picture
	colours   *picture.Colours
}

// picture draws a picture with the given width and returns its height.
func (p *paper) picture(of picture.Picture, left, top, width float64) float64 {
	wide, _ := of.Size()
	d := drawing{p.Fpdf, left, top, width / float64(wide), &picture.Screen}
	for _, s := range of.Shapes() {
		d.shape(s)
	}
	p.SetTextColor(0, 0, 0)
	p.SetDrawColor(0, 0, 0)
	return heightOf(of, width)
}

// heightOf returns the height of a picture with the given width.
func heightOf(of picture.Picture, width float64) float64 {
	wide, high := of.Size()
	return width * float64(high) / float64(wide)
}

func (d *drawing) x(x int) float64      { return d.left + d.unit*float64(x) }
func (d *drawing) y(y int) float64      { return d.top + d.unit*float64(y) }
func (d *drawing) length(n int) float64 { return d.unit * float64(n) }

// use sets the colours of a paint and returns the drawing mode of areas: F for filled, D
// for a line.
func (d *drawing) use(p picture.Paint) string {
	style, how := d.colours.Style(p), ""
	if style.Fill != nil {
		d.SetFillColor(parts(style.Fill))
		how = "F"
	}
	if style.Line != nil {
		d.SetDrawColor(parts(style.Line))
		d.SetLineWidth(d.unit * style.Width)
		how += "D"
	}
	return how
}

// parts returns the red, green and blue of a colour.
func parts(c *color.NRGBA) (r, g, b int) { return int(c.R), int(c.G), int(c.B) }

func (d *drawing) shape(s picture.Shape) {
	switch s := s.(type) {
	case picture.Rect:
		how := d.use(s.Paint)
		if s.Radius > 0 {
			d.RoundedRect(d.x(s.X), d.y(s.Y), d.length(s.W), d.length(s.H), d.length(s.Radius), "1234", how)
		} else {
			d.Rect(d.x(s.X), d.y(s.Y), d.length(s.W), d.length(s.H), how)
		}
	case picture.Circle:
		d.Circle(d.x(s.X), d.y(s.Y), d.length(s.R), d.use(s.Paint))
	case picture.Polygons:
		how := d.use(s.Paint)
		for _, corners := range s.Corners {
			points := make([]fpdf.PointType, len(corners))
			for i, c := range corners {
				points[i] = fpdf.PointType{X: d.x(c.X), Y: d.y(c.Y)}
			}
			d.Polygon(points, how)
		}
	case picture.Dots:
		how, radius := d.use(s.Paint), d.unit*d.colours.Style(s.Paint).Width/2
		for _, p := range s.At {
			d.Circle(d.x(p.X), d.y(p.Y), radius, how)
		}
	case picture.Arrow:
		d.use(s.Paint)
		d.Curve(d.x(s.From.X), d.y(s.From.Y), d.x(s.Bend.X), d.y(s.Bend.Y), d.x(s.To.X), d.y(s.To.Y), "D")
		for _, head := range s.Head {
			d.Line(d.x(head.X), d.y(head.Y), d.x(s.To.X), d.y(s.To.Y))
		}
	case picture.Words:
		d.words(s)
	}
}

// words writes labels, with the text size in proportion to the board.
func (d *drawing) words(s picture.Words) {
	const pointsOfMillimetre = 72 / 25.4
	weight, height := "", d.length(s.Size.Height())
	if s.Size.Bold() {
		weight = "B"
	}
	d.SetFont(family, weight, height*pointsOfMillimetre)
	d.SetTextColor(parts(d.colours.Style(s.Paint).Fill))
	for _, l := range s.Labels {
		l.Text = printable(l.Text)
		x, y, wide := d.x(l.X), d.y(l.Y), d.GetStringWidth(l.Text)
		switch s.Align {
		case picture.Right:
			x -= wide
		case picture.Centre:
			const capital = 0.36 // half the height of digits, in sizes of the font
			x, y = x-wide/2, y+capital*height
		}
		d.Text(x, y, l.Text)
	}
}
