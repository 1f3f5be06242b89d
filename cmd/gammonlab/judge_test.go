package main

import (
	"testing"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine"
)

// What the net resigns.
func TestJudgeResignation(t *testing.T) {
	tab := newTestTable(t, rules{}, 1)
	tab.judge.searcher = newTestSearcher(t, tab.judge.searcher.Static().Unwrap().(*engine.Static).Model(), testDatabases(t))
	one := board.Side{board.Off: 14, 1: 1}
	for _, c := range []struct {
		name   string
		own    board.Side
		length int
		jacoby bool
		want   int
	}{
		{"lost", board.Side{board.Off: 5, 1: 5, 6: 5}, 0, false, 1},
		{"a gammon, perhaps", board.Side{6: 15}, 0, false, 0},
		{"a gammon, Jacoby rule", board.Side{6: 15}, 0, true, 1},
		{"a gammon, in a match to 1", board.Side{6: 15}, 1, false, 1},
		{"one roll left", board.Side{board.Off: 13, 1: 2}, 0, false, 0},
		{"not in a database", board.Side{7: 15}, 0, false, 0},
	} {
		m := board.NewMatch(c.length)
		m.Jacoby = c.jacoby
		got, err := tab.judge.resignation(&board.Position{Own: c.own, Opp: one}, &m)
		if err != nil || got != c.want {
			t.Errorf("%s: %d, %v, want %d", c.name, got, err, c.want)
		}
	}
}

// The net's answers to doubles, and to beavers.
func TestJudgeAnswers(t *testing.T) {
	tab := newTestTable(t, rules{Rules: game.Rules{Beavers: 3}}, 1)
	lead := board.Position{Own: board.Side{board.Off: 10, 1: 5}, Opp: board.Side{6: 15}} // of the player on roll
	for _, c := range []struct {
		name     string
		pos      board.Position
		cube     int
		beavered bool // the doubler must answer
		beaver   bool
		want     answerKind
	}{
		{"far behind", lead, 1, false, true, passes},
		{"far ahead", lead.Swap(), 1, false, true, beavers},
		{"far ahead, no beavers", lead.Swap(), 1, false, false, takes},
		{"beavered ahead", lead, 2, true, true, beavers},
		{"beavered behind", lead.Swap(), 2, true, true, passes},
	} {
		m := board.NewMatch(0)
		m.Cube, m.Doubled, m.Turn = c.cube, true, theNet
		if c.beavered {
			m.Roller, m.Owner = theNet, theUser
		}
		a, err := tab.judge.answers(t.Context(), &c.pos, &m, c.beaver)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.best(); got != c.want {
			t.Errorf("%s: %v of %+v, want %v", c.name, got, a, c.want)
		}
	}
}
