package table

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/gnubgtest"
	"gammonlab/board/record"
	"gammonlab/internal/must"
)

// extensions are those of the files that games are saved to.
var extensions = []string{".mat", ".sgf"}

// loadRecord reads a file that was saved.
func loadRecord(t *testing.T, path string) *record.Match {
	t.Helper()
	m := must.Get(record.Load(path))(t)
	if err := m.Validate(); err != nil {
		t.Errorf("%s: %v", path, err)
	}
	return m
}

// sessions returns tables at which games were played, the last one unfinished.
func sessions(t *testing.T) []*Table {
	var all []*Table
	for i, r := range allRules {
		rng := rand.New(rand.NewPCG(uint64(i), 4))
		tab := newTestTable(t, r, uint64(i))
		for game := 0; game < 3 && !tab.MatchOver(); game++ {
			playGame(t, rng, tab)
		}
		if !tab.MatchOver() {
			must.OK(t, begin(tab, board.Nobody))
			for n := range 4 {
				if d := decide(t, tab); d != WhetherToGoOn && (n < 3 || d != WhatToPlay) {
					act(t, rng, tab, d)
				}
			}
		}
		all = append(all, tab)
	}
	return all
}

// A saved file contains exactly the games of the table.
func TestTableSaves(t *testing.T) {
	dir := t.TempDir()
	for i, tab := range sessions(t) {
		for _, ext := range extensions {
			path := filepath.Join(dir, fmt.Sprint(i, ext))
			must.OK(t, tab.Save(path))
			got, want := loadRecord(t, path), tab.Played()
			want.Complete()
			if !reflect.DeepEqual(plain(got), plain(want)) {
				t.Errorf("%s: got\n%+v\nwant\n%+v", path, got, want)
			}
		}
	}
}

// plain removes fields without a meaning: empty lists of steps, and in matches
// the Jacoby rule.
func plain(m *record.Match) *record.Match {
	for i := range m.Games {
		for k := range m.Games[i].Actions {
			a := &m.Games[i].Actions[k]
			if len(a.Steps) == 0 {
				a.Steps = nil
			}
		}
	}
	m.Rules.Jacoby = m.Rules.Jacoby && m.Length == 0
	return m
}

func TestCannotSave(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gone")
	must.OK(t, os.Mkdir(dir, 0o777))
	tab := newTestTable(t, Rules{}, 1)
	path := filepath.Join(dir, "games.sgf")
	must.OK(t, os.Remove(dir))
	must.Fail(t, tab.Save(path), path, "saved to a folder that is gone")
}

// gnubg loads every file, and writes the same games. Its reader of .mat files
// fails after a dropped beaver, and takes a first game at 6-5 to 7 for the
// Crawford game; such games are saved only as SGF.
func TestGnubgLoadsWhatIsSaved(t *testing.T) {
	if testing.Short() {
		t.Skip("short: gnubg is started for every file")
	}
	dir := t.TempDir()
	for i, tab := range sessions(t) {
		want := tab.Played()
		want.Complete()
		for _, ext := range extensions {
			if ext == ".mat" && (dropsBeaver(want) || tab.CrawfordOver) {
				continue
			}
			name, back := fmt.Sprint(i, ext), fmt.Sprint(i, ext, "-back.sgf")
			must.OK(t, tab.Save(filepath.Join(dir, name)))
			load := map[string]string{".mat": "import mat ", ".sgf": "load match "}[ext]
			out := gnubgtest.Run(t, dir, "set automatic game off\nset automatic roll off\nset confirm new off\n"+load+name+"\nsave match "+back+"\nquit\ny\n")
			if got, want := outline(loadRecord(t, filepath.Join(dir, back))), outline(want); got != want {
				t.Errorf("%s: gnubg has\n%s\nwant\n%s\n%s", name, got, want, out)
			}
		}
	}
}

// dropsBeaver reports whether a beaver was dropped in a match.
func dropsBeaver(m *record.Match) bool {
	for _, g := range m.Games {
		for k := 1; k < len(g.Actions); k++ {
			if g.Actions[k].Kind == record.Drop && g.Actions[k-1].Kind == record.Beaver {
				return true
			}
		}
	}
	return false
}

// outline returns the length and, for each game, the winner, the actions except
// dice without a play, and the positions at the end. It omits the points of
// money games, since gnubg counts those of .mat files by its own settings.
func outline(m *record.Match) string {
	var s strings.Builder
	fmt.Fprintf(&s, "match to %d\n", m.Length)
	for i := range m.Games {
		g := &m.Games[i]
		fmt.Fprintf(&s, "game %d: %v", i+1, g.Result.Winner)
		if m.Length > 0 {
			fmt.Fprintf(&s, " %d, from %v", g.Result.Points, g.Score)
		}
		r := m.Replay(i)
		for r.Next() {
			if r.Action.Kind != record.Rolled {
				fmt.Fprintf(&s, " %v:%v%v", r.Action.Player, r.Action.Kind, r.Position.ID())
			}
		}
		s.WriteByte('\n')
	}
	return s.String()
}
