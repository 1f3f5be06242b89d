package report

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/board/picture"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
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

// positionEntry returns an entry with the board of a position, X to act, without a title.
func positionEntry(pos *board.Position, roll board.Roll, at *cube.Stakes, stakes string) Entry {
	match := board.NewMatch(0)
	var e Entry
	e.Note = "Cubeless money equities"
	if at != nil {
		match = at.Match()
		e.Note = plaintext.Capital(stakes)
	}
	match.Dice = roll
	e.Board = &picture.Board{Position: *pos, Match: match, Names: [2]string{board.PlayerO: "O", board.PlayerX: "X"}, NoCube: at == nil}
	e.ID = board.NewXGID(*pos, match).String()
	return e
}

// PositionEntry returns the plays of a roll, or a decision to double or not, with the board of
// the position, X to act.
func PositionEntry(d *advice.Decision) Entry {
	e := positionEntry(&d.Position, d.Roll, d.At, d.Stakes)
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
	if d.Race != nil {
		e.Foot += ". Counts for a centred cube: " + d.Race.Words()
	}
	return e
}
