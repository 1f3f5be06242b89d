package show

import (
	"html"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"

	"gammonlab/board"
	"gammonlab/board/svg"
)

// Board shows a position with a line of text above it. The side on roll has the
// dark checkers and plays from the bottom.
func Board(caption string, pos *board.Position) {
	gonbui.DisplayHTML("<p>" + html.EscapeString(caption) + "</p>")
	drawing := svg.Board{Position: *pos, Match: board.NewMatch(0), Names: [2]string{"on roll", "opponent"}}
	gonbui.SendData(&protocol.DisplayData{Data: map[protocol.MIMEType]any{
		protocol.MIMEImageSVG:  drawing.String(), // not inside HTML, from which GitHub takes it away
		protocol.MIMETextPlain: "position " + pos.ID(),
	}})
	gonbui.Sync()
}
