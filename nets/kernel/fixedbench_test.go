package kernel

import (
	"fmt"
	"testing"
)

// BenchmarkMulFixed multiplies the values of the first hidden layer of trained nets for the
// plays of a roll, by integers and by floats: 15 % of the units are not zero in any play,
// 9 % in each.
func BenchmarkMulFixed(b *testing.B) {
	for _, size := range [][2]int{{896, 192}, {2688, 576}} {
		in, out := size[0], size[1]
		a := newArena(0)
		const n, batches = 15, 16
		w, start, dst := a.vector(in*out), a.vector(out), a.vector(n*out)
		var xs [batches][]float32
		common := a.vector(in)
		for k := range xs {
			x, any, each := a.vector(n*in), a.vector(in), a.vector(n*in)
			for i := range x {
				at := i % in
				// Two thirds of the units that are in use are so in all batches.
				if !(common[at] < -0.8 || any[at] < -0.9) || each[i] > 0.2 {
					x[i] = 0
				}
				x[i] = abs(x[i])
			}
			xs[k] = x
		}
		f := NewFixed(w, in, out)
		var room FixedRoom
		k := 0
		for u := integersVNNI; u <= bestIntegers(); u++ {
			b.Run(fmt.Sprintf("in=%d/out=%d/by=%s", in, out, integersNames[u]), func(b *testing.B) {
				before := integers
				integers = u
				defer func() { integers = before }()
				for b.Loop() {
					k++
					MulFixed(dst, start, xs[k%batches], f, n, &room)
				}
				b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
			})
		}
		b.Run(fmt.Sprintf("in=%d/out=%d/by=floats", in, out), func(b *testing.B) {
			for b.Loop() {
				k++
				MulSparse(dst, start, xs[k%batches], w, n, in, out)
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}
