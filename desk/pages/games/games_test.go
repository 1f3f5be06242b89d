package games_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"testing"

	"gammonlab/board"
	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/games"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/scheduler"
	"gammonlab/desk/pages/stream"
	"gammonlab/engine/enginetest"
	"gammonlab/internal/longtest"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// newBackend returns a backend with small nets, for backgammon and hypergammon, that keeps
// games in a folder, "" for none.
func newBackend(t testing.TB, save string) *backend.Backend {
	t.Helper()
	load := func(name string) (*nets.Model, error) {
		v := board.Backgammon
		if name == "hyper" {
			v = board.Hypergammon3
		}
		return nets.NewModel(enginetest.RandomNet(t, 4, 1), v), nil
	}
	all := must.Get(models.New(models.Options{Names: []string{"small", "hyper"}, Load: load, Workers: 2}))(t)
	return &backend.Backend{Models: all, Pool: scheduler.NewPool(t.Context(), 2), Streams: stream.NewHub(stream.DefaultLimits()), Save: save}
}

// open opens the games of a backend until the test ends.
func open(t testing.TB, l *backend.Backend) *games.Store {
	t.Helper()
	s := must.Get(games.Open(l))(t)
	t.Cleanup(s.Close)
	return s
}

// settings returns the settings of all kinds of games.
func settings() []*games.Settings {
	money, match, hyper, hand := games.Defaults(), games.Defaults(), games.Defaults(), games.Defaults()
	money.Seed, match.Seed, match.Length, match.Tutor = 1, 2, 5, 100
	hyper.Seed, hyper.Model, hyper.Length = 3, "hyper", 7
	hand.Dice, hand.Model, hand.First = "hand", "hyper", "net"
	return []*games.Settings{money, match, hyper, hand}
}

// random returns a random action, often an illegal one.
func random(rng *rand.Rand, v *games.View) *games.Action {
	names := append(slices.Clone(v.Actions), v.Actions...)
	names = append(names, "begin", "roll", "move", "double", "take", "drop", "beaver", "resign", "accept", "reject", "undo", "continue", "")
	a := &games.Action{Version: v.Version, Action: names[rng.IntN(len(names))], Sure: rng.IntN(4) > 0}
	if n := len(v.Plays); n > 0 && rng.IntN(10) > 0 {
		a.Play = v.Plays[rng.IntN(n)].Play
	}
	if v.Settings.Dice == "hand" {
		a.Dice = board.Rolls[rng.IntN(len(board.Rolls))].String()
	}
	switch {
	case rng.IntN(20) == 0:
		a.Version += rng.IntN(3) - 1
	case a.Action == "resign" && rng.IntN(5) > 0:
		a.Action = "hint"
	case a.Action == "undo" && rng.IntN(3) > 0:
		a.Action = "roll"
	}
	a.Kind = [...]string{"", "single", "gammon", "backgammon", "x"}[rng.IntN(5)]
	return a
}

// After 10,000 random actions the records are legal, and a refused action
// changes nothing.
func TestAnyActionsLeaveALegalRecord(t *testing.T) {
	n := 3000
	if longtest.On() {
		n = 10_000
	} else if testing.Short() {
		n = 400
	}
	for i, s := range settings() {
		t.Run(fmt.Sprintf("%s,length=%d,dice=%s", s.Model, s.Length, s.Dice), func(t *testing.T) {
			t.Parallel()
			act(t, s, rand.New(rand.NewPCG(uint64(i), 1)), n/len(settings()))
		})
	}
}

// act makes n random actions in games of the settings.
func act(t *testing.T, s *games.Settings, rng *rand.Rand, n int) {
	store := open(t, newBackend(t, ""))
	g := must.Get(store.New(t.Context(), s))(t)
	v := must.Get(g.View(t.Context()))(t)
	done, matches := 0, 1
	for k := range n {
		after, err := g.Act(t.Context(), random(rng, v))
		if err != nil {
			checkRefusal(t, g, v, err)
			continue
		}
		if v = after; k%10 == 0 {
			must.OK(t, v.Record().Validate())
		}
		done++
		if v.Over && !slices.Contains(v.Actions, "undo") || v.Over && rng.IntN(3) == 0 {
			g = must.Get(store.New(t.Context(), s))(t)
			v = must.Get(g.View(t.Context()))(t)
			matches++
		}
	}
	must.OK(t, v.Record().Validate())
	if done < n/5 {
		t.Errorf("%+v: only %d of %d actions were done", s, done, n)
	}
	t.Logf("%d actions in %d matches", done, matches)
}

