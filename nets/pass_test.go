package nets

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gammonlab/features"
)

// forwardTolerance is absolute: answers lie between 0 and 1, and a float32 sum
// of some hundred terms has an error of about 1e-6.
const forwardTolerance = 1e-5

// passOver returns a pass with the inputs filled in.
func passOver(n *Net, inputs [][]float32) *Pass {
	p := n.NewPass(len(inputs))
	for i, x := range inputs {
		copy(p.Input(i), x)
	}
	return p
}

// answers returns copies of the pass's first outputs.
func answers(p *Pass, rows int) [][Outputs]float32 {
	var all [][Outputs]float32
	for i := range rows {
		all = append(all, *p.Output(i))
	}
	return all
}

// wantAnswers compares answers with the reference and returns the largest
// difference.
func wantAnswers(t *testing.T, what string, got [][Outputs]float32, want [][]float64) float64 {
	t.Helper()
	worst := 0.0
	for i := range got {
		for k, v := range got[i] {
			diff := math.Abs(float64(v) - want[i][k])
			worst = max(worst, diff)
			if !(diff <= forwardTolerance) {
				t.Errorf("%s: position %d of %d, output %d: got %v, want %v", what, i, len(got), k, v, want[i][k])
			}
		}
	}
	return worst
}

func TestForwardAgreesWithReference(t *testing.T) {
	worst := 0.0
	eachNet(t, func(t *testing.T, n *Net) {
		inputs := randomInputs(31, n.Set().Len())
		r := newReference(t, n)
		var want [][]float64
		for _, x := range inputs {
			want = append(want, r.forward(x))
		}
		for _, rows := range []int{1, 2, 31} {
			p := passOver(n, inputs[len(inputs)-rows:])
			want := want[len(want)-rows:]
			p.Forward(rows)
			worst = max(worst, wantAnswers(t, "Forward", answers(p, rows), want))

			p.SetBase() // the base is one of the positions
			p.ForwardFromBase(rows)
			worst = max(worst, wantAnswers(t, "ForwardFromBase", answers(p, rows), want))
		}
		sparse := n.NewPass(len(inputs))
		for i, x := range inputs {
			fillSparse(sparse, i, x)
		}
		sparse.ForwardSparse(len(inputs))
		wantAnswers(t, "ForwardSparse", answers(sparse, len(inputs)), want)
	})
	t.Logf("largest difference %.1e", worst)
}

// fillSparse gives position i of the pass the inputs that are not zero.
func fillSparse(p *Pass, i int, x []float32) {
	idx, val := p.SparseInput(i)
	count := 0
	for k, v := range x {
		if v != 0 {
			idx[count], val[count] = int32(k), v
			count++
		}
	}
	p.SetSparse(i, count)
}

// A position has the same answer, to the bit, alone and at any place in a batch
// of any size.
func TestForwardDoesNotDependOnBatch(t *testing.T) {
	eachNet(t, func(t *testing.T, n *Net) {
		inputs := randomInputs(31, n.Set().Len())
		p := passOver(n, inputs)
		p.Forward(len(inputs))
		together := answers(p, len(inputs))

		alone := n.NewPass(1)
		for i, x := range inputs {
			copy(alone.Input(0), x)
			alone.Forward(1)
			if got := *alone.Output(0); got != together[i] {
				t.Errorf("position %d: alone %v, in a batch %v", i, got, together[i])
			}
		}
		slices.Reverse(inputs)
		p = passOver(n, inputs)
		p.Forward(7)
		for i := range 7 {
			if got, want := *p.Output(i), together[len(inputs)-1-i]; got != want {
				t.Errorf("position %d of 7: %v, in another batch %v", i, got, want)
			}
		}
	})
}

// ForwardFromBase does not depend on the batch either, and ForwardSparse has
// its bits.
func TestForwardsDoNotDependOnBatch(t *testing.T) {
	eachNet(t, func(t *testing.T, n *Net) {
		inputs := randomInputs(8, n.Set().Len())
		p, alone, sparse := passOver(n, inputs), passOver(n, inputs[:1]), n.NewPass(len(inputs))
		for i, x := range inputs {
			fillSparse(sparse, i, x)
		}
		p.Forward(len(inputs))
		want := answers(p, len(inputs))
		sparse.ForwardSparse(len(inputs))
		if got := answers(sparse, len(inputs)); !slices.Equal(got, want) {
			t.Errorf("ForwardSparse: %v, want %v", got, want)
		}
		p.SetBase()
		alone.SetBase()
		p.ForwardFromBase(len(inputs))
		for i, x := range inputs {
			copy(alone.Input(0), x)
			alone.ForwardFromBase(1)
			if got, want := *p.Output(i), *alone.Output(0); got != want {
				t.Errorf("position %d from the base: %v, alone %v", i, got, want)
			}
		}
	})
}

