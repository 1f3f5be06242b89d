package svg

import (
	"fmt"
	"html"
	"strings"

	"gammonlab/internal/board/picture"
)

// Board is a board to be drawn, with the settings of a page.
type Board struct {
	picture.Board
	Bare  bool   // omit [Style]; the page contains it
	Class string // additional class of the svg element, which has the class bgb
	Parts *Parts // parts that can be activated; nil for none
}

// drawing is a partial drawing of a board, with the players in their seats.
type drawing struct {
	canvas
	*picture.View
	b *Board
}

// String returns the drawing: an svg element for a file or a page.
func (b Board) String() string {
	d := drawing{View: b.View(), b: &b}
	role := "img"
	if b.Parts != nil {
		role = "group" // roles inside an image have no effect
	}
	d.open(b, role, b.Class, b.Bare)
	if b.Parts != nil {
		d.printf(`<g aria-hidden="true">` + "\n")
	}
	for _, s := range d.Shapes() {
		d.shape(s)
	}
	if b.Parts != nil {
		d.text.WriteString("</g>\n")
		d.parts()
	}
	d.text.WriteString("</svg>\n")
	return d.text.String()
}

// Draw returns the drawing of any picture: an svg element, without [Style] if it is bare.
func Draw(p picture.Picture, bare bool) string {
	var c canvas
	c.open(p, "img", "", bare)
	for _, s := range p.Shapes() {
		c.shape(s)
	}
	c.text.WriteString("</svg>\n")
	return c.text.String()
}

// canvas is a partial svg element.
type canvas struct{ text strings.Builder }

func (c *canvas) printf(format string, args ...any) { fmt.Fprintf(&c.text, format, args...) }

// open begins the element.
func (c *canvas) open(p picture.Picture, role, class string, bare bool) {
	w, h := p.Size()
	c.printf(`<svg xmlns="http://www.w3.org/2000/svg" class="%s" viewBox="0 0 %d %d" width="%d" height="%d" role="%s" aria-label="%s">`+"\n",
		html.EscapeString(strings.TrimSpace("bgb "+class)), w, h, w, h, role, html.EscapeString(p.Label()))
	if !bare {
		c.printf("<style>%s</style>\n", Style)
	}
}
