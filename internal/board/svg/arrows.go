package svg

import "gammonlab/internal/board/picture"

// Arrows returns only the arrows of the last play: elements for a drawing of the same board.
func (b Board) Arrows() string {
	d := drawing{View: b.View(), b: &b}
	for _, s := range d.Shapes() {
		if arrow, ok := s.(picture.Arrow); ok {
			d.shape(arrow)
		}
	}
	return d.text.String()
}