// The gradient is the same after Forward and after ForwardSparse, and does not depend on
// earlier calls.
func TestBackwardSeesTheLastForward(t *testing.T) {
	eachNet(t, func(t *testing.T, n *Net) {
		const rows = 5
		inputs := randomInputs(2*rows, n.Set().Len())
		gradient := func(p *Pass) []float32 {
			g := make([]float32, len(n.Params()))
			p.Backward(g, randomDerivatives(rows), rows)
			return g
		}
		p := passOver(n, inputs[:rows])
		p.Forward(rows)
		want := gradient(p)
		p.SetBase()
		p.ForwardFromBase(rows)
		p.Forward(rows)
		if !slices.Equal(gradient(p), want) {
			t.Error("after ForwardFromBase, Forward: another gradient than after Forward")
		}
		for i := range rows {
			copy(p.Input(i), inputs[rows+i])
		}
		p.Forward(rows) // whose lists are never made
		for i := range rows {
			fillSparse(p, i, inputs[i])
		}
		p.ForwardSparse(rows)
		if !slices.Equal(gradient(p), want) {
			t.Error("after ForwardSparse: another gradient than after Forward")
		}
	})
}

// A pass keeps only the base from one call to the next.
func TestPassIsReusable(t *testing.T) {
	n := randomNet(t, features.Perspective196{}, Sigmoid, 17, 5)
	inputs := randomInputs(9, n.Set().Len())
	p := passOver(n, inputs)
	p.Forward(9)
	want := answers(p, 9)
	grad := make([]float32, len(n.Params()))
	p.Backward(grad, randomDerivatives(9), 9)
	p.SetBase()
	p.ForwardFromBase(3)
	p.Forward(9)
	if got := answers(p, 9); !slices.Equal(got, want) {
		t.Errorf("got %v, the first time %v", got, want)
	}
	again := make([]float32, len(n.Params()))
	p.Backward(again, randomDerivatives(9), 9)
	if !slices.Equal(grad, again) {
		t.Error("the second gradient differs from the first")
	}
}

// A pass sees changes of the weights.
func TestPassSeesWeights(t *testing.T) {
	n := randomNet(t, features.Perspective196{}, Tanh, 5)
	p := passOver(n, randomInputs(1, n.Set().Len()))
	clear(n.Params())
	p.Forward(1)
	if got, want := *p.Output(0), [Outputs]float32{0.5, 0.5, 0.5, 0.5, 0.5}; got != want {
		t.Errorf("a net of zeros answers %v, want %v", got, want)
	}
}

func TestStepEqualsBackward(t *testing.T) {
	const tolerance = 1e-6 // of one rounding or two, on parameters of the order of 1
	worst := 0.0
	eachNet(t, func(t *testing.T, n *Net) {
		rates := make([]float32, n.Layers())
		for l := range rates {
			rates[l] = 0.1 * float32(l+1)
		}
		negative := make([]float32, len(rates))
		for l, rate := range rates {
			negative[l] = -rate
		}
		stepped, added := n.Clone(), n.Clone()
		d := [Outputs]float32(randomDerivatives(1))
		for _, x := range randomInputs(5, n.Set().Len()) {
			p := passOver(stepped, [][]float32{x})
			p.Forward(1)
			p.Step(&d, rates)

			p = passOver(added, [][]float32{x})
			p.Forward(1)
			grad := make([]float32, len(n.Params()))
			p.Backward(grad, d[:], 1)
			added.AddScaled(negative, grad)
		}
		moved := false
		for i, got := range stepped.Params() {
			want := added.Params()[i]
			moved = moved || got != n.Params()[i]
			worst = max(worst, math.Abs(float64(got-want)))
			if !(math.Abs(float64(got-want)) <= tolerance) {
				t.Fatalf("parameter %d is %v after Step, %v after Backward and AddScaled", i, got, want)
			}
		}
		if !moved {
			t.Error("no parameter moved")
		}
	})
	t.Logf("largest difference %.1e", worst)
}

