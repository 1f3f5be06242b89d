package kernel

import (
	"fmt"
	"math"
	"testing"
)

// adam is a step of Adam after some earlier steps.
var adam = Adam{
	MeanKeep: 0.9, MeanAdd: 0.1, SquareKeep: 0.999, SquareAdd: 0.001,
	Scale: 20, Epsilon: 1e-8, Length: 0.25,
}

// optimizeVectors returns parameters, two moments, of which the second is not
// negative, and a gradient; of the last group, which is padding, all are zero.
func optimizeVectors(a *arena, n int) (w, first, second, g []float32) {
	w, first, second, g = a.vector(n), a.vector(n), a.vector(n), a.vector(n)
	for i := range second {
		second[i] = second[i] * second[i]
		if i >= n-Lanes {
			w[i], first[i], second[i], g[i] = 0, 0, 0, 0
		}
	}
	return w, first, second, g
}

// TestAdamStep compares a step with one in float64. Each of its roundings, of
// which there are at most eight between the gradient and the step, may move the
// step by 2⁻²⁴ of what enters it; sums of the means are bounded by the sums of
// their terms.
func TestAdamStep(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, n := range vectorSizes {
			a := newArena(n % 5)
			w, mean, square, g := optimizeVectors(a, n)
			var want, tol [3][]float64
			for i, d := range g {
				b, x, m, s := &adam, float64(d), float64(mean[i]), float64(square[i])
				m1, m2 := float64(b.MeanKeep)*m, float64(b.MeanAdd)*x
				s = float64(b.SquareKeep)*s + float64(b.SquareAdd)*x*x
				root := math.Sqrt(float64(b.Scale)*s) + float64(b.Epsilon)
				step := float64(b.Length) * (m1 + m2) / root
				reach := float64(b.Length) * (math.Abs(m1) + math.Abs(m2)) / root
				for k, v := range []float64{float64(w[i]) - step, m1 + m2, s} {
					want[k] = append(want[k], v)
				}
				for k, v := range []float64{math.Abs(float64(w[i])) + reach, math.Abs(m1) + math.Abs(m2), s} {
					tol[k] = append(tol[k], 8*0x1p-24*v)
				}
			}
			if !AdamStep(w, mean, square, g, &adam) {
				t.Error("finite parameters are said not to be")
			}
			for k, got := range [][]float32{w, mean, square} {
				p := problem{name: fmt.Sprint(k), dst: got, want: want[k], tol: tol[k]}
				p.check(t)
			}
			a.check(t)
		}
	})
}

// TestMomentumStep compares a step with sums in float64.
func TestMomentumStep(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, n := range vectorSizes {
			a := newArena(n % 5)
			w, v, _, g := optimizeVectors(a, n)
			velocities, params := starts(g), starts(w)
			for i := range v {
				velocities[i].add(0.9, v[i])
				params[i].add(-0.1, 0.9, v[i])
				params[i].add(-0.1, g[i])
			}
			of, to := problem{dst: v}, problem{dst: w}
			of.expect(velocities)
			to.expect(params)
			if !MomentumStep(w, v, g, 0.9, 0.1) {
				t.Error("finite parameters are said not to be")
			}
			of.check(t)
			to.check(t)
			a.check(t)
		}
	})
}

// TestOptimizeSameBits holds AVX2 to the bits of AVX-512.
func TestOptimizeSameBits(t *testing.T) {
	if best() != levelAVX512 {
		t.Skip("needs AVX-512")
	}
	var results [2][][]float32
	for i, l := range []level{levelAVX2, levelAVX512} {
		use(t, l)
		w, mean, square, g := optimizeVectors(newArena(0), 528)
		AdamStep(w, mean, square, g, &adam)
		MomentumStep(w, mean, g, 0.9, 0.1)
		results[i] = [][]float32{w, mean, square}
	}
	for k := range results[0] {
		sameBits(t, fmt.Sprint(k), results[1][k], results[0][k])
	}
}

// TestNotFinite puts something that is not finite at every place.
func TestNotFinite(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		const n = 48
		for i := range n {
			for _, bad := range []float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1))} {
				w, mean, square, g := optimizeVectors(newArena(0), n)
				w[i] = bad
				if AdamStep(w, mean, square, g, &adam) {
					t.Errorf("AdamStep finds %v at %d finite", bad, i)
				}
				w[i] = 0
				g[i] = bad
				if MomentumStep(w, mean, g, 0.9, 0.1) {
					t.Errorf("MomentumStep finds %v at %d finite", bad, i)
				}
			}
		}
	})
}
