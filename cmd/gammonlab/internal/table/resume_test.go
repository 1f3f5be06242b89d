package table

import (
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
	for _, c := range []struct{ game, want string }{
		{"(;FF[4]GM[6]CA[UTF-8]MI[length:0][game:0]PW[gammonlab]PB[you];AE[a:y]AW[a][b]AB[x][y]PL[B];B[31mkmj])", "game 1: it begins with"},
	} {
		m := must.Get(record.Read("x.sgf", strings.NewReader(c.game)))(t)
		must.Fail(t, must.Err(Resume(m, 0, nil)), c.want, c.game)
	}
	m := &record.Match{Length: 3, Games: []record.Game{{Cube: 1}, {Cube: 1}}}
	play := record.Action{Kind: record.Move, Player: board.PlayerX, Roll: board.Roll{3, 1}, Steps: []board.Step{{From: 8, To: 5}, {From: 6, To: 5}}}
	m.Games[0].Actions = []record.Action{play}
	m.Games[1].Actions = []record.Action{play}
	must.Fail(t, must.Err(Resume(m, 0, nil)), "game 2: a game of a match is played to its end")
	m.Games = m.Games[:1]
	m.Games[0].Score = [2]int{1, 1}
	m.Games[0].Actions[0].Roll = board.Roll{1, 1}
	must.Fail(t, must.Err(Resume(m, 0, nil)), "game 1: it begins with a move of 11")
}
