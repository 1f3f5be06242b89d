package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// bench runs f on every level, plain Go being the naive sibling, and reports
// how many units of work it does in a second.
func bench(b *testing.B, size, unit string, work int, f func()) {
	for _, l := range levels() {
		b.Run(fmt.Sprintf("kernel=%s/%s", levelNames[l], size), func(b *testing.B) {
			use(b, l)
			b.ReportAllocs()
			for b.Loop() {
				f()
			}
			b.ReportMetric(float64(work)*float64(b.N)/b.Elapsed().Seconds()/1e9, unit)
		})
	}
}

const (
	gigaflops    = "GFLOP/s"
	gigaelements = "Gelem/s"
	benchInputs  = 208 // a usual description of a position
)

func BenchmarkNonzero(b *testing.B) {
	a := newArena(0)
	x, base := a.sparse(benchInputs), a.sparse(benchInputs)
	for i := range x {
		if i%8 != 0 { // about as few as a position has
			x[i], base[i] = 0, 0
		}
	}
	idx, val := a.index(benchInputs, 1), a.vector(benchInputs)
	b.Run("func=Nonzero", func(b *testing.B) {
		bench(b, "in=208", gigaelements, benchInputs, func() { Nonzero(idx, val, x) })
	})
	b.Run("func=Diff", func(b *testing.B) {
		bench(b, "in=208", gigaelements, benchInputs, func() { Diff(idx, val, x, base) })
	})
}

func BenchmarkAddRows(b *testing.B) {
	for _, out := range []int{112, 128, 256, 512} {
		for _, rows := range []int{4, 30} {
			a := newArena(0)
			acc, w := a.vector(out), a.vector(benchInputs*out)
			idx, val := a.index(rows, benchInputs), a.vector(rows)
			bench(b, fmt.Sprintf("out=%d/rows=%d", out, rows), gigaflops, 2*out*rows, func() { AddRows(acc, w, idx, val) })
		}
	}
}

func BenchmarkUpdateRows(b *testing.B) {
	for _, out := range []int{112, 256} {
		const rows = 30
		a := newArena(0)
		g, w := a.vector(out), a.vector(benchInputs*out)
		idx, val := a.index(rows, benchInputs), a.vector(rows)
		bench(b, fmt.Sprintf("out=%d/rows=%d", out, rows), gigaflops, 2*out*rows, func() { UpdateRows(w, idx, val, g) })
	}
}

func BenchmarkMatVec(b *testing.B) {
	for _, in := range []int{112, 128, 256, 512} {
		const rows = 5
		a := newArena(0)
		dst, w, x, bias := a.vector(rows), a.vector(rows*in), a.vector(in), a.vector(rows)
		bench(b, fmt.Sprintf("rows=%d/in=%d", rows, in), gigaflops, 2*in*rows, func() { MatVec(dst, w, x, bias) })
	}
}

func BenchmarkAxpy(b *testing.B) {
	for _, n := range []int{112, 4096} {
		a := newArena(0)
		dst, x := a.vector(n), a.vector(n)
		bench(b, fmt.Sprintf("n=%d", n), gigaflops, 2*n, func() { Axpy(dst, 1e-9, x) })
	}
}

func BenchmarkActivation(b *testing.B) {
	for _, f := range activations {
		b.Run("func="+f.name, func(b *testing.B) {
			for _, n := range []int{112, 256, 5008} {
				a := newArena(0)
				dst, x := a.vector(n), a.vector(n)
				bench(b, fmt.Sprintf("n=%d", n), gigaelements, n, func() { f.apply(dst, x) })
			}
		})
	}
}

func BenchmarkProduct(b *testing.B) {
	for _, f := range []struct {
		name string
		// product is MulNN, MulTN or MulNT of a batch x of inputs, weights w
		// and a batch y of outputs.
		product func(x, w, y []float32, n, in, out int)
	}{
		{"MulNN", func(x, w, y []float32, n, in, out int) { MulNN(y, x, w, n, in, out) }},
		{"MulTN", func(x, w, y []float32, n, in, out int) { MulTN(w, x, y, n, in, out) }},
		{"MulNT", func(x, w, y []float32, n, in, out int) { MulNT(x, y, w, n, in, out) }},
	} {
		b.Run("func="+f.name, func(b *testing.B) {
			for _, n := range []int{1, 8, 32, 64} {
				for _, width := range []int{256, 512} {
					// Zeros: a sum that grew from call to call would overflow.
					x, w, y := make([]float32, n*width), make([]float32, width*width), make([]float32, n*width)
					bench(b, fmt.Sprintf("n=%d/in=%d/out=%d", n, width, width), gigaflops, 2*n*width*width,
						func() { f.product(x, w, y, n, width, width) })
				}
			}
		})
	}
}

