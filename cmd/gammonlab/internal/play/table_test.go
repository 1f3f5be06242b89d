package play

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/board/record"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/bearoff"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
	"gammonlab/internal/must"
	"gammonlab/internal/seed"
	"gammonlab/nets"
)

const tinyNet = "../../testdata/tiny.safetensors"

// newTestTable returns a table with the tiny net, without databases.
func newTestTable(t *testing.T, r rules, s uint64) *table {
	t.Helper()
	m := must.Get(nets.Load(tinyNet))(t)
	met := must.Get(cube.FindMET(cube.DefaultMET))(t)
	return newTable(newTestSearcher(t, m, nil), met, r, board.NewDice(seed.Stream(s, 0)))
}

func newTestSearcher(t *testing.T, m *nets.Model, d *engine.Databases) *search.Searcher {
	t.Helper()
	return must.Get(search.New(engine.NewStatic(m, d), search.Options{}))(t)
}

// decide plays up to the user's decision and returns it.
func decide(t *testing.T, tab *table) decision {
	t.Helper()
	for {
		done := must.Get(tab.next(t.Context()))(t)
		if done == nil {
			return tab.decision()
		}
	}
}

// act has a user who does anything make the decision.
func act(t *testing.T, rng *rand.Rand, tab *table, d decision) {
	t.Helper()
	var err error
	switch d {
	case whatToPlay:
		if rng.IntN(100) == 0 {
			if err = tab.resign(t.Context(), 1+rng.IntN(3)); errors.Is(err, errPlaysOn) {
				err = nil
			}
			break
		}
		plays := board.Plays(tab.Position, tab.Match.Dice)
		err = tab.move(board.FormatPlay(tab.Position, plays[rng.IntN(len(plays))]))
	case whetherToDouble:
		if rng.IntN(5) > 0 {
			err = tab.roll()
			break
		}
		tab.choose()
		tab.double()
	case whetherToTake:
		kind := [...]record.Kind{record.Take, record.Drop, record.Beaver}[rng.IntN(3)]
		if kind == record.Beaver && tab.MayBeaver() != nil {
			kind = record.Take
		}
		tab.choose()
		tab.answer(kind)
	case whetherToAccept:
		if rng.IntN(2) == 0 {
			tab.accept()
		} else {
			tab.decline()
		}
	}
	must.OK(t, err)
}

// allRules are kinds of games that differ in what may happen.
var allRules = []rules{
	{Rules: game.Rules{Variant: board.Backgammon, NoCube: true}},
	{Rules: game.Rules{Variant: board.Backgammon, Jacoby: true, Beavers: 3}},
	{Rules: game.Rules{Variant: board.Nackgammon, Beavers: 1}},
	{Rules: game.Rules{Variant: board.Hypergammon3, Jacoby: true, Beavers: 3}},
	{Rules: game.Rules{Variant: board.Hypergammon1, Length: 5}},
	{Rules: game.Rules{Variant: board.Backgammon, Length: 3}},
	{Rules: game.Rules{Variant: board.Backgammon, Length: 1}},
	{Rules: game.Rules{Variant: board.Backgammon, Length: 7}, score: [2]int{3, 6}},
	{Rules: game.Rules{Variant: board.Backgammon, Length: 7}, score: [2]int{5, 6}, postCrawford: true},
	{Rules: game.Rules{Variant: board.Hypergammon2, Length: 4, NoCube: true}},
}

// Whole games against a user who does anything: every state is legal, and the
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
		checkRecord(t, tab, r.score)
	}
}

// playGame plays a game and checks it on the way.
func playGame(t *testing.T, rng *rand.Rand, tab *table) {
	t.Helper()
	must.OK(t, tab.begin(board.Nobody))
	if dice := tab.Match.Dice; dice.Double() || (tab.Match.Roller == theUser) != (dice[0] > dice[1]) {
		t.Fatalf("%v begins with %v", tab.Match.Roller, dice)
	}
	for d := decide(t, tab); d != whetherToGoOn; d = decide(t, tab) {
		must.OK(t, tab.Match.Validate())
		must.OK(t, tab.Position.Validate(tab.Variant))
		act(t, rng, tab, d)
	}
}

