package svg

import (
	"fmt"
	"html"
	"strings"

	"gammonlab/board"
	"gammonlab/board/picture"
)

// Board is a board to be drawn: a [picture.Board] with the settings of a page.
// X has dark checkers, O light ones, in both seats.
type Board struct {
	Position board.Position // from the point of view of Match.Roller
	Match    board.Match
	Names    [2]string // by [board.Player]
	FromO    bool      // O sits at the bottom, and the points have O's numbers
	FromTop  bool      // the points have the numbers of the top player
	Left     bool      // the bottom player bears off to the lower left, not right
	NoCube   bool      // the game has no cube; a match to one point never has one
	Bare     bool      // omit [Style]; the page contains it
	Class    string    // additional class of the svg element, which has the class bgb
	Parts    *Parts    // parts that can be activated; nil for none
	Last     *Last     // play shown by arrows; nil for none
}

// Last is the last play; each of its steps is drawn as an arrow.
type Last = picture.Last

// Of returns the board with the fields of a picture.
func Of(b picture.Board) Board {
	return Board{
		Position: b.Position, Match: b.Match, Names: b.Names, FromO: b.FromO, FromTop: b.FromTop,
		Left: b.Left, NoCube: b.NoCube, Last: b.Last,
	}
}

// picture returns the board without the settings of a page.
func (b *Board) picture() picture.Board {
	return picture.Board{
		Position: b.Position, Match: b.Match, Names: b.Names, FromO: b.FromO, FromTop: b.FromTop,
		Left: b.Left, NoCube: b.NoCube, Last: b.Last,
	}
}

// drawing is a partial drawing, with the players in their seats.
type drawing struct {
	*picture.View
	text strings.Builder
	b    *Board
}

// String returns the drawing: an svg element for a file or a page.
func (b Board) String() string {
	d := drawing{View: b.picture().View(), b: &b}
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
