package engine_test

import (
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/must"
)

// The classes that gnubg 1.07.001 gives these positions, its two classes of
// bearoff as races, which they are without databases.
func TestClassOf(t *testing.T) {
	for _, c := range []struct {
		id   string
		want engine.Class
	}{
		{"4HPwATDgc/ABMA", engine.Contact},
		{"OxoQ8CF+xwASQg", engine.Contact},
		{"3HUCAimwBQXgbQ", engine.Contact},
		{"hjEM4hPkhgWQUw", engine.Contact},
		{"zx8AAFVozwSgSQ", engine.Contact},
		{"GzcJgyA+AADEAA", engine.Crashed},
		{"/14AAAwbNxdAAQ", engine.Crashed},
		{"GgAAcDMjIMADAA", engine.Crashed},
		{"d+cRCAD71iwAAA", engine.Race},
		{"ChFD7gPXHQAAAA", engine.Race},
		{"NQAAoCoqotQAAA", engine.Race},
		{"4P8PAAAOAAAAAA", engine.Race},
		{"NQsAAN8iAAAAAA", engine.Race},
		{"MwAA4DEAAAAAAA", engine.Race},
		{"AAAA/vUIAQAAAA", engine.Over},
	} {
		pos := must.Get(board.ParseID(c.id, board.Backgammon))(t)
		if got := engine.ClassOf(&pos); got != c.want {
			t.Errorf("%s is %v, want %v", c.id, got, c.want)
		}
		turned := pos.Swap()
		if got := engine.ClassOf(&turned); got != c.want {
			t.Errorf("%s is %v to the other side, want %v", c.id, got, c.want)
		}
	}
}

// Sides on the border of crashing, against an opponent with checkers enough.
func TestClassOfCrashedBorder(t *testing.T) {
	for _, c := range []struct {
		name string
		own  board.Side // borne off: the rest
		want engine.Class
	}{
		{"six left", board.Side{24: 2, 6: 4}, engine.Crashed},
		{"seven left", board.Side{24: 2, 6: 5}, engine.Contact},
		{"six and a buried pair", board.Side{24: 2, 6: 4, 1: 2}, engine.Crashed},
		{"seven and a buried pair", board.Side{24: 2, 6: 5, 1: 2}, engine.Contact},
		{"buried on both points, five more", board.Side{24: 2, 6: 3, 1: 3, 2: 3}, engine.Crashed},
		{"buried on both points, six more", board.Side{24: 2, 6: 4, 1: 3, 2: 3}, engine.Contact},
		{"buried on the deuce point, five more", board.Side{24: 2, 6: 3, 2: 3}, engine.Crashed},
		{"buried on the deuce point, six more", board.Side{24: 2, 6: 4, 2: 3}, engine.Contact},
	} {
		own := c.own
		own[board.Off] = uint8(board.MaxCheckers - own.Checkers())
		start := board.Backgammon.Start()
		pos := board.Position{Own: own, Opp: start.Own}
		if got := engine.ClassOf(&pos); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestClassOfHypergammonIsNeverCrashed(t *testing.T) {
	pos := board.Hypergammon3.Start()
	if got := engine.ClassOf(&pos); got != engine.Contact {
		t.Errorf("the start of hypergammon is %v, want %v", got, engine.Contact)
	}
}

func TestClassNames(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range engine.Classes() {
		if seen[c.String()] {
			t.Errorf("two classes are called %s", c)
		}
		seen[c.String()] = true
	}
}
