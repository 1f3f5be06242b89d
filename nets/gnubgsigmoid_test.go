package nets

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gammonlab/features"
	"gammonlab/internal/must"
)

// gnubgShapes are the hidden layers that nets of the piecewise sigmoid are
// tested with; its bits are promised for one layer.
var gnubgShapes = [][]int{{1}, {8}, {16}, {17}, {128}, {17, 5}, {40, 16, 3}}

// gnubgNet returns a net that uses the piecewise sigmoid throughout, with
// weights that reach all its pieces.
func gnubgNet(t testing.TB, set features.Set, hidden ...int) *Net {
	t.Helper()
	spec := NewSpec(set, GnubgSigmoid, hidden...)
	spec.Head = GnubgSigmoid
	n := must.Get(New(spec))(t)
	rng := rand.New(rand.NewPCG(6, 6))
	for k, l := range n.layers() {
		limit := 10 / math.Sqrt(float64(min(l.in, typicalInputs)))
		if k == len(hidden) {
			limit = 2
		}
		fill(l, limit, rng)
		for o := range l.out {
			l.b[o] = float32((2*rng.Float64() - 1) * limit)
		}
	}
	return n
}

// piecewise is the definition of the sigmoid in float32, as the test of the
// kernel has it; end is what 1+E is from the limit on.
func piecewise(u, end float32) float32 {
	a := float32(math.Abs(float64(u)))
	den := end
	if a < 10 {
		tenths := float32(a * 10)
		whole := float32(math.Floor(float64(tenths)))
		e := float32(float32(tenths-whole+10) * float32(math.Exp(float64(whole)/10)/10))
		den = e + 1
	}
	if u < 0 {
		return 1 / den
	}
	return 1 - 1/den
}

// strictForward evaluates a net of one hidden layer one float32 operation at a
// time, in the order that gnubg's nets prescribe.
func strictForward(n *Net, x []float32) (y [Outputs]float32) {
	l := &n.hidden[0]
	h := make([]float32, l.out)
	for o := range h {
		sum := l.b[o]
		for i, v := range x {
			if v != 0 {
				sum += float32(v * l.w[i*l.perIn+o])
			}
		}
		h[o] = piecewise(float32(0.1*sum), 19931.369)
	}
	for k := range y {
		var s [4]float32
		for j, v := range h {
			s[j%4] += float32(v * n.head.w[k*n.head.perOut+j])
		}
		y[k] = piecewise((s[0]+s[1]+(s[2]+s[3]))+n.head.b[k], 19931.371)
	}
	return y
}

// TestGnubgForwardBits holds nets of one hidden layer to the bits of their
// definition, dense and sparse, alone and in batches.
func TestGnubgForwardBits(t *testing.T) {
	for _, hidden := range gnubgShapes[:5] {
		n := gnubgNet(t, features.Tesauro198{}, hidden...)
		inputs := randomInputs(31, n.Set().Len())
		var want [][Outputs]float32
		for _, x := range inputs {
			want = append(want, strictForward(n, x))
		}
		p := passOver(n, inputs)
		for _, rows := range []int{31, 1, 2, 3, 4, 5, 8, 20} {
			p.Forward(rows)
			if got := answers(p, rows); !slices.Equal(got, want[:rows]) {
				t.Errorf("%v: %d rows answer %v, want %v", n.Spec(), rows, got, want[:rows])
			}
		}
		for i, x := range inputs {
			fillSparse(p, i, x)
		}
		p.ForwardSparse(31)
		if got := answers(p, 31); !slices.Equal(got, want) {
			t.Errorf("%v: sparse rows answer %v, want %v", n.Spec(), got, want)
		}
	}
}

// By ForwardFromBase a hidden unit may rarely be on the other side of a jump.
func TestGnubgForwardFromBase(t *testing.T) {
	n := gnubgNet(t, features.Perspective196{}, 128)
	inputs := randomInputs(31, n.Set().Len())
	p := passOver(n, inputs)
	p.Forward(31)
	want := answers(p, 31)
	p.SetBase()
	p.ForwardFromBase(31)
	jumps := 0
	for i, got := range answers(p, 31) {
		for k, v := range got {
			switch off := math.Abs(float64(v - want[i][k])); {
			case off > 0.005: // some jumps, through weights up to 2
				t.Errorf("position %d, output %d: got %v, want %v", i, k, v, want[i][k])
			case off > forwardTolerance:
				jumps++
			}
		}
	}
	if jumps > 31*Outputs/20 {
		t.Errorf("%d of %d answers jumped", jumps, 31*Outputs)
	}
}

// sigmoids are two functions that values may follow while slopes are h(1-h):
// the piecewise one, and the logistic one whose slopes these are.
var sigmoids = map[string]func(u float64) float64{
	"piecewise": func(u float64) float64 {
		a := math.Min(math.Abs(u), 10)
		i := math.Min(math.Floor(10*a), 99)
		if a == 10 {
			a = 9.9
		}
		q := 1 / (1 + math.Exp(i/10)*(1+(10*a-i)/10))
		if u < 0 {
			return q
		}
		return 1 - q
	},
	"logistic": func(u float64) float64 { return 1 / (1 + math.Exp(-u)) },
}

// parameter names a weight, or a bias if in is negative.
type parameter struct{ layer, in, out int }

