package report

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/engine/advice"
	"gammonlab/internal/board/picture"
	"gammonlab/internal/plaintext"
)

// NewPositions returns the report of an analysis of positions. The entries, which
// [PositionEntry] returns, keep their order.
func NewPositions(facts []Fact, entries []Entry) *Document {
	d := &Document{Title: "Backgammon position", Facts: facts, Sections: []Section{{Entries: entries}}}
	if len(entries) != 1 {
		d.Title = fmt.Sprintf("%d backgammon positions", len(entries))
	}
	for i := range entries {
		entries[i].Figure = fmt.Sprintf("%03d", i+1)
	}
	return d
}

// PositionEntry returns the plays of a roll, or a decision to double or not, with the board of
// the position, X to act.
func PositionEntry(d *advice.Decision) Entry {
	match := board.NewMatch(0)
	var e Entry
	e.Note = "Cubeless money equities"
	if d.At != nil {
		match = d.At.Match()
		e.Note = plaintext.Capital(d.Stakes)
	}
	match.Dice = d.Roll
	e.Board = &picture.Board{Position: d.Position, Match: match, Names: [2]string{board.PlayerO: "O", board.PlayerX: "X"}, NoCube: d.At == nil}
	e.ID = board.NewXGID(d.Position, match).String()
	switch {
	case d.Verdict != nil:
		e.Title = "X on roll: " + d.Action
	case len(d.Moves) == 0:
		e.Title = fmt.Sprintf("X to play %v", d.Roll)
		e.Note += "; no legal play"
		return e
	default:
		e.Title = fmt.Sprintf("X to play %v", d.Roll)
	}
	e.fill(d)
	return e
}
