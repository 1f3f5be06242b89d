package svg

import (
	"fmt"
	"html"

	"gammonlab/board/picture"
)

// classOf returns the CSS class of a paint.
func classOf(p picture.Paint) string {
	if p >= picture.Heat {
		return fmt.Sprintf("bgb-h%d", p-picture.Heat)
	}
	return classes[p]
}

// classes has the CSS classes of the paints without heat.
var classes = map[picture.Paint]string{
	picture.Felt: "bgb-felt", picture.Wood: "bgb-wood", picture.Frame: "bgb-frame", picture.Pale: "bgb-pale", picture.Deep: "bgb-deep",
	picture.Ink: "bgb-ink", picture.X: "bgb-x", picture.O: "bgb-o", picture.XInk: "bgb-xi", picture.OInk: "bgb-oi",
	picture.Spot: "bgb-dot", picture.Trail: "bgb-arrow", picture.Wrong: "bgb-wrong", picture.XRing: "bgb-xr", picture.ORing: "bgb-or",
}

// sizes and aligns have the CSS classes of texts.
var (
	sizes  = map[picture.Size]string{picture.Small: " bgb-n", picture.Plain: " bgb-v", picture.Named: " bgb-t", picture.Large: " bgb-b"}
	aligns = map[picture.Align]string{picture.Right: " bgb-e", picture.Centre: " bgb-c"}
)

// shape writes a shape as an element.
func (c *canvas) shape(s picture.Shape) {
	switch s := s.(type) {
	case picture.Rect:
		c.printf(`<rect class="%s" x="%d" y="%d" width="%d" height="%d"`, classOf(s.Paint), s.X, s.Y, s.W, s.H)
		if s.Radius > 0 {
			c.printf(` rx="%d"`, s.Radius)
		}
		c.printf("/>\n")
	case picture.Circle:
		c.printf(`<circle class="%s" cx="%d" cy="%d" r="%d"/>`+"\n", classOf(s.Paint), s.X, s.Y, s.R)
	case picture.Polygons:
		c.polygons(s)
	case picture.Dots:
		c.printf(`<path class="%s" d="`, classOf(s.Paint))
		for _, p := range s.At {
			c.printf("M%d %dh0", p.X, p.Y)
		}
		c.printf(`"/>` + "\n")
	case picture.Arrow:
		c.printf(`<path class="%s" pathLength="1" d="M%d %dQ%d %d %d %dM%d %dL%d %dL%d %d"/>`+"\n", classOf(s.Paint), s.From.X, s.From.Y,
			s.Bend.X, s.Bend.Y, s.To.X, s.To.Y, s.Head[0].X, s.Head[0].Y, s.To.X, s.To.Y, s.Head[1].X, s.Head[1].Y)
	case picture.Words:
		c.words(s)
	}
}

func (c *canvas) polygons(s picture.Polygons) {
	c.printf(`<path class="%s" d="`, classOf(s.Paint))
	for _, corners := range s.Corners {
		command := "M"
		for _, p := range corners {
			c.printf("%s%d %d", command, p.X, p.Y)
			command = "L"
		}
		c.printf("z")
	}
	c.printf(`"/>` + "\n")
}

// words writes labels, as a group if there are several.
func (c *canvas) words(s picture.Words) {
	class := classOf(s.Paint) + sizes[s.Size] + aligns[s.Align]
	if len(s.Labels) == 1 {
		l := s.Labels[0]
		c.printf(`<text class="%s" x="%d" y="%d">%s</text>`+"\n", class, l.X, l.Y, html.EscapeString(l.Text))
		return
	}
	c.printf(`<g class="%s">`, class)
	for _, l := range s.Labels {
		c.printf(`<text x="%d" y="%d">%s</text>`, l.X, l.Y, html.EscapeString(l.Text))
	}
	c.printf("</g>\n")
}
