package engine_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/bearoff/generate"
	"gammonlab/engine/enginetest"
	"gammonlab/internal/must"
)

// madeDatabases makes small databases of every kind, once for all tests.
var madeDatabases = sync.OnceValues(func() (*engine.Databases, error) {
	dir, err := os.MkdirTemp("", "gammonlab")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) // mapped files are kept
	ctx := context.Background()
	oneSided, twoSided, hyper := filepath.Join(dir, "os"), filepath.Join(dir, "ts"), filepath.Join(dir, "hyper")
	if err := generate.OneSided(ctx, oneSided, generate.OneSidedOptions{Points: 6}); err != nil {
		return nil, err
	}
	if err := generate.TwoSided(ctx, twoSided, generate.TwoSidedOptions{Points: 6, Checkers: 4}); err != nil {
		return nil, err
	}
	if err := generate.Hyper(ctx, hyper, generate.HyperOptions{Checkers: 1}); err != nil {
		return nil, err
	}
	d := new(engine.Databases)
	for _, path := range []string{oneSided, twoSided, hyper} {
		if err := d.Open(path); err != nil {
			return nil, err
		}
	}
	return d, nil
})

func TestStaticWithDatabases(t *testing.T) {
	databases := must.Get(madeDatabases())(t)
	for name, net := range someNets(t) {
		model := engine.OfNet(net).Model()
		enginetest.TestEvaluator(t, name, func() engine.Evaluator { return engine.NewStatic(model, databases) })
	}
}

func TestClassOfWithDatabases(t *testing.T) {
	net := someNets(t)["perspective196-1-tanh"]
	static := engine.NewStatic(engine.OfNet(net).Model(), must.Get(madeDatabases())(t))
	for _, c := range []struct {
		name string
		pos  board.Position
		want engine.Class
	}{
		{"four each at home", board.Position{Own: board.Side{11, 6: 4}, Opp: board.Side{11, 6: 4}}, engine.Bearoff2},
		{"five against four", board.Position{Own: board.Side{10, 6: 5}, Opp: board.Side{11, 6: 4}}, engine.Bearoff1},
		{"all at home", board.Position{Own: board.Side{6: 15}, Opp: board.Side{6: 15}}, engine.Bearoff1},
		{"one outside", board.Position{Own: board.Side{6: 14, 7: 1}, Opp: board.Side{6: 15}}, engine.Race},
		{"contact at home", board.Position{Own: board.Side{1: 15}, Opp: board.Side{25: 1, 1: 14}}, engine.Crashed},
		{"start", board.Backgammon.Start(), engine.Contact},
		{"hypergammon1", board.Hypergammon1.Start(), engine.Hyper},
		{"hypergammon3", board.Hypergammon3.Start(), engine.Contact},
		{"over", board.Position{Own: board.Side{15}, Opp: board.Side{6: 15}}, engine.Over},
	} {
		if got := static.ClassOf(&c.pos); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		turned := c.pos.Swap()
		if got := static.ClassOf(&turned); got != c.want {
			t.Errorf("%s, seen by the other side: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestDatabasesAnswer(t *testing.T) {
	d := must.Get(madeDatabases())(t)
	// One checker each on the ace point: the player on roll bears it off.
	won := board.Position{Own: board.Side{14, 1}, Opp: board.Side{14, 1}}
	if p, class, ok := d.Evaluate(&won); !ok || class != engine.Bearoff2 || p != (engine.Probabilities{1}) {
		t.Errorf("a certain win: %v, %v, %t", p, class, ok)
	}
	if e, ok := d.MoneyEquities(&won); !ok || e != (engine.MoneyEquities{Cubeless: 1, Owned: 1, Centred: 1, Jacoby: 1, OppOwned: 1}) {
		t.Errorf("equities of a certain win: %v, %t", e, ok)
	}
	hyper := board.Hypergammon1.Start()
	p, class, ok := d.Evaluate(&hyper)
	e, known := d.MoneyEquities(&hyper)
	if !ok || !known || class != engine.Hyper || math.Abs(float64(p.Equity()-e.Cubeless)) > 1e-6 || e.Owned < e.Centred || e.Centred < e.OppOwned {
		t.Errorf("hypergammon1: %v, %v, %t, %v, %t", p, class, ok, e, known)
	}
	race := board.Position{Own: board.Side{6: 15}, Opp: board.Side{6: 15}}
	if _, ok := d.MoneyEquities(&race); ok || d.RollsOf(&race) == nil {
		t.Error("fifteen checkers: a one-sided database knows their rolls and no equities with a cube")
	}
	start := board.Backgammon.Start()
	if _, _, ok := d.Evaluate(&start); ok || d.RollsOf(&start) != nil {
		t.Error("a database knows the starting position")
	}
	var none *engine.Databases
	if _, _, ok := none.Evaluate(&won); ok || none.RollsOf(&won) != nil {
		t.Error("no databases know a position")
	}
}

func TestOpenDatabasesErrors(t *testing.T) {
	dir := t.TempDir()
	short := filepath.Join(dir, "short")
	must.OK(t, os.WriteFile(short, []byte("gnubg-OS-06-15-1-1-0"), 0o666))
	noGammons := filepath.Join(dir, "no gammons")
	if err := generate.OneSided(context.Background(), noGammons, generate.OneSidedOptions{Points: 2, NoGammon: true}); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{short: short, noGammons: "without gammon chances", filepath.Join(dir, "none"): "none"} {
		must.Fail(t, new(engine.Databases).Open(path), want, path)
	}
}
