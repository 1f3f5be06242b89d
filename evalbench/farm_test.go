package evalbench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"gammonlab/engine/named"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/player"
	"gammonlab/engine/player/external"
	"gammonlab/farm"
	"gammonlab/farm/farmtest"
	"gammonlab/internal/must"
	"gammonlab/internal/process"
	"gammonlab/internal/workers"
)

// farmMatches are matches that differ in all that a description has.
func farmMatches(t *testing.T) map[string]Match {
	t.Helper()
	static := randomStatic(t, nil)
	parse := func(spec string) engine.Player {
		return must.Get(player.Parse(spec, func(string) (engine.Evaluator, error) { return static.Clone(), nil }))(t)
	}
	met := cube.NewMec(cube.Mec{GammonRate: 0.3, WinRate: 0.45})
	return map[string]Match{
		"plain":    {A: named.Player{Player: parse("net:m")}, B: named.Player{Player: parse("pubeval")}, Games: 24, Conditions: Conditions{Seed: 3}},
		"unpaired": {A: named.Player{Player: parse("net:m,noise=0.1")}, B: named.Player{Player: parse("random")}, Games: 13, Conditions: Conditions{Seed: 4}, Unpaired: true, Records: true, Assessment: Assessment{Luck: named.Model{Evaluator: static}}},
		"cube": {
			A: named.Player{Player: parse("net:m")}, B: named.Player{Player: parse("net:m,cubenoise=0.3")}, Games: 12, Conditions: Conditions{Rules: Rules{Cube: true, Jacoby: true, Beavers: 3}, Seed: 5},
			Assessment: Assessment{Luck: named.Model{Evaluator: static}, FullLuck: true, Judge: new(int), JudgeModel: named.Model{Evaluator: static}}, Records: true,
		},
		"matches": {A: named.Player{Player: parse("net:m,noise=0.2")}, B: named.Player{Player: parse("net:m")}, Games: 4, Conditions: Conditions{Rules: Rules{Length: 3, MET: named.MET{Table: met}}, Seed: 6}, Assessment: judgedBy(static, 0), Records: true},
		"variant": {A: named.Player{Player: parse("pubeval")}, B: named.Player{Player: parse("random")}, Games: 10, Conditions: Conditions{Variant: board.Hypergammon3, Seed: 7}, Records: true},
		"starts":  {A: named.Player{Player: parse("pubeval")}, B: named.Player{Player: parse("pubeval")}, Games: 14, Conditions: Conditions{Seed: 8}, Starts: enginetest.Positions(3, 5), Records: true},
		"short":   {A: named.Player{Player: parse("pubeval")}, B: named.Player{Player: parse("random")}, Games: 10, Conditions: Conditions{Seed: 9}, MaxPlies: 40, Records: true},
		"deep":    {A: named.Player{Player: parse("pubeval")}, B: named.Player{Player: parse("random")}, Games: 2, Conditions: Conditions{Seed: 10}, MaxPlies: 10, Assessment: judgedBy(static, 1)},
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
		runner := must.Get(newGameRunner(&m))(t)
		for i := range items {
			o := must.Get(runner.play(t.Context(), i))(t)
			for k := range items[i].Games {
				if got, want := items[i].Games[k], o.games[k]; !reflect.DeepEqual(got, want) {
					t.Fatalf("%s: game %d of item %d is %+v\nwant %+v", name, k, i, got, want)
				}
			}
		}
	}
}

// Items of different matches have different numbers in shards.
func TestNumbersOfItems(t *testing.T) {
	all := farmMatches(t)
	plain, short := all["plain"], all["short"]
	work := must.Get((&Series{Pieces: []Piece{{&plain, 1, 2}, {&short, 1, 2}, {&plain, 3, 1}}}).work())(t)
	seen := map[uint64]bool{}
	for range 5 {
		seen[work.job().Worker.Shard(must.Get(work.next(1))(t)).First] = true
	}
	if len(seen) != 5 {
		t.Errorf("5 items have the numbers %v", seen)
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
		other := *s.Pieces[0].Match
		other.Seed++
		kind := farmtest.Of(work.job(), Kind(), func() func(int) (*shard, error) { return must.Get(s.work())(t).next })
		kind.Other = &must.Get((&Series{Pieces: []Piece{{&other, 1, 2}}}).work())(t).job().Job
		farmtest.Kind(t, kind)
	}
}

