package table

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/internal/must"
	"gammonlab/internal/seed"
)

// A table resumed from a file has the state and the record of the saved one, with
// the user as either player of the file.
func TestResume(t *testing.T) {
	dir := t.TempDir()
	for i, tab := range sessions(t) {
		for _, ext := range extensions {
			path := filepath.Join(dir, fmt.Sprint(i, ext))
			must.OK(t, tab.Save(path))
			m := loadRecord(t, path)
			for _, file := range []*record.Match{m, turned(m)} {
				again, err := Resume(file, tab.Beavers, board.NewDice(seed.Stream(9, 0)))
				if tab.MatchOver() {
					must.Fail(t, err, "the match is over", path)
					continue
				}
				must.OK(t, err)
				if again.Position != tab.Position || again.Match != tab.Match || again.Finished != tab.Finished || again.Decision() != tab.Decision() ||
					again.Unfinished() != tab.Unfinished() {
					t.Errorf("%s: got\n%+v\nwant\n%+v", path, again.State, tab.State)
				}
				got, want := again.Played(), tab.Played()
				got.Complete()
				want.Complete()
				if got, want := outline(got), outline(want); got != want || !again.IsOurs() {
					t.Errorf("%s: got\n%s\nwant\n%s", path, got, want)
				}
			}
		}
	}
}

// turned returns the match with the players exchanged.
func turned(m *record.Match) *record.Match {
	n := *m
	swap := func(p board.Player) board.Player {
		if p == board.Nobody {
			return p
		}
		return p.Opponent()
	}
	slices.Reverse(n.Names[:])
	n.Games = slices.Clone(m.Games)
	for i := range n.Games {
		g := &n.Games[i]
		slices.Reverse(g.Score[:])
		g.Result.Winner = swap(g.Result.Winner)
		g.Actions = slices.Clone(g.Actions)
		for k := range g.Actions {
			g.Actions[k].Player = swap(g.Actions[k].Player)
		}
	}
	return &n
}

// After an undo of actions that follow a loaded record, the next dice are the
// same as before.
func TestResumeUndo(t *testing.T) {
	tab := newTestTable(t, Rules{First: User}, 3)
	must.OK(t, tab.Do(Deed{Kind: Begin}))
	roll := tab.Match.Dice
	must.OK(t, tab.Do(Deed{Kind: Move, Play: board.FormatPlay(tab.Position, board.Plays(tab.Position, roll)[0])}))
	again := must.Get(Resume(tab.Played(), 0, board.NewDice(seed.Stream(9, 0))))(t)
	must.OK(t, again.Do(Deed{Kind: Undo}))
	if again.Match.Dice != roll || again.Decision() != WhatToPlay {
		t.Errorf("got %+v, want %v to be played", again.Match, roll)
	}
}

func TestResumeRefuses(t *testing.T) {
	const middle = "(;FF[4]GM[6]CA[UTF-8]MI[length:0][game:0]PW[gammonlab]PB[you];B[31hefe];AE[a:y]AW[a][b]AB[x][y]PL[W])"
	m := must.Get(record.Read("x.sgf", strings.NewReader(middle)))(t)
	must.Fail(t, must.Err(Resume(m, 0, nil)), "game 1: ", middle)
	m = &record.Match{Length: 3, Games: []record.Game{{Cube: 1}, {Cube: 1}}}
	play := record.Action{Kind: record.Move, Player: board.PlayerX, Roll: board.Roll{3, 1}, Steps: []board.Step{{From: 8, To: 5}, {From: 6, To: 5}}}
	m.Games[0].Actions = []record.Action{play}
	m.Games[1].Actions = []record.Action{play}
	must.Fail(t, must.Err(Resume(m, 0, nil)), "game 2: a game of a match is played to its end")
	m.Games = m.Games[:1]
	m.Games[0].Score = [2]int{1, 1}
	m.Games[0].Actions[0].Roll = board.Roll{1, 1}
	must.Fail(t, must.Err(Resume(m, 0, nil)), "game 1: it begins with a move of 11")
}

// A game from a position goes on after its record, with the cube and either seat.
func TestResumeFromPosition(t *testing.T) {
	for _, text := range []string{"XGID=-b----E-C---eE---c-e----B-:1:1:1:00:3:2:0:7:10", "XGID=-b----E-C---eE---c-e----B-:1:-1:-1:31:0:0:0:0:10"} {
		x := must.Get(board.ParseXGID(text, board.Backgammon))(t)
		r := Rules{Score: x.Match.Score, Start: &x}
		r.Length = x.Match.Length
		tab := newTestTable(t, r, 3)
		must.OK(t, tab.Do(Deed{Kind: Begin}))
		if tab.Position != x.Position || tab.Match.Cube != 2 || tab.Match.Owner != x.Match.Owner || tab.Match.Roller != x.Match.Roller || tab.Match.Dice != x.Match.Dice {
			t.Fatalf("%s: %+v", text, tab.Match)
		}
		for range 2 {
			var file bytes.Buffer
			must.OK(t, record.WriteSGF(&file, tab.Played()))
			again := must.Get(Resume(must.Get(record.Read("x.sgf", &file))(t), 0, tab.dice.dice))(t)
			if again.State != tab.State {
				t.Fatalf("%s: got %+v, want %+v", text, again.State, tab.State)
			}
			if tab.Match.Dice == (board.Roll{}) {
				must.OK(t, tab.Do(Deed{Kind: Roll, Net: tab.Match.Roller == Net}))
			}
			must.OK(t, tab.Do(Deed{Kind: Move, Net: tab.Match.Roller == Net, Play: board.FormatPlay(tab.Position, board.Plays(tab.Position, tab.Match.Dice)[0])}))
		}
	}
}

// With BearOff the user is not asked where every die bears off a checker, and only there.
func TestBearOff(t *testing.T) {
	for _, c := range []struct {
		position string
		asked    bool
	}{
		{"XGID=-BBBC----------------cbbb-:0:0:1:21:0:0:0:0:10", false},
		{"XGID=-BBBC----------------cbbb-:0:0:1:33:0:0:0:0:10", true}, // two checkers on the 3 point
		{"XGID=-BBDC----------------cbbb-:0:0:1:33:0:0:0:0:10", false},
		{"XGID=-BBBC----------------cbbb-:0:0:1:51:0:0:0:0:10", false},
		{"XGID=-A--A----------------cbbb-:0:0:1:21:0:0:0:0:10", true},
		{"XGID=-aBBC----------------bbbb-:0:0:1:32:0:0:0:0:10", true}, // contact
	} {
		x := must.Get(board.ParseXGID(c.position, board.Backgammon))(t)
		tab := newTestTable(t, Rules{Start: &x}, 3)
		tab.BearOff = true
		must.OK(t, tab.Do(Deed{Kind: Begin}))
		if asked := tab.Decision() == WhatToPlay; asked != c.asked {
			t.Errorf("%s: asked %v, want %v", c.position, asked, c.asked)
		}
		if c.asked {
			continue
		}
		done := must.Get(tab.Next(t.Context()))(t)
		if want := tab.Match.Dice; done.Net || !done.BearOff || want.Valid() || int(tab.Position.Opp[board.Off]-x.Position.Own[board.Off]) != diceOf(x.Match.Dice) {
			t.Errorf("%s: %+v", c.position, done)
		}
	}
}