// BenchmarkMulSparse compares MulNN and MulSparse on the outputs of ReLU: a
// share of units is nonzero, and each row changes some of them.
func BenchmarkMulSparse(b *testing.B) {
	const n = 32
	for _, c := range []struct {
		in, out        int
		share, changed float64
	}{{512, 512, 0.27, 0.1}, {512, 512, 0.27, 1}, {1024, 256, 0.14, 0.15}, {1024, 256, 0.14, 1}} {
		x, w, y := sparseRowsOf(n, c.in, c.share, c.changed), make([]float32, c.in*c.out), make([]float32, n*c.out)
		start := make([]float32, c.out)
		size := fmt.Sprintf("/n=%d/in=%d/out=%d/share=%v/changed=%v", n, c.in, c.out, c.share, c.changed)
		bench(b, "func=MulNN"+size, "Mrows/s", 1000*n, func() { MulNN(y, x, w, n, c.in, c.out) })
		bench(b, "func=MulSparse"+size, "Mrows/s", 1000*n, func() { MulSparse(y, start, x, w, n, c.in, c.out) })
	}
}

// sparseRowsOf returns n rows in which a share of the units is not zero: the
// same ones but for the part that each row changes.
func sparseRowsOf(n, in int, share, changed float64) []float32 {
	rng := rand.New(rand.NewPCG(1, 2))
	on := make([]bool, in)
	for j := range on {
		on[j] = rng.Float64() < share
	}
	x := make([]float32, n*in)
	for i := range x {
		active := on[i%in]
		if rng.Float64() < changed {
			active = rng.Float64() < share
		}
		if active {
			x[i] = rng.Float32()
		}
	}
	return x
}

// BenchmarkStrict compares the strict kernels with the faster ones.
func BenchmarkStrict(b *testing.B) {
	for _, out := range []int{16, 128} {
		for _, rows := range []int{4, 44} {
			a := newArena(0)
			acc, w := a.vector(out), a.vector(benchInputs*out)
			idx, val := a.index(rows, benchInputs), a.vector(rows)
			size := fmt.Sprintf("/out=%d/rows=%d", out, rows)
			bench(b, "func=AddRows"+size, gigaflops, 2*out*rows, func() { AddRows(acc, w, idx, val) })
			bench(b, "func=AddRowsStrict"+size, gigaflops, 2*out*rows, func() { AddRowsStrict(acc, w, idx, val) })
		}
	}
	for _, in := range []int{16, 128} {
		for _, n := range []int{1, 4, 20} {
			const k = HeadOutputs
			a := newArena(0)
			dst, w, x, bias := a.vector(n*k), a.vector(k*in), a.vector(n*in), a.vector(k)
			size := fmt.Sprintf("/n=%d/in=%d", n, in)
			bench(b, "func=MatVec"+size, gigaflops, 2*n*in*k, func() {
				for i := range n {
					MatVec(dst[i*k:(i+1)*k], w, x[i*in:(i+1)*in], bias)
				}
			})
			bench(b, "func=HeadStrict"+size, gigaflops, 2*n*in*k, func() { HeadStrict(dst, x, w, bias, n, in) })
		}
	}
	for _, n := range []int{16, 128, 2560} {
		a := newArena(0)
		dst, x := a.vector(n), a.vector(n)
		Scale(x, 100)
		size := fmt.Sprintf("/n=%d", n)
		bench(b, "func=Sigmoid"+size, gigaelements, n, func() { Sigmoid(dst, x) })
		bench(b, "func=GnubgSigmoid"+size, gigaelements, n, func() { GnubgSigmoid(dst, x, 0.1) })
	}
}