// Rates of zero freeze their layers.
func TestStepFreezesLayers(t *testing.T) {
	n := randomNet(t, features.Pubeval122{}, Sigmoid, 5, 17)
	for frozen := range n.Layers() {
		c := n.Clone()
		p := passOver(c, randomInputs(2, n.Set().Len())[1:])
		p.Forward(1)
		rates := []float32{1, 1, 1}
		rates[frozen] = 0
		p.Step(&[Outputs]float32{1, -1, 1, -1, 1}, rates)
		for i, l := range c.layers() {
			same := slices.Equal(c.Params()[l.wAt:l.end], n.Params()[l.wAt:l.end])
			if same != (i == frozen) {
				t.Errorf("layer %d frozen: layer %d is the same as before: %v", frozen, i, same)
			}
		}
	}
}

// padding lists the indexes of parameters that are not weights or biases.
func padding(n *Net) []int {
	used := make([]bool, len(n.params))
	for _, l := range n.layers() {
		for o := range l.out {
			used[l.bAt+o] = true
			for i := range l.in {
				used[l.wAt+i*l.perIn+o*l.perOut] = true
			}
		}
	}
	var free []int
	for i, u := range used {
		if !u {
			free = append(free, i)
		}
	}
	return free
}

func TestPaddingStaysZero(t *testing.T) {
	eachNet(t, func(t *testing.T, n *Net) {
		free := padding(n)
		if got, want := len(n.Params())-len(free), n.NumWeights(); got != want {
			t.Fatalf("%d parameters, want %d", got, want)
		}
		rates := make([]float32, n.Layers())
		for l := range rates {
			rates[l] = 0.05
		}
		inputs := randomInputs(31, n.Set().Len())
		p := passOver(n, inputs)
		grad := make([]float32, len(n.Params()))
		d := randomDerivatives(31)
		for step := range 300 {
			p.Forward(1)
			p.Step((*[Outputs]float32)(d[step%31*Outputs:]), rates)
			if step%30 == 0 {
				p.Forward(31)
				p.Backward(grad, d, 31)
			}
		}
		n.AddScaled(rates, grad)
		for _, i := range free {
			if n.Params()[i] != 0 || grad[i] != 0 {
				t.Fatalf("padding %d holds %v, its gradient %v", i, n.Params()[i], grad[i])
			}
		}
		p.Forward(1)
		wantAnswers(t, "after learning", answers(p, 1), [][]float64{newReference(t, n).forward(inputs[0])})
	})
}

// Learning takes the loss down: all five outputs reach their targets.
func TestStepLearns(t *testing.T) {
	for _, activation := range []Activation{Sigmoid, Tanh, ReLU} {
		for _, hidden := range [][]int{{17}, {17, 5}} {
			t.Run(fmt.Sprint(activation, hidden), func(t *testing.T) {
				n := randomNet(t, features.Perspective196{}, activation, hidden...)
				p := passOver(n, randomInputs(3, n.Set().Len())[2:])
				want := [Outputs]float32{0.7, 0.2, 0.05, 0.1, 0.9}
				rates := make([]float32, n.Layers())
				for l := range rates {
					rates[l] = 0.1
				}
				for range 2000 {
					p.Forward(1)
					d := *p.Output(0)
					for k := range d {
						d[k] -= want[k]
					}
					p.Step(&d, rates)
				}
				p.Forward(1)
				for k, got := range p.Output(0) {
					if math.Abs(float64(got-want[k])) > 0.01 {
						t.Errorf("output %d is %v, taught %v", k, got, want[k])
					}
				}
			})
		}
	}
}

func TestPassesDoNotAllocate(t *testing.T) {
	for _, hidden := range [][]int{{100}, {40, 17}} {
		n := randomNet(t, features.Perspective196{}, Sigmoid, hidden...)
		p := passOver(n, randomInputs(20, n.Set().Len()))
		grad := make([]float32, len(n.Params()))
		d := randomDerivatives(20)
		rates := make([]float32, n.Layers())
		p.Forward(20)
		p.Backward(grad, d, 20) // makes its buffers on first use
		for name, f := range map[string]func(){
			"Forward":         func() { p.Forward(20) },
			"ForwardSparse":   func() { p.ForwardSparse(20) },
			"SetBase":         func() { p.SetBase() },
			"ForwardFromBase": func() { p.ForwardFromBase(20) },
			"Backward":        func() { p.Forward(20); p.Backward(grad, d, 20) },
			"Step":            func() { p.Forward(1); p.Step((*[Outputs]float32)(d), rates) },
			"AddScaled":       func() { n.AddScaled(rates, grad) },
			"Copy":            func() { n.Copy(n) },
		} {
			if got := testing.AllocsPerRun(10, f); got != 0 {
				t.Errorf("%v: %s allocates %v times", n.Spec(), name, got)
			}
		}
	}
}
