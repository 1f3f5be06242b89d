package portable_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/portable"
	"gammonlab/engine/selfplay"
	"gammonlab/internal/must"
)

// TestStarts draws the same positions here and there.
func TestStarts(t *testing.T) {
	var positions []board.Position
	for _, pos := range enginetest.Positions(40, 3) {
		if pos.Result() == 0 {
			positions = append(positions, pos)
		}
	}
	here := must.Get(selfplay.NewStarts(board.Backgammon, 0.2,
		selfplay.Pool{Name: "a", Weight: 1.5, Positions: positions[:10]}, selfplay.Pool{Name: "b", Weight: 0.1, Positions: positions[10:]},
		selfplay.Pool{Name: "c", Weight: 1, Positions: positions[:4], Weights: []float32{0.25, 0, 3, 1e-30}}))(t)
	d, files := portable.DescribeStarts(here)
	there := must.Get(d.Open(t.Context(), board.Backgammon, store(t, files)))(t)
	a, b := rand.New(rand.NewPCG(1, 2)), rand.New(rand.NewPCG(1, 2))
	for i := range 100 {
		want, opening := here.Draw(a)
		if got, too := there.Draw(b); got != want || too != opening {
			t.Fatalf("game %d begins in %s, want %s", i, got.ID(), want.ID())
		}
	}
	if there.String() != here.String() {
		t.Errorf("%s, want %s", there, here)
	}
}

// TestStartsRefused opens files whose positions or weights are not those of the
// description.
func TestStartsRefused(t *testing.T) {
	pos := board.Backgammon.Start()
	weighted := must.Get(selfplay.NewStarts(board.Backgammon, 0, selfplay.Pool{Name: "a", Weight: 1, Positions: []board.Position{pos, pos}, Weights: []float32{1, 2}}))(t)
	for want, weights := range map[string]string{
		"position 2: its weight is NaN": "\x00\x00\x80\x3f\x00\x00\xc0\x7f", "position 1: its weight is -1": "\x00\x00\x80\xbf\x00\x00\x00\x00",
		"the weights of all positions are 0": "\x00\x00\x00\x00\x00\x00\x00\x00", "holds 2 positions": "\x00\x00\x80\x3f\x00\x00\x00\x00",
	} {
		path, key := filepath.Join(t.TempDir(), "pool"), pos.Key()
		must.OK(t, os.WriteFile(path, []byte(string(key[:])+weights[:4]+string(key[:])+weights[4:]), 0o666))
		d, _ := portable.DescribeStarts(weighted)
		_, err := d.Open(t.Context(), board.Backgammon, func(context.Context, string) (string, error) { return path, nil })
		must.Fail(t, err, want, want)
	}
	here := must.Get(selfplay.NewStarts(board.Backgammon, 0, selfplay.Pool{Name: "a", Weight: 1, Positions: []board.Position{pos, pos}}))(t)
	d, files := portable.DescribeStarts(here)
	_, err := d.Open(t.Context(), board.Hypergammon3, store(t, files))
	must.Fail(t, err, "position 1: the player on roll has 15 checkers on the board, at most 3", "variant")
	key := pos.Key()
	for want, content := range map[string][]byte{
		"no positions": nil, "holds 1 positions": key[:], "holds 1 positions ": append(key[:], 1), "position 1, ": make([]byte, 10),
	} {
		path := filepath.Join(t.TempDir(), "keys")
		must.OK(t, os.WriteFile(path, content, 0o666))
		_, err := d.Open(t.Context(), board.Backgammon, func(context.Context, string) (string, error) { return path, nil })
		must.Fail(t, err, want[:len(want)-1], want)
	}
}
