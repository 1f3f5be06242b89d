package kernel

import (
	"fmt"
	"math"
	"testing"
)

func vectorProblems(a *arena) (all []*problem) {
	for _, n := range vectorSizes {
		x, dst := a.vector(n), a.vector(n)
		p := &problem{name: fmt.Sprintf("Axpy/n=%d", n), dst: dst, run: func() { Axpy(dst, -0.3, x) }}
		sums := starts(dst)
		for i := range sums {
			sums[i].add(-0.3, x[i])
		}
		p.expect(sums)
		all = append(all, p)

		scaled := a.vector(n)
		p = &problem{name: fmt.Sprintf("Scale/n=%d", n), dst: scaled, run: func() { Scale(scaled, 1.7) }}
		sums = make([]sum, n)
		for i := range sums {
			sums[i].add(1.7, scaled[i])
		}
		p.expect(sums)
		all = append(all, p)
		all = append(all, activationProblems(a, n)...)
		all = append(all, slopeProblems(a, n)...)
	}
	return all
}

// activationProblems are calls in place of every activation. How exact they are
// is tested elsewhere, over many more arguments.
func activationProblems(a *arena, n int) (all []*problem) {
	for _, f := range activations {
		dst := a.vector(n)
		for i := range dst {
			dst[i] *= 12
		}
		p := &problem{name: fmt.Sprintf("%s/n=%d", f.name, n), dst: dst, run: func() { f.apply(dst, dst) }}
		for _, x := range dst {
			p.want = append(p.want, f.want(float64(x)))
			p.tol = append(p.tol, f.tol)
		}
		all = append(all, p)
	}
	return all
}

// slopeProblems are calls of the slopes, for results y in ±1.
func slopeProblems(a *arena, n int) (all []*problem) {
	for _, f := range []struct {
		name  string
		apply func(g, y []float32)
		slope func(y float64) float64
	}{
		{"SigmoidGrad", SigmoidGrad, func(y float64) float64 { return y * (1 - y) }},
		{"TanhGrad", TanhGrad, func(y float64) float64 { return 1 - y*y }},
		{"ReLUGrad", ReLUGrad, func(y float64) float64 { return math.Ceil(max(0, y)) }},
	} {
		g, y := a.vector(n), a.sparse(n)
		p := &problem{name: fmt.Sprintf("%s/n=%d", f.name, n), dst: g, run: func() { f.apply(g, y) }}
		for i := range g {
			p.want = append(p.want, float64(g[i])*f.slope(float64(y[i])))
			p.tol = append(p.tol, 4*0x1p-24*max(1, math.Abs(float64(y[i])))) // four roundings of numbers up to 2
		}
		all = append(all, p)
	}
	return all
}

// activations are the activations with their references and the errors that
// their documentation allows.
var activations = []struct {
	name  string
	apply func(dst, x []float32)
	want  func(float64) float64
	tol   float64
}{
	{"Sigmoid", Sigmoid, func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }, 1e-7},
	{"Tanh", Tanh, math.Tanh, 2e-7},
	{"ReLU", ReLU, func(x float64) float64 { return max(0, x) }, 0},
}

// arguments calls f with many floats a batch of 4096 at a time: every 1009th of
// all there are but NaN, then a fine sweep of ±25.
func arguments(f func(x []float32)) {
	var x []float32
	add := func(v float32) {
		if v != v {
			return
		}
		if x = append(x, v); len(x) == 4096 {
			f(x)
			x = x[:0]
		}
	}
	for b := uint64(0); b < 1<<32; b += 1009 {
		add(math.Float32frombits(uint32(b)))
	}
	for v := -25.0; v <= 25; v += 1e-5 {
		add(float32(v))
	}
}

// TestActivationError measures the errors of the activations. Sigmoid's is
// absolute, for it answers with probabilities; Tanh's is also relative.
func TestActivationError(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		var worst, relative [3]float64
		y := make([]float32, 4096)
		arguments(func(x []float32) {
			for k, f := range activations {
				f.apply(y, x)
				for i, got := range y {
					want := f.want(float64(x[i]))
					off := math.Abs(float64(got) - want)
					if !(off <= f.tol) && !math.IsInf(want, 0) {
						t.Fatalf("%s(%v) = %v, want %v", f.name, x[i], got, want)
					}
					worst[k] = max(worst[k], off)
					if math.Abs(want) > 1e-37 && !math.IsInf(want, 0) {
						relative[k] = max(relative[k], off/math.Abs(want))
					}
				}
			}
		})
		for k, f := range activations {
			t.Logf("%s: absolute error up to %.2e, relative up to %.2e", f.name, worst[k], relative[k])
		}
		if relative[1] > 3e-7 {
			t.Errorf("the relative error of Tanh reaches %.2e, want at most 3e-7", relative[1])
		}
	})
}

// TestActivationSpecials covers infinities, NaN and other special numbers.
func TestActivationSpecials(t *testing.T) {
	inf := float32(math.Inf(1))
	nan := float32(math.NaN())
	x := []float32{0, float32(math.Copysign(0, -1)), 1e-45, -1e-45, 1e-38, -1e-38, 88, -88, 104, -104, 1e30, -1e30, math.MaxFloat32, inf, -inf, nan}
	eachLevel(t, func(t *testing.T) {
		y := make([]float32, len(x))
		for _, f := range activations {
			f.apply(y, x)
			for i, got := range y {
				want := f.want(float64(x[i]))
				switch off := math.Abs(float64(got) - want); {
				case x[i] != x[i]:
					if got == got {
						t.Errorf("%s(NaN) = %v, want NaN", f.name, got)
					}
				case math.IsInf(want, 0):
					if float64(got) != want {
						t.Errorf("%s(%v) = %v, want %v", f.name, x[i], got, want)
					}
				case !(off <= f.tol):
					t.Errorf("%s(%v) = %v, want %v", f.name, x[i], got, want)
				}
			}
		}
	})
}
