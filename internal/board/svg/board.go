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

// drawing is a partial drawing, with the players in their seats.
type drawing struct {
	*picture.View
	text strings.Builder
	b    *Board
}

// String returns the drawing: an svg element for a file or a page.
func (b Board) String() string {
	d := drawing{View: b.View(), b: &b}
	d.open()
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

func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(&d.text, format, args...) }

func (d *drawing) open() {
	class, role := strings.TrimSpace("bgb "+d.b.Class), "img"
	if d.b.Parts != nil {
		role = "group" // roles inside an image have no effect
	}
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" class="%s" viewBox="0 0 %d %d" width="%d" height="%d" role="%s" aria-label="%s">`+"\n",
		html.EscapeString(class), picture.Width, picture.Height, picture.Width, picture.Height, role, html.EscapeString(d.label()))
	if !d.b.Bare {
		d.printf("<style>%s</style>\n", Style)
	}
	if d.b.Parts != nil {
		d.text.WriteString(`<g aria-hidden="true">` + "\n")
	}
}

// label returns a description of the board for screen readers.
func (d *drawing) label() string {
	return fmt.Sprintf("Backgammon board, position %s, match %s", d.Position.ID(), d.Match.ID())
}