// checkRefusal checks that a refused action has a reason and changed nothing.
func checkRefusal(t *testing.T, g *games.Game, before *games.View, err error) {
	t.Helper()
	var p *problem.Problem
	if !errors.As(err, &p) || p.Status != http.StatusBadRequest && p.Status != http.StatusConflict {
		t.Fatalf("an action ended in %v", err)
	}
	if v := must.Get(g.View(t.Context()))(t); v.Version != before.Version || v.Position != before.Position || v.Match != before.Match {
		t.Fatalf("refused (%v), and yet the game has changed", err)
	}
}

// If several clients act on the same version of a game, one action is accepted
// and the others are refused.
func TestManyClients(t *testing.T) {
	store := open(t, newBackend(t, t.TempDir()))
	s := games.Defaults()
	s.First = "you"
	g := must.Get(store.New(t.Context(), s))(t)
	v := must.Get(g.View(t.Context()))(t)
	statuses := make([]string, 8)
	var all sync.WaitGroup
	for i := range statuses {
		all.Go(func() {
			_, err := g.Act(t.Context(), &games.Action{Version: v.Version, Action: "move", Play: v.Plays[0].Play})
			var p *problem.Problem
			if errors.As(err, &p) {
				statuses[i] = fmt.Sprint(p.Status)
			}
			if _, err := g.View(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	slices.Sort(statuses)
	if want := []string{"", "409", "409", "409", "409", "409", "409", "409"}; !slices.Equal(statuses, want) {
		t.Errorf("the statuses are %v, want %v", statuses, want)
	}
}

// The store removes old games from memory; with a folder it can load them
// again.
func TestManyGames(t *testing.T) {
	for _, folder := range []string{"", t.TempDir()} {
		store := open(t, newBackend(t, folder))
		first := must.Get(store.New(t.Context(), games.Defaults()))(t)
		for range 64 {
			must.Get(store.New(t.Context(), games.Defaults()))(t)
		}
		_, err := store.Find(first.ID)
		if kept := folder != ""; kept != (err == nil) {
			t.Errorf("folder %q: %v", folder, err)
		}
		if n := len(store.IDs(100)); n != 64 && folder == "" || n != 65 && folder != "" {
			t.Errorf("folder %q: %d games", folder, n)
		}
	}
}

func TestSettings(t *testing.T) {
	store := open(t, newBackend(t, ""))
	for _, c := range []struct {
		change func(s *games.Settings)
		want   string
	}{
		{func(s *games.Settings) { s.Model = "x" }, `model "x" is not served`},
		{func(s *games.Settings) { s.Variant = "nackgammon" }, `variant is "nackgammon"`},
		{func(s *games.Settings) { s.Plies = 4 }, "plies is 4"},
		{func(s *games.Settings) { s.Length = 65 }, "length is 65, want 0 to 64"},
		{func(s *games.Settings) { s.Beavers = -1 }, "beavers is -1"},
		{func(s *games.Settings) { s.Tutor = 1001 }, "tutor is 1001"},
		{func(s *games.Settings) { s.First = "x" }, `first is "x"`},
		{func(s *games.Settings) { s.Dice = "x" }, `dice is "x"`},
		{func(s *games.Settings) { s.Clock = 2 }, "a money session has no clock"},
		{func(s *games.Settings) { s.Length, s.Delay = 3, 601 }, "delay is 601"},
		{func(s *games.Settings) { s.Dice, s.Seed = "hand", 1 }, "the dice are entered by hand"},
	} {
		s := games.Defaults()
		c.change(s)
		_, err := store.New(t.Context(), s)
		must.Fail(t, err, c.want)
	}
}

// FuzzActions tries any actions: they are refused, or leave a legal record.
func FuzzActions(f *testing.F) {
	f.Add("move", "8/5 6/5", "31", "single", 1, true)
	f.Add("roll", "", "66", "", 1, false)
	f.Add("undo", "bar/off(4)*", "x", "backgammon", 2, true)
	store := open(f, newBackend(f, ""))
	hand := games.Defaults()
	hand.Dice = "hand"
	g := must.Get(store.New(f.Context(), hand))(f)
	f.Fuzz(func(t *testing.T, action, play, dice, kind string, version int, sure bool) {
		v := must.Get(g.View(t.Context()))(t)
		if version != 0 {
			version = v.Version
		}
		if _, err := g.Act(t.Context(), &games.Action{Version: version, Action: action, Play: play, Dice: dice, Kind: kind, Sure: sure}); err != nil {
			checkRefusal(t, g, v, err)
		}
		must.OK(t, must.Get(g.View(t.Context()))(t).Record().Validate())
	})
}
