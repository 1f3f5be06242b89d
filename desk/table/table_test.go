package table

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/board/record"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/search"
	"gammonlab/internal/must"
	"gammonlab/internal/seed"
	"gammonlab/nets"
)

const tinyNet = "../../cmd/gammonlab/app/testdata/tiny.safetensors"

// newTestTable returns a table with the tiny net, without databases.
func newTestTable(t *testing.T, r Rules, s uint64) *Table {
	t.Helper()
	m := must.Get(nets.Load(tinyNet))(t)
	searcher := must.Get(search.New(engine.NewStatic(m, nil), search.Options{}))(t)
	tab := New(r, board.NewDice(seed.Stream(s, 0)))
	tab.Adviser = advice.New(searcher, advice.Options{NoCube: r.NoCube, Beavers: r.Beavers > 0})
	return tab
}

// begin has the next game begun by a player.
func begin(tab *Table, first board.Player) error {
	tab.first = first
	return tab.Do(Deed{Kind: Begin})
}

// resign offers the user's resignation and reports whether the net accepts it.
func resign(t *testing.T, tab *Table, kind int) (agreed bool) {
	t.Helper()
	if agreed = must.Get(tab.Agrees(t.Context(), kind))(t); agreed {
		must.OK(t, tab.Do(Deed{Kind: Resign, Value: kind}))
	}
	return agreed
}

// decide plays up to the user's decision and returns it.
func decide(t *testing.T, tab *Table) Decision {
	t.Helper()
	for {
		done := must.Get(tab.Next(t.Context()))(t)
		if done == nil {
			return tab.Decision()
		}
	}
}

// act makes the user's decision at random.
func act(t *testing.T, rng *rand.Rand, tab *Table, d Decision) {
	t.Helper()
	deed := Deed{}
	switch d {
	case WhatToPlay:
		if rng.IntN(100) == 0 {
			resign(t, tab, 1+rng.IntN(3))
			return
		}
		plays := board.Plays(tab.Position, tab.Match.Dice)
		deed = Deed{Kind: Move, Play: board.FormatPlay(tab.Position, plays[rng.IntN(len(plays))])}
	case WhetherToDouble:
		deed.Kind = [...]Kind{Roll, Roll, Roll, Roll, Double}[rng.IntN(5)]
	case WhetherToTake:
		deed.Kind = [...]Kind{Take, Drop, Beaver}[rng.IntN(3)]
		if deed.Kind == Beaver && tab.MayBeaver() != nil {
			deed.Kind = Take
		}
	case WhetherToAccept:
		deed.Kind = [...]Kind{Accept, Reject}[rng.IntN(2)]
	}
	must.OK(t, tab.Do(deed))
}

// allRules are the rules of all kinds of games.
var allRules = []Rules{
	{Rules: game.Rules{Variant: board.Backgammon, NoCube: true}},
	{Rules: game.Rules{Variant: board.Backgammon, Jacoby: true, Beavers: 3}},
	{Rules: game.Rules{Variant: board.Nackgammon, Beavers: 1}},
	{Rules: game.Rules{Variant: board.Hypergammon3, Jacoby: true, Beavers: 3}},
	{Rules: game.Rules{Variant: board.Hypergammon1, Length: 5}},
	{Rules: game.Rules{Variant: board.Backgammon, Length: 3}},
	{Rules: game.Rules{Variant: board.Backgammon, Length: 1}},
	{Rules: game.Rules{Variant: board.Backgammon, Length: 7}, Score: [2]int{3, 6}},
	{Rules: game.Rules{Variant: board.Backgammon, Length: 7}, Score: [2]int{5, 6}, PostCrawford: true},
	{Rules: game.Rules{Variant: board.Hypergammon2, Length: 4, NoCube: true}},
}

// Whole games against a user with random actions: every state is legal, and the
// record replays to the same score.
func TestTablePlaysWholeGames(t *testing.T) {
	games := 12
	if testing.Short() {
		games = 3
	}
	for i, r := range allRules {
		rng := rand.New(rand.NewPCG(uint64(i), 1))
		tab := newTestTable(t, r, 1)
		for range games {
			if tab.MatchOver() {
				break
			}
			playGame(t, rng, tab)
		}
		checkRecord(t, tab, r.Score)
	}
}

// playGame plays a game and checks it on the way.
func playGame(t *testing.T, rng *rand.Rand, tab *Table) {
	t.Helper()
	must.OK(t, begin(tab, board.Nobody))
	if dice := tab.Match.Dice; dice.Double() || (tab.Match.Roller == User) != (dice[0] > dice[1]) {
		t.Fatalf("%v begins with %v", tab.Match.Roller, dice)
	}
	for d := decide(t, tab); d != WhetherToGoOn; d = decide(t, tab) {
		must.OK(t, tab.Match.Validate())
		must.OK(t, tab.Position.Validate(tab.Variant))
		act(t, rng, tab, d)
	}
}

