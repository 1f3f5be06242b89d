package svg

import (
	"fmt"
	"html"
	"strings"

	"gammonlab/board"
	"gammonlab/board/picture"
)

// Board is a board to be drawn, with the settings of a page.
type Board struct {
	picture.Board
	Bare  bool    // omit [Style]; the page contains it
	Class string  // additional class of the svg element, which has the class bgb
	Parts *Parts  // parts that can be activated; nil for none
	Spent [2]bool // dice that are played
	Turn  *Turn   // the play to be made on a board with parts; nil for none
	Moves bool    // the script of a page can move checkers and draw arrows, as it can with parts

	// Before is the position before Last, from the point of view of its player, for a page
	// that shows the play checker by checker; nil for none.
	Before *board.Position
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
	role, data := "img", ""
	if b.Parts != nil {
		role = "group" // roles inside an image have no effect
	}
	if d.moves() {
		data = d.data()
	}
	d.open(b, role, b.Class, data, b.Bare)
	if b.Parts != nil {
		d.printf(`<g aria-hidden="true">` + "\n")
	}
	for i, l := range d.Layers() {
		d.layer(l.Name, d.isSpent(l.Name), l.Shapes)
		if i == 0 && b.Parts != nil {
			d.text.WriteString(`<g class="bgb-marks"></g>` + "\n") // of the places to which a checker may go
		}
	}
	if b.Parts != nil {
		d.text.WriteString("</g>\n")
		d.parts()
	}
	d.text.WriteString("</svg>\n")
	return d.text.String()
}

// moves reports whether the script of a page draws on the board.
func (d *drawing) moves() bool { return d.b.Parts != nil || d.b.Moves }

// layer writes a layer, an empty one only for a script.
func (d *drawing) layer(name string, spent bool, shapes []picture.Shape) {
	if len(shapes) == 0 && !d.moves() {
		return
	}
	class := "bgb-" + name
	if spent {
		class += " bgb-spent"
	}
	d.printf(`<g class="%s">`+"\n", class)
	for _, s := range shapes {
		d.shape(s)
	}
	d.text.WriteString("</g>\n")
}

// isSpent reports whether a layer is a die that is played.
func (d *drawing) isSpent(layer string) bool {
	return layer == FirstDie && d.b.Spent[0] || layer == SecondDie && d.b.Spent[1]
}

// Draw returns the drawing of any picture: an svg element, without [Style] if it is bare.
func Draw(p picture.Picture, bare bool) string {
	if b, ok := p.(picture.Board); ok {
		return Board{Board: b, Bare: bare}.String()
	}
	var c canvas
	c.open(p, "img", "", "", bare)
	for _, s := range p.Shapes() {
		c.shape(s)
	}
	c.text.WriteString("</svg>\n")
	return c.text.String()
}

// canvas is a partial svg element.
type canvas struct{ text strings.Builder }

func (c *canvas) printf(format string, args ...any) { fmt.Fprintf(&c.text, format, args...) }

// open begins the element, with further attributes.
func (c *canvas) open(p picture.Picture, role, class, more string, bare bool) {
	w, h := p.Size()
	c.printf(`<svg xmlns="http://www.w3.org/2000/svg" class="%s" viewBox="0 0 %d %d" width="%d" height="%d" role="%s" aria-label="%s"%s>`+"\n",
		html.EscapeString(strings.TrimSpace("bgb "+class)), w, h, w, h, role, html.EscapeString(p.Label()), more)
	if !bare {
		c.printf("<style>%s</style>\n", Style)
	}
}
