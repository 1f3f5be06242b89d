package picture_test

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/board/picture"
)

// Count the checkers that are drawn at the start; two more stand before the names.
func ExampleBoard() {
	b := picture.Board{Position: board.Backgammon.Start(), Match: board.NewMatch(7)}
	discs := map[picture.Paint]int{}
	for _, s := range b.View().Shapes() {
		if c, ok := s.(picture.Circle); ok {
			discs[c.Paint]++
		}
	}
	fmt.Println(picture.Width, "x", picture.Height, discs[picture.X], discs[picture.O])
	// Output: 564 x 488 16 16
}
