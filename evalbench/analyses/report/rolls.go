package report

import (
	"gammonlab/board"
	"gammonlab/board/picture"
	"gammonlab/engine/advice"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/plaintext"
)

// NewMap returns the picture of the values after all throws.
func NewMap(m *advice.RollMap) *picture.Map {
	p := &picture.Map{Words: m.Words()}
	spread := m.Spread()
	for i := range p.Cells {
		for k := range p.Cells[i] {
			c := m.Of(uint8(i+1), uint8(k+1))
			p.Cells[i][k] = picture.Cell{Value: plaintext.Signed(c.Worth(), 3), Play: c.Move}
			if spread > 0 {
				p.Cells[i][k].Heat = c.Luck / spread
			}
		}
	}
	return p
}

// RollsEntry returns the values after all rolls with the board of the position, X on roll, and
// the map. Its rows are the rolls, best first.
func RollsEntry(m *advice.RollMap) Entry {
	e := positionEntry(&m.Position, board.Roll{}, m.At, m.Stakes)
	e.Title, e.Map, e.Foot = "X on roll: all rolls", NewMap(m), m.Words()
	cells := m.Cells()
	e.Head = cells[0]
	for _, row := range cells[1:] {
		e.Rows = append(e.Rows, htmlpage.Row{Cells: row})
	}
	return e
}
