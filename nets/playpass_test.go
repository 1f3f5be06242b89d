package nets_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// TestPlayPass compares with extracting the inputs of every result, over games
// of random plays: hits, several of them in a play, and checkers borne off.
func TestPlayPass(t *testing.T) {
	set := must.Get(features.Lookup("gnubg-base200"))(t)
	net := must.Get(nets.NewRandom(nets.NewSpec(set, nets.Sigmoid, 24), 3))(t)
	source := rand.NewPCG(4, 4)
	rng, dice := rand.New(source), board.NewDice(source)
	plain, fast := net.NewPass(1), net.NewPlayPass(16)
	pos := board.Backgammon.Start()
	hits, off := 0, 0
	for range 2000 {
		plays := board.Plays(pos, dice.Next())
		if len(plays) == 0 {
			pos = pos.Swap()
			continue
		}
		rows := plays[:min(len(plays), fast.Rows())]
		fast.SetBase(&pos)
		for i := range rows {
			fast.Set(i, &rows[i])
		}
		fast.Forward(len(rows))
		for i := range rows {
			set.Extract(plain.Input(0), &rows[i].Result)
			plain.Forward(1)
			for k, want := range plain.Output(0) {
				if got := fast.Output(i)[k]; math.Abs(float64(got-want)) > 1e-5 {
					t.Fatalf("%s, result %s: output %d is %v, want %v", pos.ID(), rows[i].Result.ID(), k, got, want)
				}
			}
			hits = max(hits, int(rows[i].Result.Own[board.Bar])-int(pos.Opp[board.Bar]))
			off = max(off, int(rows[i].Result.Opp[board.Off])-int(pos.Own[board.Off]))
		}
		pos = plays[rng.IntN(len(plays))].Result
		if pos.Result() != 0 {
			pos = board.Backgammon.Start()
		}
	}
	if hits < 3 || off < 4 {
		t.Errorf("at most %d hits and %d checkers off in a play", hits, off)
	}
	if n := testing.AllocsPerRun(10, func() {
		fast.SetBase(&pos)
		pos = pos.Swap()
		fast.Forward(4)
	}); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

func TestPlayPassWantsAdditiveInputs(t *testing.T) {
	net := must.Get(nets.NewRandom(nets.NewSpec(features.Perspective196{}, nets.Sigmoid, 8), 3))(t)
	defer func() {
		if recover() == nil {
			t.Error("a net whose inputs are not additive was taken")
		}
	}()
	net.NewPlayPass(1)
}
