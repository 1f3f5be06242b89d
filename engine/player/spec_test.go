package player_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/player"
	"gammonlab/engine/player/external"
	"gammonlab/engine/search"
	"gammonlab/internal/must"
	"gammonlab/internal/process"
)

// anySpec returns a spec with options drawn from rng, of up to the given plies.
func anySpec(rng *rand.Rand, plies int) string {
	text := fmt.Sprintf("net:m,plies=%d", rng.IntN(plies+1))
	filters := append(search.Presets(), fmt.Sprintf("%d/%d/%v", rng.IntN(3), 1+rng.IntN(5), rng.Float32()),
		fmt.Sprintf("skip:1/%d/%v:0/1/%v", rng.IntN(3), rng.Float32(), rng.Float32()), "4/4/Inf")
	for _, option := range []string{
		"filter=" + filters[rng.IntN(len(filters))], fmt.Sprintf("cubeplies=%d", rng.IntN(plies+1)),
		"prune=off", fmt.Sprintf("noise=%v", rng.Float64()), fmt.Sprintf("cubenoise=%v", rng.Float64()/2), "noiseshares=gnubg",
		"cube=" + []string{"gnubg", "fitted"}[rng.IntN(2)], "met=" + cube.METs()[rng.IntN(5)],
	} {
		if rng.IntN(2) == 0 {
			text += "," + option
		}
	}
	return text
}

// TestSpec takes players of any options to their specs and back: they decide alike, and
// have the same spec.
func TestSpec(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	m := board.NewMatch(5)
	m.Score = [2]int{2, 3}
	specs := []string{"pubeval", "random", "net:m", "net:m,plies=1,noise=1e-9", "net:m,cubenoise=0.25"}
	for range 40 {
		specs = append(specs, anySpec(rng, 1))
	}
	for i, spec := range specs {
		p := parse(t, spec)
		text, evaluator, err := player.Spec(p, "m")
		must.OK(t, err)
		again := parse(t, text)
		if second, _, err := player.Spec(again, "m"); err != nil || second != text {
			t.Errorf("%s is %s and then %s, %v", spec, text, second, err)
		}
		if (evaluator != nil) != strings.HasPrefix(spec, "net:") {
			t.Errorf("%s: the evaluator is %v", spec, evaluator)
		}
		p.NewGame(uint64(i))
		again.NewGame(uint64(i))
		compare(t, spec, p, again, m)
	}
}

// compare has two players decide alike.
func compare(t *testing.T, spec string, p, q engine.Player, m board.Match) {
	t.Helper()
	for i, pos := range enginetest.Positions(15, 8) {
		plays := board.Plays(pos, board.Rolls[i%21])
		if len(plays) == 0 {
			continue
		}
		if a, b := choose(t, p, &pos, plays), choose(t, q, &pos, plays); a != b {
			t.Errorf("%s: position %d: chose %d and %d", spec, i, a, b)
		}
	}
	if _, cubes := p.(cubePlayer); !cubes {
		return
	}
	plays, doubles, takes := decisions(t, p, m, 15)
	againPlays, againDoubles, againTakes := decisions(t, q, m, 15)
	if n := differing(plays, againPlays) + differing(doubles, againDoubles) + differing(takes, againTakes); n > 0 {
		t.Errorf("%s: %d decisions with the cube differ", spec, n)
	}
}

// TestSpecKeepsOptions checks that specs keep every option, for any number of
// plies.
func TestSpecKeepsOptions(t *testing.T) {
	for _, spec := range []string{
		"net:m", "net:m,plies=3,filter=huge", "net:m,plies=2,filter=all,prune=off",
		"net:m,plies=2,filter=quick,cubeplies=3", "net:m,plies=1,filter=normal,cubeplies=0", "net:m,plies=0,filter=quick,cubeplies=1",
		"net:m,plies=4,filter=0/8/0.16:skip:0/2/0.1", "net:m,noise=0.1,cubenoise=0",
		"net:m,plies=2,filter=normal,noise=0.03333333,cubenoise=1e-06,noiseshares=gnubg",
	} {
		if text, _, err := player.Spec(parse(t, spec), "m"); err != nil || text != spec {
			t.Errorf("got %q, %v, want %q", text, err, spec)
		}
	}
}

// A player with other plies for cube decisions plays as one of its plies, and doubles and
// takes as one of the other plies.
func TestCubePlies(t *testing.T) {
	shallow, deep := parse(t, "net:m"), parse(t, "net:m,plies=1")
	m := board.NewMatch(7)
	plays0, doubles0, takes0 := decisions(t, shallow, m, 60)
	plays1, doubles1, takes1 := decisions(t, deep, m, 60)
	if differing(plays0, plays1) == 0 || differing(doubles0, doubles1)+differing(takes0, takes1) == 0 {
		t.Fatal("the plies make no difference")
	}
	plays, doubles, takes := decisions(t, parse(t, "net:m,cubeplies=1"), m, 60)
	if differing(plays, plays0)+differing(doubles, doubles1)+differing(takes, takes1) > 0 {
		t.Error("cubeplies=1 does not decide as plies=0 with the cube of plies=1")
	}
	plays, doubles, takes = decisions(t, parse(t, "net:m,plies=1,cubeplies=0").Clone(), m, 60)
	if differing(plays, plays1)+differing(doubles, doubles0)+differing(takes, takes0) > 0 {
		t.Error("plies=1,cubeplies=0 does not decide as plies=1 with the cube of plies=0")
	}
}

func TestNoSpec(t *testing.T) {
	searcher := must.Get(search.New(enginetest.RandomStatic(t, 20, 5), search.Options{}))(t)
	for want, p := range map[string]engine.Player{
		"the player gnubg:2 is a program on this machine":        external.NewGnubg("gnubg", "", 2, process.Limits{}),
		"the player ubgi:engine -x is a program on this machine": external.NewUBGI([]string{"engine", "-x"}, external.AnyDialect, process.Limits{}),
		"the player *enginetest.Script has no text form":         enginetest.NewScript(1),
		"noise of 0 in plays and 0 in cube decisions":            player.NewNoisy(searcher, player.Noise{}),
		"noise of 2 in plays":                                    player.NewNoisy(searcher, player.Noise{Plays: 2}),
		"depend on the speed of this machine":                    parse(t, "net:m,time=50ms"),
		"with 50ms each":                                         parse(t, "net:m,time=50ms,noise=0.1"),
	} {
		_, _, err := player.Spec(p, "m")
		must.Fail(t, err, want, want)
	}
}
