package portable_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/player"
	"gammonlab/engine/portable"
	"gammonlab/farm"
	"gammonlab/internal/engine/player/external"
	"gammonlab/internal/must"
)

// TestPlayer compares plays of described players with those of the originals.
func TestPlayer(t *testing.T) {
	fast := enginetest.Shipped(t, "fast")
	for _, spec := range []string{"net:x", "net:x,plies=1,filter=tiny,prune=off", "net:x,noise=0.1,cubenoise=0.2", "pubeval", "random"} {
		here := must.Get(player.Parse(spec, func(string) (engine.Evaluator, error) { return fast.Clone(), nil }))(t)
		d, files, err := portable.DescribePlayer(here)
		must.OK(t, err)
		there := must.Get(d.Open(t.Context(), store(t, files)))(t)
		here.NewGame(3)
		there.NewGame(3)
		for i, pos := range enginetest.Positions(40, 5) {
			plays := board.Plays(pos, board.Rolls[i%21])
			if len(plays) == 0 {
				continue
			}
			got := must.Get(there.Choose(t.Context(), &pos, board.Rolls[i%21], plays))(t)
			if want := must.Get(here.Choose(t.Context(), &pos, board.Rolls[i%21], plays))(t); got != want {
				t.Errorf("%s: position %d: play %d, want %d", spec, i, got, want)
			}
		}
	}
}

func TestPlayerRefused(t *testing.T) {
	_, _, err := portable.DescribePlayer(external.NewGnubg("gnubg", 2, external.Settings{}))
	must.Fail(t, err, "the player gnubg:2 is a program on this machine: a farm plays only nets, pubeval and random", "gnubg")
	_, _, err = portable.DescribePlayer(player.NewGreedy(table{}))
	must.Fail(t, err, "table is not a model", "own evaluator")
}

// TestPlayerOpensNoProgram checks that unknown descriptions are rejected and start no
// program.
func TestPlayerOpensNoProgram(t *testing.T) {
	trace := filepath.Join(t.TempDir(), "trace")
	net, files, err := portable.DescribeEvaluator(enginetest.Shipped(t, "fast"))
	must.OK(t, err)
	for _, c := range []struct {
		d    portable.Player
		want string
	}{
		{portable.Player{Spec: "ubgi:touch " + trace}, "is a program on this machine"},
		{portable.Player{}, "unknown player"},
		{portable.Player{Spec: "net:/etc/passwd", Evaluator: &net}, `the model "/etc/passwd" is not described`},
		{portable.Player{Spec: "net:model"}, `the model "model" is not described`},
		{portable.Player{Spec: "net:model,plies=0", Evaluator: &net}, `the spec "net:model,plies=0", want "net:model"`},
		{portable.Player{Spec: "pubeval", Evaluator: &net}, "a player without a net has one"},
	} {
		p, err := c.d.Open(t.Context(), store(t, files))
		must.Fail(t, err, c.want, c.d.Spec)
		if p != nil {
			t.Errorf("%s: a player comes with the error", c.d.Spec)
		}
	}
	if _, err := os.Stat(trace); err == nil {
		t.Error("a program has run")
	}
	none := func(context.Context, string) (string, error) { return "", os.ErrNotExist }
	d := portable.Player{Spec: "net:model", Evaluator: &net}
	must.Fail(t, must.Err(d.Open(t.Context(), farm.Files(none))), "file does not exist", "no files")
}
