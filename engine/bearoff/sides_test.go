package bearoff

import (
	"testing"

	"gammonlab/board"
	"gammonlab/internal/must"
)

// Numbers and positions are inverses, and the numbers are those of the databases.
func TestSides(t *testing.T) {
	index := NewIndex(6, board.MaxCheckers)
	for _, s := range []Sides{{6, 54263, 1}, {6, 1, 54263}, {6, 0, 17}, {6, 4321, 1234}, {12, 100_000, 7}} {
		pos := must.Get(s.Position(board.Backgammon))(t)
		if back, ok := SidesOf(&pos, s.Points); !ok || back != s {
			t.Errorf("%+v: %+v of %s", s, back, pos.ID())
		}
		if own, _ := index.rankOf(&pos.Own); s.Points == 6 && own != s.Own {
			t.Errorf("%+v: the database has side %d", s, own)
		}
	}
	// 15 checkers on the ace point are the last of 16 sides on one point.
	pos := must.Get(Sides{1, 15, 1}.Position(board.Backgammon))(t)
	if pos.Own[1] != 15 || pos.Opp[1] != 1 || pos.Opp[board.Off] != 14 {
		t.Errorf("%+v", pos)
	}
	start := board.Backgammon.Start()
	if _, ok := SidesOf(&start, 6); ok {
		t.Error("the start is no bear-off")
	}
	for _, s := range []Sides{{6, 54264, 1}, {6, -1, 1}, {0, 1, 1}, {13, 1, 1}} {
		if pos, err := s.Position(board.Backgammon); err == nil {
			t.Errorf("%+v: %+v", s, pos)
		}
	}
}