// checkRecord compares the record of a table with its state.
func checkRecord(t *testing.T, tab *Table, score [2]int) {
	t.Helper()
	m := tab.Played()
	if err := m.Validate(); err != nil {
		t.Error(err)
	}
	crawford := 0
	for i, g := range m.Games {
		if g.Score != score {
			t.Errorf("game %d begins at %v, want %v", i+1, g.Score, score)
		}
		if g.Crawford {
			crawford++
		}
		if g.Result.Winner != board.Nobody {
			score[g.Result.Winner] += g.Result.Points
		}
		if r := replayed(t, m, i); r != g.Result && g.Result.Winner != board.Nobody {
			t.Errorf("game %d replays to %+v, want %+v", i+1, r, g.Result)
		}
	}
	if score != tab.Match.Score {
		t.Errorf("score %v, the record has %v", tab.Match.Score, score)
	}
	if crawford > 1 {
		t.Errorf("%d Crawford games", crawford)
	}
}

// replayed returns the result that the actions of a game lead to.
func replayed(t *testing.T, m *record.Match, game int) record.Result {
	t.Helper()
	alone := *m
	alone.Games = []record.Game{m.Games[game]}
	alone.Games[0].Result = record.Result{Winner: board.Nobody}
	alone.Games[0].Actions = slices.Clone(alone.Games[0].Actions)
	alone.Complete()
	return alone.Games[0].Result
}

// Undo restores exactly the earlier state, and the next dice are the same as before.
func TestTableUndo(t *testing.T) {
	for i, r := range allRules {
		tab := newTestTable(t, r, 5)
		must.OK(t, begin(tab, User))
		must.Fail(t, tab.Do(Deed{Kind: Undo}), "nothing to take back")
		rng := rand.New(rand.NewPCG(uint64(i), 2))
		var states []state
		for d := decide(t, tab); d != WhetherToGoOn; d = decide(t, tab) {
			before := tab.state
			if act(t, rng, tab, d); len(tab.history) > len(states) { // not a resignation that was refused
				states = append(states, before)
			}
		}
		want := tab.Played()
		rolls := len(tab.dice.rolls)
		for i := len(states) - 1; i >= 0; i-- {
			if err := tab.Do(Deed{Kind: Undo}); err != nil || tab.state != states[i] {
				t.Fatalf("undo to decision %d: %+v, want %+v", i, tab.state, states[i])
			}
			if n := len(tab.game().Actions); n != tab.actions || tab.game().Result.Winner != board.Nobody {
				t.Fatalf("undo to decision %d: %d actions in the record, want %d", i, n, tab.actions)
			}
		}
		if tab.Match.Score != r.Score || tab.Finished != 0 {
			t.Errorf("score %v after %d games, want none", tab.Match.Score, tab.Finished)
		}
		rng = rand.New(rand.NewPCG(uint64(i), 2))
		for d := decide(t, tab); d != WhetherToGoOn; d = decide(t, tab) {
			act(t, rng, tab, d)
		}
		if got := tab.Played(); !reflect.DeepEqual(got, want) || len(tab.dice.rolls) != rolls {
			t.Errorf("rules %d: the same choices lead elsewhere after an undo", i)
		}
	}
}

// The net accepts a resignation only if it is worth at least the expected points.
func TestTableResign(t *testing.T) {
	tab := newTestTable(t, Rules{Rules: game.Rules{Length: 7}}, 1)
	must.OK(t, begin(tab, User))
	if !resign(t, tab, 1) {
		t.Error("a single game at the start is refused")
	}
	if want := (record.Result{Winner: Net, Points: 1}); tab.Match.Score[Net] != 1 || tab.Result != want {
		t.Errorf("score %v, result %+v, want one point for the net", tab.Match.Score, tab.Result)
	}
	must.OK(t, tab.Do(Deed{Kind: Undo}))
	gammon := board.Position{Own: board.Side{18: 15}, Opp: board.Side{board.Off: 12, 1: 3}}
	for _, dice := range []board.Roll{{2, 1}, {}} {
		tab.Position, tab.Match.Dice, tab.Opening = gammon, dice, false
		if resign(t, tab, 1) {
			t.Errorf("dice %v: a single game is taken for a sure gammon", dice)
		}
		if !resign(t, tab, 2) {
			t.Errorf("dice %v: a gammon is refused for a sure gammon", dice)
		}
		must.OK(t, tab.Do(Deed{Kind: Undo}))
	}
	// A gammon has no extra value with the Jacoby rule and the cube in the
	// middle, or for a player who needs one point.
	tab.Match.Score[Net] = 6
	if !resign(t, tab, 1) {
		t.Error("a single game to who needs a point is refused")
	}
	money := newTestTable(t, Rules{Rules: game.Rules{Jacoby: true}}, 1)
	must.OK(t, begin(money, User))
	money.Position = gammon
	if !resign(t, money, 3) || money.Match.Score[Net] != 1 {
		t.Errorf("a backgammon with the Jacoby rule: score %v, want 1 point", money.Match.Score)
	}
}
