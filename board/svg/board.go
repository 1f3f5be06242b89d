package svg

import (
	"fmt"
	"html"
	"strings"

	"gammonlab/board"
	"gammonlab/board/picture"
)

// Board is what is drawn: a [picture.Board] with what a page needs. X has dark
// checkers, O light ones, whoever sits at the bottom.
type Board struct {
	Position board.Position // seen by Match.Roller
	Match    board.Match
	Names    [2]string // by [board.Player]
	FromO    bool      // O sits at the bottom, and the points have O's numbers
	FromTop  bool      // the points have the numbers of who sits at the top
	Left     bool      // who sits at the bottom bears off to the lower left, not right
	NoCube   bool      // the game has none; a match to one point never has
	Bare     bool      // leave out [Style], which the page has
	Class    string    // of the svg element, beside "bgb"
	Parts    *Parts    // that can be activated; nil for none
	Last     *Last     // play, to be shown by arrows; nil for none
}

// Last is the last play, which is drawn as an arrow for each step.
type Last = picture.Last

// Of returns the drawing of a picture.
func Of(b picture.Board) Board {
	return Board{
		Position: b.Position, Match: b.Match, Names: b.Names, FromO: b.FromO, FromTop: b.FromTop,
		Left: b.Left, NoCube: b.NoCube, Last: b.Last,
	}
}

// picture returns what is drawn, without what only pages need.
func (b *Board) picture() picture.Board {
	return picture.Board{
		Position: b.Position, Match: b.Match, Names: b.Names, FromO: b.FromO, FromTop: b.FromTop,
		Left: b.Left, NoCube: b.NoCube, Last: b.Last,
	}
}

// drawing is a board in the making, with the sides as they sit.
type drawing struct {
	*picture.View
	text strings.Builder
	b    *Board
}

// String returns the drawing: an svg element, fit for a file or a page.
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
		role = "group" // what is in an image has no roles
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

// label describes the board to who cannot see it.
func (d *drawing) label() string {
	return fmt.Sprintf("Backgammon board, position %s, match %s", d.Position.ID(), d.Match.ID())
}
