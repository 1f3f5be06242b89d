package nets

import (
	"math"
	"testing"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/must"
)

// TestCut cuts the units that never fire for some positions: the outputs for them stay the
// same, and no unit is left that never fires.
func TestCut(t *testing.T) {
	set := must.Get(features.Lookup("perspective196"))(t)
	n := must.Get(NewRandom(NewSpec(set, ReLU, 60, 30), 3))(t)
	for k := range 20 { // these units cannot fire
		n.hidden[0].b[3*k] = -100
	}
	n.hidden[1].b[7] = -100
	var positions []board.Position
	pos := board.Backgammon.Start()
	for _, roll := range board.Rolls {
		plays := board.Plays(pos, roll)
		pos = plays[len(plays)/2].Result
		positions = append(positions, pos)
	}
	f := NewFiring(n)
	for i := range positions {
		f.Add(&positions[i])
	}
	cut := must.Get(f.Cut(0))(t)
	hidden := cut.Spec().Hidden
	if hidden[0] > 40 || hidden[0] < 10 || hidden[1] > 29 {
		t.Errorf("the layers have %v units", hidden)
	}
	again := NewFiring(cut)
	for i := range positions {
		again.Add(&positions[i])
		before, after := outputs(n, &positions[i]), outputs(cut, &positions[i])
		for k := range before {
			if math.Abs(float64(before[k]-after[k])) > 1e-6 {
				t.Errorf("position %d: %v, %v before the cut", i, after, before)
			}
		}
	}
	if got := must.Get(again.Cut(0))(t).Spec().Hidden; got[0] != hidden[0] || got[1] != hidden[1] {
		t.Errorf("a second cut leaves %v units of %v", got, hidden)
	}
	if got := must.Get(f.Cut(1))(t).Spec().Hidden; got[0] != 1 || got[1] != 1 {
		t.Errorf("a cut of all units leaves %v", got)
	}
	for _, share := range []float64{-0.1, 1.1, math.NaN()} {
		_, err := f.Cut(share)
		must.Fail(t, err, "want from 0 to 1", "a share out of range")
	}
	_, err := NewFiring(n).Cut(0)
	must.Fail(t, err, "no positions", "without positions")
}

func outputs(n *Net, pos *board.Position) [Outputs]float32 {
	p := n.NewPass(1)
	n.set.Extract(p.Input(0), pos)
	p.Forward(1)
	return *p.Output(0)
}
