package svg

import (
	"html"

	"gammonlab/internal/board/picture"
)

// classes has the CSS classes of the paints.
var classes = map[picture.Paint]string{
	picture.Felt: "bgb-felt", picture.Wood: "bgb-wood", picture.Frame: "bgb-frame", picture.Pale: "bgb-pale", picture.Deep: "bgb-deep",
	picture.Ink: "bgb-ink", picture.X: "bgb-x", picture.O: "bgb-o", picture.XInk: "bgb-xi", picture.OInk: "bgb-oi",
	picture.Spot: "bgb-dot", picture.Trail: "bgb-arrow",
}

// sizes and aligns have the CSS classes of texts.
var (
	sizes  = map[picture.Size]string{picture.Small: " bgb-n", picture.Plain: " bgb-t", picture.Large: " bgb-b"}
	aligns = map[picture.Align]string{picture.Right: " bgb-e", picture.Centre: " bgb-c"}
)

// shape writes a shape as an element.
func (d *drawing) shape(s picture.Shape) {
	switch s := s.(type) {
	case picture.Rect:
		d.printf(`<rect class="%s" x="%d" y="%d" width="%d" height="%d"`, classes[s.Paint], s.X, s.Y, s.W, s.H)
		if s.Radius > 0 {
			d.printf(` rx="%d"`, s.Radius)
		}
		d.printf("/>\n")
	case picture.Circle:
		d.printf(`<circle class="%s" cx="%d" cy="%d" r="%d"/>`+"\n", classes[s.Paint], s.X, s.Y, s.R)
	case picture.Polygons:
		d.polygons(s)
	case picture.Dots:
		d.printf(`<path class="%s" d="`, classes[s.Paint])
		for _, p := range s.At {
			d.printf("M%d %dh0", p.X, p.Y)
		}
		d.printf(`"/>` + "\n")
	case picture.Arrow:
		d.printf(`<path class="%s" pathLength="1" d="M%d %dQ%d %d %d %dM%d %dL%d %dL%d %d"/>`+"\n", classes[s.Paint], s.From.X, s.From.Y,
			s.Bend.X, s.Bend.Y, s.To.X, s.To.Y, s.Head[0].X, s.Head[0].Y, s.To.X, s.To.Y, s.Head[1].X, s.Head[1].Y)
	case picture.Words:
		d.words(s)
	}
}

func (d *drawing) polygons(s picture.Polygons) {
	d.printf(`<path class="%s" d="`, classes[s.Paint])
	for _, corners := range s.Corners {
		command := "M"
		for _, p := range corners {
			d.printf("%s%d %d", command, p.X, p.Y)
			command = "L"
		}
		d.printf("z")
	}
	d.printf(`"/>` + "\n")
}

// words writes labels, as a group if there are several.
func (d *drawing) words(s picture.Words) {
	class := classes[s.Paint] + sizes[s.Size] + aligns[s.Align]
	if len(s.Labels) == 1 {
		l := s.Labels[0]
		d.printf(`<text class="%s" x="%d" y="%d">%s</text>`+"\n", class, l.X, l.Y, html.EscapeString(l.Text))
		return
	}
	d.printf(`<g class="%s">`, class)
	for _, l := range s.Labels {
		d.printf(`<text x="%d" y="%d">%s</text>`, l.X, l.Y, html.EscapeString(l.Text))
	}
	d.printf("</g>\n")
}
