package play

import (
	"html/template"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/table"
	"gammonlab/cmd/gammonlab/internal/web/games"
	"gammonlab/internal/board/picture"
)

// Frames returns boards that show the net's newest play checker by checker, before the
// current board: each has the position before a step, and the step as an arrow. The style
// shows them one after the other. There are none unless the play is new and the page has
// a pace.
func (t *tablePage) Frames() []template.HTML {
	l := t.Last()
	if !t.moved || t.Pace == 0 || l == nil || l.By != "net" {
		return nil
	}
	b := t.board()
	b.Match.Roller, b.Match.Turn, b.Match.Doubled = table.Net, table.Net, false
	var err error
	if b.Match.Dice, err = board.ParseRoll(l.Dice); err != nil {
		return nil
	}
	var all []template.HTML
	for i, position := range positions(l, b.Match.Dice) {
		b.Position, b.Last = position, &picture.Last{Player: table.Net, Steps: l.Steps[i : i+1]}
		all = append(all, template.HTML(b.String())) // the drawing escapes its texts
	}
	return all
}

// positions returns the positions before each step of a play, from the point of view of
// its player.
func positions(l *games.Line, roll board.Roll) []board.Position {
	p := board.NewPartial(l.Before, roll)
	var all []board.Position
	for _, s := range l.Steps {
		all = append(all, p.Position())
		if !p.Move(s.From, s.To) {
			return nil
		}
	}
	return all
}
