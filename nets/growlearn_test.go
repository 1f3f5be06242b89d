package nets_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// taught returns positions of random games with the answers of a random net
// with large weights.
func taught(t testing.TB, count int) *learn.Batch {
	t.Helper()
	set := features.Perspective196{}
	teacher := must.Get(nets.NewRandom(nets.NewSpec(set, nets.Tanh, 30), 77))(t)
	for i := range teacher.Params() {
		teacher.Params()[i] *= 3
	}
	source := rand.NewPCG(5, 6)
	rng, dice := rand.New(source), board.NewDice(source)
	pass, pos, b := teacher.NewPass(1), board.Backgammon.Start(), new(learn.Batch)
	for b.Len() < count {
		idx, val := pass.SparseInput(0)
		n := set.ExtractSparse(idx, val, &pos)
		pass.SetSparse(0, n)
		pass.ForwardSparse(1)
		b.Add(idx[:n], val[:n], pass.Output(0), 1)
		pos = pos.Swap()
		if plays := board.Plays(pos, dice.Next()); len(plays) > 0 {
			pos = plays[rng.IntN(len(plays))].Result
		}
		if pos.Result() != 0 {
			pos = board.Backgammon.Start()
		}
	}
	return b
}

// learnFrom takes steps on the batch and returns the first and the last loss.
func learnFrom(t testing.TB, net *nets.Net, b *learn.Batch, steps int) (first, last float64) {
	t.Helper()
	l, err := learn.New(net, learn.Settings{Loss: learn.Squared, Method: learn.Adam, Workers: 1})
	must.OK(t, err)
	for i := range steps {
		if last, err = l.Step(b, 0.01); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = last
		}
	}
	return first, last
}

// TestGrownNetLearnsMore trains a net until its loss no longer falls. Nets grown from it
// begin with the same loss and reach a lower one. Copies of a unit diverge.
func TestGrownNetLearnsMore(t *testing.T) {
	steps := 600
	if testing.Short() {
		steps = 100
	}
	b := taught(t, 200)
	set := features.Perspective196{}
	for _, activation := range []nets.Activation{nets.Sigmoid, nets.Tanh, nets.ReLU} {
		parent, err := nets.NewRandom(nets.NewSpec(set, activation, 2), 4) // with this seed no unit of relu dies
		must.OK(t, err)
		learnFrom(t, parent, b, steps)
		stand, more := learnFrom(t, parent.Clone(), b, steps)
		wide := nets.NewSpec(set, activation, 24)
		deep := nets.NewSpec(set, activation, 24)
		deep.Hidden, deep.Activations = append(deep.Hidden, 12), append(deep.Activations, nets.ReLU)
		for _, spec := range []nets.Spec{wide, deep} {
			grown := must.Get(nets.Grow(parent, spec, 2))(t)
			first, last := learnFrom(t, grown, b, steps)
			t.Logf("%s %v: loss %.4f, parent after as many steps more %.4f, grown net %.4f", activation, spec, stand, more, last)
			if d := first - stand; d > 1e-6 || d < -1e-6 {
				t.Errorf("%s %v: begins at a loss of %v, its parent stood at %v", activation, spec, first, stand)
			}
			if last > 0.8*more {
				t.Errorf("%s %v: loss %v, want less than 0.8 of what its parent reaches, %v", activation, spec, last, more)
			}
			for l := range spec.Hidden {
				if kinds := kindsOf(grown, l); kinds != spec.Hidden[l] {
					t.Errorf("%s %v: hidden layer %d has %d kinds of units, want %d", activation, spec, l, kinds, spec.Hidden[l])
				}
			}
		}
	}
}

// kindsOf counts the units of a layer whose incoming weights differ by more
// than 1%.
func kindsOf(net *nets.Net, layer int) int {
	layout := net.Layout(layer)
	kinds := map[string]bool{}
	for o := range layout.Out {
		var all []float32
		for i := range layout.In {
			all = append(all, net.Params()[layout.Weights+i*layout.PerIn+o*layout.PerOut])
		}
		kinds[fmt.Sprintf("%.2g", all)] = true
	}
	return len(kinds)
}

// A net of 80 units grows to 120 units and another layer of 80.
func ExampleGrow() {
	set := features.Perspective196{}
	small, err := nets.NewRandom(nets.NewSpec(set, nets.Sigmoid, 80), 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	spec := nets.Spec{
		Features: features.ID(set), Hidden: []int{120, 80},
		Activations: []nets.Activation{nets.Sigmoid, nets.ReLU},
	}
	large, err := nets.Grow(small, spec, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	start := board.Backgammon.Start()
	for _, net := range []*nets.Net{small, large} {
		pass := net.NewPass(1)
		set.Extract(pass.Input(0), &start)
		pass.Forward(1)
		fmt.Printf("%v: %.4f\n", net.Spec(), *pass.Output(0))
	}
	// Output:
	// 196-80-5: [0.5637 0.4573 0.5971 0.5481 0.3596]
	// 196-120-80-5: [0.5637 0.4573 0.5971 0.5481 0.3596]
}
