package evalbench

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/player"
	"gammonlab/engine/player/external"
	"gammonlab/engine/search"
	"gammonlab/internal/farm"
	"gammonlab/internal/farm/farmtest"
	"gammonlab/internal/must"
	"gammonlab/internal/workers"
)

// farmMatches are matches that differ in all that a description has.
func farmMatches(t *testing.T) map[string]Match {
	t.Helper()
	static := randomStatic(t, nil)
	parse := func(spec string) engine.Player {
		return must.Get(player.Parse(spec, func(string) (engine.Evaluator, error) { return static.Clone(), nil }))(t)
	}
	judge := must.Get(search.New(static.Clone(), search.Options{}))(t)
	deep := must.Get(search.New(static.Clone(), search.Options{Plies: 1, Filter: must.Get(search.ParseFilter("0/2/0.1"))(t), NoPruning: true}))(t)
	met := cube.NewMec(cube.Mec{GammonRate: 0.3, WinRate: 0.45})
	return map[string]Match{
		"plain":    {A: parse("net:m"), B: parse("pubeval"), Games: 24, Seed: 3},
		"unpaired": {A: parse("net:m,noise=0.1"), B: parse("random"), Games: 13, Seed: 4, Unpaired: true, Records: true, Luck: static},
		"cube": {
			A: parse("net:m"), B: parse("net:m,cubenoise=0.3"), Games: 12, Seed: 5, Rules: Rules{Cube: true, Jacoby: true, Beavers: 3},
			Luck: static, FullLuck: true, Judge: judge, Records: true,
		},
		"matches": {A: parse("net:m,noise=0.2"), B: parse("net:m"), Games: 4, Seed: 6, Rules: Rules{Length: 3, MET: met}, Judge: judge, Records: true},
		"variant": {A: parse("pubeval"), B: parse("random"), Games: 10, Seed: 7, Variant: board.Hypergammon3, Records: true},
		"starts":  {A: parse("pubeval"), B: parse("pubeval"), Games: 14, Seed: 8, Starts: enginetest.Positions(3, 5), Records: true},
		"short":   {A: parse("pubeval"), B: parse("random"), Games: 10, Seed: 9, MaxPlies: 40, Records: true},
		"deep":    {A: parse("pubeval"), B: parse("random"), Games: 2, Seed: 10, MaxPlies: 10, Judge: deep},
	}
}

// observed plays a match and returns all calls of its observers, and the
// result.
func observed(t *testing.T, m Match) (items []Item, progress []string, r *Result) {
	t.Helper()
	m.Observers = []Observer{OnItem(func(i *Item) error {
		i.outcome = nil
		items = append(items, *i)
		return nil
	}), OnProgress(func(r *Result) error {
		progress = append(progress, r.Text())
		return nil
	})}
	r = run(t, m)
	return items, progress, r
}

// TestMatchOnPool wants the same calls of observers, wherever games are
// played: each item with its records and mistakes, and the result after it.
func TestMatchOnPool(t *testing.T) {
	for name, m := range farmMatches(t) {
		t.Run(name, func(t *testing.T) {
			items, progress, want := observed(t, m)
			m.Pool = farmtest.NewPool(t, Kind())
			gotItems, gotProgress, got := observed(t, m)
			if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(gotProgress, progress) {
				t.Errorf("the result is %+v, want %+v", got, want)
			}
			for i := range items {
				if !reflect.DeepEqual(gotItems[i], items[i]) {
					t.Fatalf("item %d is %+v\nwant %+v", i, gotItems[i], items[i])
				}
			}
		})
	}
}

// TestShardsGiveTheSameItems compares the items of shards with those of the runner.
func TestShardsGiveTheSameItems(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine; slow under the race detector")
	}
	for name, m := range farmMatches(t) {
		items, _, _ := observed(t, m)
		runner := newGameRunner(&m)
		for i := range items {
			o := must.Get(runner.play(t.Context(), i))(t)
			for k := range items[i].Games {
				if got, want := items[i].Games[k], o.games[k].public(); !reflect.DeepEqual(got, want) {
					t.Fatalf("%s: game %d of item %d is %+v\nwant %+v", name, k, i, got, want)
				}
			}
		}
	}
}

// TestKind runs the tests of kinds over a series of matches.
func TestKind(t *testing.T) {
	all := farmMatches(t)
	series := [][]string{{"plain", "short"}, {"cube"}, {"matches", "unpaired"}, {"variant"}}
	if testing.Short() {
		series = series[:1]
	}
	for _, names := range series {
		s := &Series{}
		for _, name := range names {
			m := all[name]
			m.MaxPlies = 6
			s.Pieces = append(s.Pieces, Piece{&m, 1, 2}, Piece{&m, 3, 1})
		}
		work := must.Get(s.work())(t)
		farmtest.Kind(t, farmtest.Work{
			Job: work.job(), Kind: Kind(),
			Source: func() farm.Source { return must.Get(s.work())(t).next },
			Join: func(dst []byte, s farm.Shard, result []byte) ([]byte, error) {
				if err := work.check(s, result); err != nil {
					return nil, err
				}
				return append(dst, result...), nil
			},
		})
	}
}

