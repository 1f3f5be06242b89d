package nets

import (
	"fmt"
	"testing"

	"gammonlab/features"
)

// TestLayout checks the place of every value of a weight file in the
// parameters.
func TestLayout(t *testing.T) {
	n := randomNet(t, features.Pubeval122{}, Tanh, 17, 5)
	for i, v := range n.Params() {
		if v != 0 {
			n.Params()[i] = float32(i)
		}
	}
	tensors := encodeParams(t, n, n.Params())
	for l := range n.Layers() {
		layout := n.Layout(l)
		w, b := tensors[fmt.Sprintf("all.layer%d.weight", l)], tensors[fmt.Sprintf("all.layer%d.bias", l)]
		if w.Shape[0] != layout.Out || w.Shape[1] != layout.In {
			t.Fatalf("layer %d: %d units with %d inputs, want %v", l, layout.Out, layout.In, w.Shape)
		}
		for o := range layout.Out {
			if got := float64(n.Params()[layout.Biases+o]); got != b.values[o] {
				t.Errorf("layer %d: bias %d is %v, want %v", l, o, got, b.values[o])
			}
			for i := range layout.In {
				got := float64(n.Params()[layout.Weights+i*layout.PerIn+o*layout.PerOut])
				if got != w.values[o*layout.In+i] {
					t.Errorf("layer %d: weight %d, %d is %v, want %v", l, i, o, got, w.values[o*layout.In+i])
				}
			}
		}
	}
}