// checkRecord compares the record of a table with its state.
func checkRecord(t *testing.T, tab *table, score [2]int) {
	t.Helper()
	m := tab.played()
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

// Undo brings back exactly what was, and the dice that come again are the same.
func TestTableUndo(t *testing.T) {
	for i, r := range allRules {
		tab := newTestTable(t, r, 5)
		must.OK(t, tab.begin(theUser))
		if tab.undo() {
			t.Error("there was something to take back before the first choice")
		}
		rng := rand.New(rand.NewPCG(uint64(i), 2))
		var states []state
		for d := decide(t, tab); d != whetherToGoOn; d = decide(t, tab) {
			before := tab.state
			if act(t, rng, tab, d); len(tab.history) > len(states) { // not a resignation that was refused
				states = append(states, before)
			}
		}
		want := tab.played()
		rolls := len(tab.dice.rolls)
		for i := len(states) - 1; i >= 0; i-- {
			if !tab.undo() || tab.state != states[i] {
				t.Fatalf("undo to decision %d: %+v, want %+v", i, tab.state, states[i])
			}
			if n := len(tab.game().Actions); n != tab.actions || tab.game().Result.Winner != board.Nobody {
				t.Fatalf("undo to decision %d: %d actions in the record, want %d", i, n, tab.actions)
			}
		}
		if tab.Match.Score != r.score || tab.games != 0 {
			t.Errorf("score %v after %d games, want none", tab.Match.Score, tab.games)
		}
		rng = rand.New(rand.NewPCG(uint64(i), 2))
		for d := decide(t, tab); d != whetherToGoOn; d = decide(t, tab) {
			act(t, rng, tab, d)
		}
		if got := tab.played(); !reflect.DeepEqual(got, want) || len(tab.dice.rolls) != rolls {
			t.Errorf("rules %d: the same choices lead elsewhere after an undo", i)
		}
	}
}

// The net takes a resignation only for what it expects to win.
func TestTableResign(t *testing.T) {
	tab := newTestTable(t, rules{Rules: game.Rules{Length: 7}}, 1)
	must.OK(t, tab.begin(theUser))
	if err := tab.resign(t.Context(), 1); err != nil {
		t.Errorf("at the start: %v", err)
	}
	if want := (record.Result{Winner: theNet, Points: 1}); tab.Match.Score[theNet] != 1 || tab.Result != want {
		t.Errorf("score %v, result %+v, want one point for the net", tab.Match.Score, tab.Result)
	}
	tab.undo()
	gammon := board.Position{Own: board.Side{18: 15}, Opp: board.Side{board.Off: 12, 1: 3}}
	for _, dice := range []board.Roll{{2, 1}, {}} {
		tab.Position, tab.Match.Dice = gammon, dice
		if err := tab.resign(t.Context(), 1); !errors.Is(err, errPlaysOn) {
			t.Errorf("dice %v, a single game for a sure gammon: %v, want %v", dice, err, errPlaysOn)
		}
		if err := tab.resign(t.Context(), 2); err != nil {
			t.Errorf("dice %v, a gammon for a sure gammon: %v", dice, err)
		}
		tab.undo()
	}
	// A gammon counts nothing with the Jacoby rule and the cube in the middle, nor
	// to who needs a point.
	tab.Match.Score[theNet] = 6
	if err := tab.resign(t.Context(), 1); err != nil {
		t.Errorf("a single game to who needs a point: %v", err)
	}
	money := newTestTable(t, rules{Rules: game.Rules{Jacoby: true}}, 1)
	must.OK(t, money.begin(theUser))
	money.Position = gammon
	if err := money.resign(t.Context(), 3); err != nil || money.Match.Score[theNet] != 1 {
		t.Errorf("a backgammon with the Jacoby rule: %v, score %v, want 1 point", err, money.Match.Score)
	}
}

// The net gives up what it has lost for certain, once, and plays on if it must.
func TestTalkNetResigns(t *testing.T) {
	for _, c := range []struct {
		name string
		net  board.Side
		in   []string
		want []string
	}{
		{"accepted", board.Side{board.Off: 5, 1: 5, 6: 5}, []string{"hint", "roll", "double", "resign", "take", "agree"}, []string{
			"The net resigns a single game.", "On roll, resigns single game", "accept         +1.000", "Accept\n",
			"Answer the net first: accept or reject.", "There is no double to answer.", "You win a single game, 1 point.",
		}},
		{"rejected, then taken back", board.Side{board.Off: 5, 1: 5, 6: 5}, []string{"decline", "roll", "undo", "undo", "accept"}, []string{
			"The net rolls", "the only play.", "You win a single game, 1 point.",
		}},
	} {
		tab := newTestTable(t, rules{}, 3)
		tab.judge = advice.New(newTestSearcher(t, tab.judge.Static().Unwrap().(*engine.Static).Model(), testDatabases(t)), advice.Options{Beavers: true})
		must.OK(t, tab.begin(theNet))
		tab.StartAt(board.Position{Own: c.net, Opp: board.Side{board.Off: 14, 1: 1}})
		tab.Match.Dice = board.Roll{}
		var out bytes.Buffer
		talk := &talk{table: tab, out: &out}
		for i := 0; i <= len(c.in); i++ {
			must.OK(t, talk.advance(t.Context()))
			if i < len(c.in) {
				must.OK(t, talk.obey(t.Context(), c.in[i]))
			}
		}
		for _, want := range c.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: want %q in\n%s", c.name, want, out.String())
			}
		}
		if tab.Result != (record.Result{Winner: theUser, Points: 1}) || tab.games != 1 {
			t.Errorf("%s: %+v after %d games", c.name, tab.Result, tab.games)
		}
	}
}

// testDatabases returns the databases of the program, made for the test.
func testDatabases(t *testing.T) *engine.Databases {
	t.Helper()
	path := filepath.Join(t.TempDir(), "one-sided.bd")
	must.OK(t, bearoff.GenerateOneSided(t.Context(), path, bearoff.OneSidedOptions{Points: 6}))
	databases := new(engine.Databases)
	must.OK(t, databases.Open(path))
	return databases
}