// TestSeries plays two matches in turns, and wants the items in this order.
func TestSeries(t *testing.T) {
	for _, pool := range []farm.Pool{nil, farmtest.NewPool(t, Kind())} {
		var seen []int
		match := func(number int) *Match {
			return &Match{A: player.Pubeval{}, B: player.NewRandom(), Games: 100, Seed: uint64(number), Observers: []Observer{OnItem(func(i *Item) error {
				if seen = append(seen, 100*number+i.Number); number == 2 && i.Number == 21 {
					return workers.ErrEnough
				}
				return nil
			})}}
		}
		a, b := match(1), match(2)
		s := Series{Pieces: []Piece{{a, 0, 3}, {b, 7, 2}, {a, 3, 0}, {a, 3, 2}, {b, 20, 8}, {a, 5, 3}}, Workers: 3, Pool: pool}
		must.OK(t, s.Run(t.Context()))
		if want := []int{100, 101, 102, 207, 208, 103, 104, 220, 221}; !reflect.DeepEqual(seen, want) {
			t.Errorf("items %v, want %v", seen, want)
		}
	}
	wrong := Series{Pieces: []Piece{{&Match{A: first, B: first}, 0, 1}}}
	must.Fail(t, wrong.Run(t.Context()), "0 games, want at least 1")
	broken := enginetest.PlayerFunc(func(context.Context, *board.Position, board.Roll, []board.Play) (int, error) {
		return 0, errors.New("lost the connection")
	})
	failing := Series{Pieces: []Piece{{&Match{A: first, B: first, Games: 2, MaxPlies: 3}, 0, 1}, {&Match{A: first, B: broken, Games: 2, NameA: "x", NameB: "y"}, 4, 1}}}
	must.Fail(t, failing.Run(t.Context()), "x against y: evalbench: game 9: ")
}

// TestDurable checks that a pool makes the records of observers durable.
func TestDurable(t *testing.T) {
	items, most := 0, 0
	m := Match{
		A: player.Pubeval{}, B: player.NewRandom(), Games: 100, Pool: farmtest.NewPool(t, Kind()),
		Observers: []Observer{OnItem(func(*Item) error { items++; return nil })},
		Durable:   func() error { most = items; return nil },
	}
	if run(t, m); most != 50 {
		t.Errorf("%d items are durable, want 50", most)
	}
	m.Durable = func() error { return errors.New("the disk is full") }
	must.Fail(t, must.Err(m.Run(t.Context())), "the disk is full")
}

func TestNotOnPool(t *testing.T) {
	static := randomStatic(t, nil)
	for want, change := range map[string]func(*Match){
		"games with given dice can only be played by one process":                                         func(m *Match) { m.Dice, m.Unpaired = board.NewFileDice("d", strings.NewReader("")), true },
		"the player gnubg:2 is a program on this machine: with --pool only nets, pubeval and random play": func(m *Match) { m.B = external.NewGnubg("gnubg", 2, external.Settings{}) },
		"luck: the evaluator enginetest.Pips is not a model":                                              func(m *Match) { m.Luck = enginetest.Pips{} },
		"judge: the evaluator enginetest.Pips is not a model": func(m *Match) {
			m.Judge = must.Get(search.New(enginetest.Pips{}, search.Options{}))(t)
		},
	} {
		m := Match{A: player.NewGreedy(static.Clone()), B: player.Pubeval{}, Games: 2, Pool: farmtest.NewPool(t, Kind())}
		change(&m)
		must.Fail(t, must.Err(m.Run(t.Context())), want)
	}
}

// TestDescriptionRefused opens descriptions of impossible matches.
func TestDescriptionRefused(t *testing.T) {
	m := Match{A: player.Pubeval{}, B: player.NewRandom(), Games: 2}
	good := string(must.Get(describe([]*Match{&m}))(t).Spec)
	for change, want := range map[string]string{
		`"backgammon"->"chess"`:                          "variant: ",
		`"rules":{}->"rules":{"jacoby":true}`:            "the Jacoby rule in games without a cube",
		`"seed":0->"seed":0,"starts":["x"]`:              "start 1: ",
		`"max_plies":10000->"max_plies":-1`:              "at most -1 plies",
		`"spec":"random"->"spec":"ubgi:touch x"`:         "player b: the player ubgi:touch x is a program",
		`"max_plies":10000->"max_plies":10000,"games":1`: `unknown field "games"`,
	} {
		from, to, _ := strings.Cut(change, "->")
		spec := strings.Replace(good, from, to, 1)
		if spec == good {
			t.Errorf("%s is not in %s", from, good)
		}
		must.Fail(t, must.Err(Kind().Open(t.Context(), json.RawMessage(spec), nil)), want, change)
	}
}