// TestSeries plays two matches in turns, and wants the items in this order.
func TestSeries(t *testing.T) {
	for _, pool := range []farm.Pool{nil, farmtest.NewPool(t, Kind())} {
		var seen []int
		match := func(number int) *Match {
			return &Match{A: named.Player{Player: player.Pubeval{}}, B: named.Player{Player: player.NewRandom()}, Games: 100, Conditions: Conditions{Seed: uint64(number)}, Observers: []Observer{OnItem(func(i *Item) error {
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
	wrong := Series{Pieces: []Piece{{&Match{A: named.Player{Player: first}, B: named.Player{Player: first}}, 0, 1}}}
	must.Fail(t, wrong.Run(t.Context()), "games is 0, want at least 1")
	broken := enginetest.PlayerFunc(func(context.Context, *board.Position, board.Roll, []board.Play) (int, error) {
		return 0, errors.New("lost the connection")
	})
	failing := Series{Pieces: []Piece{{&Match{A: named.Player{Player: first}, B: named.Player{Player: first}, Games: 2, MaxPlies: 3}, 0, 1}, {&Match{A: named.Player{Name: "x", Player: first}, B: named.Player{Name: "y", Player: broken}, Games: 2}, 4, 1}}}
	must.Fail(t, failing.Run(t.Context()), "x against y: game 9: ")
}

// TestDurable checks that a pool makes the records of observers durable.
func TestDurable(t *testing.T) {
	items, most := 0, 0
	m := Match{
		A: named.Player{Player: player.Pubeval{}}, B: named.Player{Player: player.NewRandom()}, Games: 100, Pool: farmtest.NewPool(t, Kind()),
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
		"games with given dice can only be played by one process":                                     func(m *Match) { m.Dice, m.Unpaired = board.NewFileDice("d", strings.NewReader("")), true },
		"the player gnubg:2 is a program on this machine: a farm plays only nets, pubeval and random": func(m *Match) { m.B.Player = external.NewGnubg("gnubg", "", 2, process.Limits{}) },
		"luck: the evaluator enginetest.Pips is not a model":                                          func(m *Match) { m.Luck.Evaluator = enginetest.Pips{} },
		"judge_model: the evaluator enginetest.Pips is not a model":                                   func(m *Match) { m.Assessment = judgedBy(enginetest.Pips{}, 0) },
	} {
		m := Match{A: named.Player{Player: player.NewGreedy(static.Clone())}, B: named.Player{Player: player.Pubeval{}}, Games: 2, Pool: farmtest.NewPool(t, Kind())}
		change(&m)
		must.Fail(t, must.Err(m.Run(t.Context())), want)
	}
}

// TestDescriptionRefused opens descriptions of impossible matches.
func TestDescriptionRefused(t *testing.T) {
	m := Match{A: named.Player{Player: player.Pubeval{}}, B: named.Player{Player: player.NewRandom()}, Games: 2}
	good := string(must.Get(describe([]*Match{&m}))(t).Spec)
	none := func(_ context.Context, sum string) (string, error) {
		return "", fmt.Errorf("the job has no file %s", sum)
	}
	for change, want := range map[string]string{
		`"backgammon"->"chess"`:             "variant: ",
		`"seed":0->"seed":0,"jacoby":true`:  "jacoby needs cubeful",
		`"seed":0->"seed":0,"starts":[{}]`:  "starting position 1: ",
		`"seed":0->"seed":0,"max_plies":-1`: "at most -1 plies",
		`"b":"random"->"b":"ubgi:touch x"`:  "b: the player ubgi:touch x is a program",
		`"b":"random"->"b":"net:default"`:   "b: ",
		`"seed":0->"seed":0,"deep":1`:       `unknown field "deep"`,
	} {
		from, to, _ := strings.Cut(change, "->")
		spec := strings.Replace(good, from, to, 1)
		if spec == good {
			t.Errorf("%s is not in %s", from, good)
		}
		must.Fail(t, must.Err(Kind().Open(t.Context(), json.RawMessage(spec), none)), want, change)
	}
}
