package tournament

import (
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/evalbench"
	"gammonlab/internal/must"
)

var (
	good  = Player{Name: "good", Player: player.Pubeval{}}
	bad   = Player{Name: "bad", Digest: "b1", Player: player.NewRandom()}
	worse = Player{Name: "worse", Player: player.NewRandom()}
)

// settings are those of the tests.
var settings = Settings{Conditions: evalbench.Conditions{Seed: 7}}

func open(t *testing.T, path string) *Ledger {
	t.Helper()
	l, note, err := Open(path, settings)
	must.OK(t, err)
	if note != "" {
		t.Log(note)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// playTournament plays the games that a ledger lacks and returns their number.
func playTournament(t *testing.T, l *Ledger, players []Player, games int) int {
	t.Helper()
	played := 0
	tour := &Tournament{Players: players, Games: games, Conditions: settings.Conditions, Workers: 2, Progress: func(done, total int64) {
		played += 2
		if want := games * len(players) * (len(players) - 1) / 2; total != int64(want) || done > total {
			t.Errorf("told of %d of %d games, want %d in all", done, total, want)
		}
	}}
	must.OK(t, tour.Run(t.Context(), l))
	return played
}

// TestGrow plays a tournament in steps: more games, then another player, then a
// net that has changed. What comes out is what one tournament gives, and no game
// is played twice.
func TestGrow(t *testing.T) {
	once := NewLedger(settings)
	playTournament(t, once, []Player{good, bad, worse}, 60)
	path := filepath.Join(t.TempDir(), "ledger")
	for _, step := range []struct {
		players []Player
		games   int
		adds    int
	}{
		{[]Player{good, bad}, 26, 26},
		{[]Player{good, bad}, 60, 34},
		{[]Player{good, bad}, 40, 0},
		{[]Player{good, bad, worse}, 60, 120},
		{[]Player{good, bad, worse}, 60, 0},
	} {
		l := open(t, path)
		if played := playTournament(t, l, step.players, step.games); played != step.adds {
			t.Errorf("%d players, %d games each: %d played, want %d", len(step.players), step.games, played, step.adds)
		}
		l.Close()
	}
	l := open(t, path)
	if got, want := must.Get(l.Table())(t), must.Get(once.Table())(t); !reflect.DeepEqual(got, want) {
		t.Errorf("in steps %+v\nat once %+v", got, want)
	}
	changed := bad
	changed.Digest = "b2"
	playTournament(t, l, []Player{good, changed}, 20)
	tab := must.Get(l.Table())(t)
	if len(tab.Rows) != 4 || tab.Rows[0].Player.Name != "good" || tab.Rows[0].Games != 140 {
		t.Errorf("after a change of a net: %+v, want four players, the good one first with 140 games", tab.Rows)
	}
}

func TestGauntlet(t *testing.T) {
	l := NewLedger(settings)
	must.OK(t, (&Tournament{Players: named.Players{bad, good, worse}, Gauntlet: good, Games: 40, Conditions: settings.Conditions}).Run(t.Context(), l))
	tab := must.Get(l.Table())(t)
	games := map[string]int{}
	for _, row := range tab.Rows {
		games[row.Player.Name] = row.Games
	}
	if games["good"] != 80 || games["bad"] != 40 || games["worse"] != 40 || tab.Freedom != 0 || tab.Fit != 1 {
		t.Errorf("games %v, table %+v", games, tab)
	}
}

func TestTable(t *testing.T) {
	l := NewLedger(settings)
	numbers := map[string]int{}
	for _, name := range []string{"alone", "b", "a", "c", "d"} {
		n := must.Get(l.enter(&Player{Name: name}))(t)
		numbers[name] = n
	}
	add := func(a, b string, pairs ...int) {
		key, turned := l.pairing(numbers[a], numbers[b])
		for _, p := range pairs {
			must.OK(t, l.add(key, turn([]int{p, p}, turned), nil))
		}
	}
	add("b", "a", -1, -1, -1, 3)
	add("c", "d", 1, 1)
	tab := must.Get(l.Table())(t)
	if len(tab.Rows) != 2 || len(tab.Unrated) != 3 {
		t.Fatalf("table %+v, want two rated and three not", tab)
	}
	// The mean of four pairs is 0; squared deviations 12 and the one of a pair
	// more make a variance of 13/4, and a difference ± 1.96·√(13/16).
	for i, row := range tab.Rows {
		if s := row.Rating; s.Center != 0 || s.Margin() < 0.883 || s.Margin() > 0.884 || row.Games != 8 || row.Ahead != []float64{0.5, 1}[i] || row.Against[1-i].Wins != []float64{0.25, 0.75}[numbers[row.Player.Name]-1] {
			t.Errorf("row %+v, want 0 ± 0.8833 and 8 games", row)
		}
	}
	if tab, err := NewLedger(settings).Table(); err != nil || len(tab.Rows) != 0 {
		t.Errorf("of nobody: %+v, %v", tab, err)
	}
}

func TestRefusesTournaments(t *testing.T) {
	for _, c := range []struct {
		tour Tournament
		want string
	}{
		{Tournament{Players: named.Players{good}, Games: 2}, "players: want at least 2 players, found 1"},
		{Tournament{Players: named.Players{good}, Gauntlet: good, Games: 2}, "found 1"},
		{Tournament{Players: named.Players{good, bad}, Games: 3}, "games is 3, want an even number"},
		{Tournament{Players: named.Players{good, bad, good}, Games: 2}, "players: good is there twice"},
		{Tournament{Players: named.Players{good, {Name: "x"}}, Games: 2}, "cannot play"},
		{Tournament{Players: named.Players{good, bad}, Games: 2, Conditions: evalbench.Conditions{Seed: 1}}, "other settings than the ledger: seed 7, want 1"},
	} {
		if c.tour.Seed == 0 {
			c.tour.Conditions = settings.Conditions
		}
		must.Fail(t, c.tour.Run(t.Context(), NewLedger(settings)), c.want, c.tour)
	}
}

// Names change no game: they have the dice and the results of players without names. Files keep them.
func TestNames(t *testing.T) {
	plain := NewLedger(settings)
	playTournament(t, plain, []Player{good, bad, worse}, 40)
	path := filepath.Join(t.TempDir(), "ledger")
	called := func(p Player, alias string) Player { p.Alias = alias; return p }
	l := open(t, path)
	playTournament(t, l, []Player{good, bad}, 40)
	if played := playTournament(t, l, []Player{called(good, "G"), bad, called(worse, "W")}, 40); played != 80 {
		t.Errorf("%d games played, want 80: those of a player are the same under its name", played)
	}
	l.Close()
	of := must.Get(open(t, path).Table())(t)
	want := must.Get(plain.Table())(t)
	for i := range of.Rows {
		if got := of.Rows[i]; got.Rating.Center != want.Rows[i].Rating.Center || got.Games != want.Rows[i].Games || got.Player.Name != want.Rows[i].Player.Name {
			t.Errorf("row %d: %+v, want %+v", i, got, want.Rows[i])
		}
	}
	if got := of.Names(); !slices.Equal(got, []string{"good", "bad", "W"}) && !slices.Equal(got, []string{"good", "W", "bad"}) {
		t.Errorf("the table of the file calls the players %q", got)
	}
	l = open(t, filepath.Join(t.TempDir(), "ledger"))
	playTournament(t, l, []Player{called(good, "G"), called(bad, "B")}, 20)
	record := must.Get(l.Table())(t).Record(settings)
	if record.Players[0].Player != "G" || record.Players[1].Player != "B" || record.Players[1].Digest != "b1" {
		t.Errorf("JSON calls the players %+v", record.Players)
	}
}
