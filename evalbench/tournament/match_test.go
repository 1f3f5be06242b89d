package tournament

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"gammonlab/engine/player"
	"gammonlab/evalbench"
	"gammonlab/internal/must"
)

// undecidable returns the criterion of a test that never decides between its hypotheses.
func undecidable(games int) Criterion {
	return Criterion{Equity: EquityBounds{-9, 9}, Alpha: 1e-300, Beta: 1e-300, MaxGames: games}
}

// playMatch plays the match of two players in a file and returns its result.
func playMatch(t *testing.T, path string, a, b Player, games int) *evalbench.Result {
	t.Helper()
	l := open(t, path)
	m := matchOf(a, b, games)
	must.OK(t, l.Match(m))
	result := must.Get(m.Run(t.Context()))(t)
	must.OK(t, l.Close())
	return result
}

// assessed adds a judge to a match, unless plies is 0.
func assessed(m *evalbench.Match, plies int) *evalbench.Match {
	if plies > 0 {
		m.Judge = &plies
	}
	return m
}

func matchOf(a, b Player, games int) *evalbench.Match {
	return &evalbench.Match{A: a, B: b, Games: games, Conditions: evalbench.Conditions{Seed: settings.Seed}, Workers: 2}
}

// figures returns the fields of a result that do not depend on interruptions.
func figures(r *evalbench.Result) any {
	return []any{r.Games, r.Plies, r.A, r.B, r.PairScores}
}

// A match in a file has the same result as one without a file, for any
// truncation of the file, for players in either order, and for a player against
// itself.
func TestMatchInFile(t *testing.T) {
	for _, players := range [][2]Player{{bad, good}, {good, bad}, {good, good}} {
		a, b := players[0], players[1]
		dir := t.TempDir()
		whole, cut := filepath.Join(dir, "whole"), filepath.Join(dir, "cut")
		result := must.Get(matchOf(a, b, 12).Run(t.Context()))(t)
		want := figures(result)
		if got := figures(playMatch(t, whole, a, b, 12)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s against %s: in a file %v, without %v", a.Name, b.Name, got, want)
		}
		data := must.Get(os.ReadFile(whole))(t)
		for _, n := range []int{0, len(data) / 3, len(data) - 1} {
			must.OK(t, os.WriteFile(cut, data[:n], 0o666))
			if got := figures(playMatch(t, cut, a, b, 12)); !reflect.DeepEqual(got, want) {
				t.Errorf("%s against %s, cut at %d: %v, want %v", a.Name, b.Name, n, got, want)
			}
			if !bytes.Equal(must.Get(os.ReadFile(cut))(t), data) {
				t.Fatalf("%s against %s, cut at %d: another file", a.Name, b.Name, n)
			}
		}
		if _, err := open(t, whole).Table(); err != nil {
			t.Error(err)
		}
	}
}

// A test continues the games of a match, with the dice that the match would have
// had, and the match continues those of the test.
func TestTestOfMatch(t *testing.T) {
	for _, players := range [][2]Player{{bad, good}, {good, bad}} {
		a, b := players[0], players[1]
		dir := t.TempDir()
		long, path := filepath.Join(dir, "long"), filepath.Join(dir, "path")
		want := figures(playMatch(t, long, a, b, 20))
		playMatch(t, path, a, b, 8)
		for _, order := range [][2]Player{{a, b}, {b, a}} { // the test's A may be the match's B
			l := open(t, path)
			played := 0
			test := &Test{A: order[0], B: order[1], Criterion: undecidable(20), Conditions: settings.Conditions, Progress: func(*Verdict) { played++ }}
			verdict, err := test.Run(t.Context(), l)
			if err != nil || verdict.Pairs != 10 {
				t.Fatalf("%+v, %v, want ten pairs", verdict, err)
			}
			if first := same(&order[0], &a); first != (played == 6) {
				t.Errorf("%d pairs were played", played)
			}
			must.OK(t, l.Close())
		}
		if !bytes.Equal(must.Get(os.ReadFile(path))(t), must.Get(os.ReadFile(long))(t)) {
			t.Errorf("%s against %s: a test continues with other games than the match", a.Name, b.Name)
		}
		if got := figures(playMatch(t, path, a, b, 20)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s against %s: the match after the test %v, want %v", a.Name, b.Name, got, want)
		}
	}
}

// A tournament uses the games of a match for the pairing of its two players.
func TestTournamentOfMatch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger")
	playMatch(t, path, worse, bad, 10)
	l := open(t, path)
	if played := playTournament(t, l, []Player{good, bad, worse}, 10); played != 20 {
		t.Errorf("%d games were played, want those of two pairings", played)
	}
	for _, row := range must.Get(l.Table())(t).Rows {
		if row.Games != 20 {
			t.Errorf("%s has %d games, want 20", row.Player.Name, row.Games)
		}
	}
}

func TestMatchRefused(t *testing.T) {
	other := Player{Name: "other", Player: player.NewRandom()}
	match := func(t *testing.T, path string) { playMatch(t, path, good, bad, 8) }
	tested := func(t *testing.T, path string) {
		l := open(t, path)
		must.Get((&Test{A: good, B: bad, Criterion: undecidable(8), Conditions: settings.Conditions}).Run(t.Context(), l))(t)
		l.Close()
	}
	judged := func(t *testing.T, path string) {
		l := open(t, path)
		must.OK(t, l.Match(assessed(matchOf(good, bad, 8), 2)))
		l.Close()
		tested(t, path)
	}
	for _, c := range []struct {
		name  string
		make  func(t *testing.T, path string)
		a, b  Player
		judge int // plies, 0 for no judge
		want  string
	}{
		{"a test's games", tested, good, bad, 0, "were begun by a test or a tournament"},
		{"sides exchanged", match, bad, good, 0, "with the sides exchanged"},
		{"another player", match, good, other, 0, "another match with the same dice, of bad and good"},
		{"with luck", match, good, bad, 2, `with other settings (judge "", want 2)`},
		{"without luck", judged, good, bad, 0, `with other settings (judge 2, want "")`},
		{"luck, and a test's games", judged, good, bad, 2, "those from number 1 on were played by a test"},
	} {
		path := filepath.Join(t.TempDir(), "ledger")
		c.make(t, path)
		before := must.Get(os.ReadFile(path))(t)
		l := open(t, path)
		must.Fail(t, l.Match(assessed(matchOf(c.a, c.b, 8), c.judge)), c.want, c.name)
		l.Close()
		if !bytes.Equal(must.Get(os.ReadFile(path))(t), before) {
			t.Errorf("%s: the file was changed", c.name)
		}
	}
}
