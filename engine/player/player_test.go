package player_test

import (
	"errors"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/player"
	"gammonlab/internal/must"
)

// lookAhead returns a player that looks one ply ahead at few plays.
func lookAhead(t *testing.T) engine.Player {
	t.Helper()
	return parse(t, "net:m,plies=1,filter=tiny")
}

// parse returns the player of the spec with a random net.
func parse(t *testing.T, spec string) engine.Player {
	t.Helper()
	return must.Get(player.Parse(spec, func(string) (engine.Evaluator, error) {
		return engine.OfNet(enginetest.RandomNet(t, 20, 5)), nil
	}))(t)
}

func choose(t *testing.T, p engine.Player, pos *board.Position, plays []board.Play) int {
	t.Helper()
	return must.Get(p.Choose(t.Context(), pos, board.Roll{}, plays))(t)
}

// TestRepeatable checks for every player that a game's seed and the positions
// settle its choices, in clones too.
func TestRepeatable(t *testing.T) {
	positions := enginetest.Positions(300, 6)
	for name, p := range map[string]engine.Player{
		"greedy": player.NewGreedy(engine.OfNet(enginetest.RandomNet(t, 20, 5))), "pubeval": player.Pubeval{}, "random": player.NewRandom(),
		"look ahead": lookAhead(t), "noisy": parse(t, "net:m,noise=0.1"),
		"noisy look ahead": parse(t, "net:m,plies=1,filter=tiny,noise=0.1"),
	} {
		other := p.Clone()
		p.NewGame(9)
		other.NewGame(9)
		for i, pos := range positions {
			plays := board.Plays(pos, board.Rolls[i%21])
			if len(plays) == 0 {
				continue
			}
			if a, b := choose(t, p, &pos, plays), choose(t, other, &pos, plays); a != b {
				t.Fatalf("%s: position %d: chose %d, its clone %d", name, i, a, b)
			}
		}
	}
}

// TestRandomIsUniform counts choices; for 20 cells and 20,000 choices the
// statistic χ² has 19 degrees of freedom and exceeds 43.8 in one of a thousand.
func TestRandomIsUniform(t *testing.T) {
	plays := make([]board.Play, 20)
	counts := make([]int, len(plays))
	pos := board.Backgammon.Start()
	p := player.NewRandom()
	const games, choices = 200, 100
	for game := range uint64(games) {
		p.NewGame(game)
		for range choices {
			counts[choose(t, p, &pos, plays)]++
		}
	}
	chi2, want := 0.0, float64(games*choices)/float64(len(plays))
	for _, n := range counts {
		chi2 += (float64(n) - want) * (float64(n) - want) / want
	}
	if chi2 > 43.8 {
		t.Errorf("χ² = %.1f for counts %v", chi2, counts)
	}
}

func TestGreedyPlaysTheBest(t *testing.T) {
	net := enginetest.RandomNet(t, 20, 5)
	static, greedy := engine.OfNet(net), player.NewGreedy(engine.OfNet(net))
	for i, pos := range enginetest.Positions(100, 7) {
		plays := board.Plays(pos, board.Rolls[i%21])
		if len(plays) == 0 {
			continue
		}
		want, _ := static.Best(&pos, plays)
		if got := choose(t, greedy, &pos, plays); got != want {
			t.Errorf("position %d: chose %d, want %d", i, got, want)
		}
	}
}

func TestChoosingAllocatesNothing(t *testing.T) {
	pos := board.Backgammon.Start()
	plays := board.Plays(pos, board.Roll{5, 5})
	for name, p := range map[string]engine.Player{
		"greedy": player.NewGreedy(engine.OfNet(enginetest.RandomNet(t, 20, 5))), "pubeval": player.Pubeval{}, "random": player.NewRandom(),
		"look ahead": lookAhead(t), "noisy": parse(t, "net:m,noise=0.1"),
	} {
		if n := testing.AllocsPerRun(100, func() { p.NewGame(3); choose(t, p, &pos, plays) }); n != 0 {
			t.Errorf("%s: %v allocations a choice, want 0", name, n)
		}
	}
}

