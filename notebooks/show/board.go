package show

import (
	"bytes"
	"html"

	"github.com/janpfeifer/gonb/gonbui"

	"gammonlab/board"
	"gammonlab/board/picture"
	"gammonlab/board/raster"
)

// Board shows a position with a line of text above it. The side on roll has the dark
// checkers, plays from the bottom and bears off to the lower right.
//
// The picture is a bitmap, because pages that show notebooks remove the colours of SVG or
// omit it.
func Board(caption string, pos *board.Position) {
	gonbui.DisplayHTML("<p>" + html.EscapeString(caption) + "</p>")
	var b bytes.Buffer
	OK(raster.Write(&b, boardOf(pos)))
	PNG(b.Bytes())
}

// boardOf converts a position to a board for drawing.
func boardOf(pos *board.Position) picture.Board {
	return picture.Board{Position: *pos, Match: board.NewMatch(0), NoCube: true}
}
