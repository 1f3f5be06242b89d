package targets

import (
	"testing"

	"gammonlab/board"
	"gammonlab/engine/enginetest"
)

func TestResultSet(t *testing.T) {
	var s resultSet
	var gen board.Generator
	most := 0
	// Clearing between some of the positions, not all, makes the table grow.
	s.clear()
	var plays []board.Play
	want := map[board.Position]int32{}
	for i, pos := range enginetest.Positions(60, 5) {
		if i%20 == 0 {
			s.clear()
			plays, want = plays[:0], map[board.Position]int32{}
		}
		for _, roll := range board.Rolls {
			for _, play := range gen.Plays(&pos, roll) {
				got, fresh := s.number(&play.Result, plays)
				number, there := want[play.Result]
				if !there {
					number = int32(len(plays))
					want[play.Result] = number
					plays = append(plays, play)
				}
				if got != number || fresh == there {
					t.Fatalf("%s: number %d, new %v, want %d, %v", play.Result.ID(), got, fresh, number, !there)
				}
			}
		}
		most = max(most, len(plays))
	}
	if most <= firstSlots/2 {
		t.Errorf("at most %d results: the table never grew", most)
	}
}