func TestParse(t *testing.T) {
	asked := ""
	load := func(name string) (engine.Evaluator, error) {
		asked = name
		return engine.OfNet(enginetest.RandomNet(t, 20, 5)), nil
	}
	for spec, model := range map[string]string{
		"pubeval": "", "random": "", "net:default": "default",
		"net:C:/runs/a b.safetensors": "C:/runs/a b.safetensors", "net:x,plies=0": "x",
		"net:y,plies=2": "y", "net:y,plies=1,filter=tiny,prune=off": "y", "net:y,plies=3,filter=0/8/0.16:skip:0/2/0.1": "y",
		"net:z,noise=0": "z", "net:z,plies=2,noise=0.02": "z", "net:z,noise=1": "z",
		"net:z,noise=0.1,noiseshares=gnubg": "z", "net:z,noiseshares=even": "z",
		"net:z,precision=int16": "z", "net:z,plies=1,precision=float32": "z",
	} {
		asked = ""
		if p, err := player.Parse(spec, load); err != nil || p == nil || asked != model {
			t.Errorf("%q: player %v, error %v, model asked for %q, want %q", spec, p, err, asked, model)
		}
	}
}

// program is another program that evaluates.
type program struct{ enginetest.Fake }

func (*program) String() string { return "evaluator:./net" }

// A model that is a program has a precision of its own.
func TestParseRefusesPrecisionOfPrograms(t *testing.T) {
	load := func(string) (engine.Evaluator, error) { return &program{}, nil }
	_, err := player.Parse("net:evaluator:./net,precision=int16", load)
	must.Fail(t, err, `"net:evaluator:./net,precision=int16": evaluator:./net has no other precision`)
}

func TestParseErrors(t *testing.T) {
	missing := errors.New("no such file")
	load := func(string) (engine.Evaluator, error) { return nil, missing }
	for _, c := range []struct{ spec, want string }{
		{"", `unknown player "", want ` + player.Supported()},
		{"net", `unknown player "net", want net:MODEL`},
		{"Pubeval", `unknown player "Pubeval", want ` + player.Supported() + `; did you mean pubeval?`},
		{"large", `; did you mean net:large?`},
		{"pubeval:x", `unknown player "pubeval:x", want net:MODEL`},
		{"gnubg:9", `"gnubg:9": it has "9" plies, want 0 to 4`},
		{"ubgi:", `"ubgi:": it has no command`},
		{"net:", `"net:" has no model`},
		{"net:,plies=0", `"net:,plies=0" has no model`},
		{"net:m,plies=5", `"net:m,plies=5": plies is 5, want 0 to 4 plies`},
		{"net:m,plies=-1", `plies is -1`},
		{"net:m,plies=x", `plies: "x" is not a whole number`},
		{"net:m,plies=2,filter=wide", `filter "wide"`},
		{"net:m,plies=2,prune", `unknown option "prune"`},
		{"net:m,noise=", `noise is empty`},
		{"net:m,met=", `met is empty`},
		{"net:m,met=my.xml", `"net:m,met=my.xml": met: no match equity table "my.xml", want one of kazaross-xg2,`},
		{"net:m,cube=janowski", `cube: unknown cube efficiency "janowski", want one of gnubg, fitted, learned`},
		{"net:m,noise=0,plies=1,noise=1", `option "noise=1": noise is given twice`},
		{"net:m,nose=1", `unknown option "nose=1", want NAME=VALUE, where NAME is one of plies, filter, cubeplies, rollers, time, cube, met, precision, prune, noise, cubenoise, noiseshares, name; did you mean noise?`},
		{"net:m,prune=maybe", `prune: "maybe" is not`},
		{"net:m,noiseshares=most", `noiseshares: "most", want gnubg or even`},
		{"net:m,noise=NaN", `noise is NaN, want a standard deviation from 0 to 1`},
		{"net:m,noise=-0.1", `noise is -0.1`},
		{"net:m,noise=1.5,plies=2", `noise is 1.5`},
		{"net:m,plies=0,x", `option "x"`},
		{"net:m,", `option ""`},
		{"net:m,precision=bf16", `precision: "bf16", want float32 or int16`},
		{"net:gone", `"net:gone": no such file`},
	} {
		p, err := player.Parse(c.spec, load)
		if p != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: player %v, error %v, want one with %q", c.spec, p, err, c.want)
		}
	}
	if _, err := player.Parse("net:gone", load); !errors.Is(err, missing) {
		t.Errorf("error %v does not wrap that of load", err)
	}
}
