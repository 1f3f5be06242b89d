package features_test

import (
	"testing"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/must"
)

func TestFunc(t *testing.T) {
	s := features.Func("pips2", 2, func(dst []float32, pos *board.Position) {
		dst[0] = float32(pos.Own.Pips()) / 100
		dst[1] = float32(pos.Own[board.Bar])
	})
	start := board.Backgammon.Start()
	must.OK(t, features.Check(s, []board.Position{start}))
	must.OK(t, features.Register(s))
	found := must.Get(features.Lookup("pips2"))(t)
	var idx [2]int32
	var val [2]float32
	if n := found.ExtractSparse(idx[:], val[:], &start); n != 1 || idx[0] != 0 || val[0] != 1.67 {
		t.Errorf("%d inputs, %v %v, want the pips alone", n, idx, val)
	}
	if inputs := found.Inputs(); inputs[1].Name != "2" || inputs[1].Group != "pips2" || features.ID(found) != "pips2@1" {
		t.Errorf("%s with the inputs %+v", features.ID(found), inputs)
	}
}