// at returns the index of the parameter in the net's parameters.
func (p parameter) at(n *Net) int {
	l := n.layers()[p.layer]
	if p.in < 0 {
		return l.bAt + p.out
	}
	return l.wAt + p.in*l.perIn + p.out*l.perOut
}

// derivative returns the derivative by a parameter of Σ d·output in float64: it
// carries each value's own derivative along.
func derivative(n *Net, x, d []float32, by parameter, sigmoid func(float64) float64) float64 {
	value, slope := make([]float64, len(x)), make([]float64, len(x))
	for i, v := range x {
		value[i] = float64(v)
	}
	for k, l := range n.layers() {
		beta := 0.1
		if k == len(n.hidden) {
			beta = 1
		}
		next, nextSlope := make([]float64, l.out), make([]float64, l.out)
		for o := range next {
			sum, ds := float64(l.b[o]), 0.0
			for i, v := range value {
				w := float64(l.w[i*l.perIn+o*l.perOut])
				sum += w * v
				ds += w * slope[i]
			}
			if k == by.layer && o == by.out {
				if by.in < 0 {
					ds++
				} else {
					ds += value[by.in]
				}
			}
			h := sigmoid(beta * sum)
			next[o], nextSlope[o] = h, beta*h*(1-h)*ds
		}
		value, slope = next, nextSlope
	}
	total := 0.0
	for k, s := range slope {
		total += float64(d[k]) * s
	}
	return total
}

// TestGnubgGradient compares entries of each layer's gradient with derivatives
// in float64: closely where values follow the pieces, loosely where they are
// logistic. There the exponential is up to 0.5 % larger, which changes an answer
// and its slope by as much in each layer.
func TestGnubgGradient(t *testing.T) {
	const loose = 0.01 // of the largest entry, for each layer
	for _, hidden := range gnubgShapes {
		n := gnubgNet(t, features.Pubeval122{}, hidden...)
		t.Run(n.Spec().String(), func(t *testing.T) {
			inputs := randomInputs(4, n.Set().Len())
			d := randomDerivatives(len(inputs))
			p := passOver(n, inputs)
			p.Forward(len(inputs))
			grad := make([]float32, len(n.Params()))
			p.Backward(grad, d, len(inputs))
			rng := rand.New(rand.NewPCG(7, 7))
			for k, l := range n.layers() {
				var entries []parameter
				for range 12 {
					entries = append(entries, parameter{k, rng.IntN(l.in+1) - 1, rng.IntN(l.out)})
				}
				for name, sigmoid := range sigmoids {
					var want []float64
					for _, by := range entries {
						sum := 0.0
						for i, x := range inputs {
							sum += derivative(n, x, d[i*Outputs:(i+1)*Outputs], by, sigmoid)
						}
						want = append(want, sum)
					}
					most := largest(want)
					for i, by := range entries {
						got := float64(grad[by.at(n)])
						bad := gradientError(got, want[i], most) > 1
						if name == "logistic" {
							bad = math.Abs(got-want[i]) > loose*most*float64(n.Layers())
						}
						if bad {
							t.Errorf("%s: %+v: got %v, want %v", name, by, got, want[i])
						}
					}
				}
			}
		})
	}
}

// TestGnubgLearns teaches a net five targets by Step, which keeps the padding
// zero.
func TestGnubgLearns(t *testing.T) {
	for _, hidden := range [][]int{{17}, {17, 5}} {
		n := gnubgNet(t, features.Perspective196{}, hidden...)
		p := passOver(n, randomInputs(3, n.Set().Len())[2:])
		want := [Outputs]float32{0.7, 0.2, 0.05, 0.1, 0.9}
		rates := slices.Repeat([]float32{0.1}, n.Layers())
		for range 3000 {
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
				t.Errorf("%v: output %d is %v, taught %v", hidden, k, got, want[k])
			}
		}
		for _, i := range padding(n) {
			if n.Params()[i] != 0 {
				t.Fatalf("%v: padding %d holds %v", hidden, i, n.Params()[i])
			}
		}
	}
}

func TestGnubgPassesDoNotAllocate(t *testing.T) {
	n := gnubgNet(t, features.Perspective196{}, 40)
	p := passOver(n, randomInputs(20, n.Set().Len()))
	for name, f := range map[string]func(){
		"Forward":         func() { p.Forward(20) },
		"ForwardSparse":   func() { p.ForwardSparse(20) },
		"ForwardFromBase": func() { p.SetBase(); p.ForwardFromBase(20) },
	} {
		if got := testing.AllocsPerRun(10, f); got != 0 {
			t.Errorf("%s allocates %v times", name, got)
		}
	}
}

func TestSetSparsePanics(t *testing.T) {
	p := gnubgNet(t, features.Perspective196{}, 1).NewPass(1)
	for _, count := range []int{-1, 197} {
		t.Run(fmt.Sprint(count), func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			p.SetSparse(0, count)
		})
	}
}

func TestHeadActivation(t *testing.T) {
	for head, want := range map[Activation]Activation{"": Sigmoid, Sigmoid: Sigmoid, GnubgSigmoid: GnubgSigmoid} {
		spec := NewSpec(features.Perspective196{}, GnubgSigmoid, 8)
		spec.Head = head
		if got := spec.HeadActivation(); got != want || spec.Validate() != nil {
			t.Errorf("%q: got %q, %v", head, got, spec.Validate())
		}
	}
}
