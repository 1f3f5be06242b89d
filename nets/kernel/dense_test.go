package kernel

import (
	"fmt"
	"testing"
)

// denseProblems hold every number of rows and of column groups that a tile can
// have, at every level.
func denseProblems(a *arena) (all []*problem) {
	for _, in := range vectorSizes {
		for _, rows := range append(anySizes, 4, 6, 10, 11) {
			all = append(all, matVecProblem(a, rows, in))
		}
	}
	for _, n := range append(anySizes, 4, 6, 8, 13) {
		for _, in := range append(anySizes, 4, 6, 8, 13) {
			for _, out := range []int{0, 16, 32, 48, 64, 112, 128, 272} {
				all = append(all, productProblems(a, n, in, out)...)
			}
		}
	}
	return all
}

func matVecProblem(a *arena, rows, in int) *problem {
	dst, w, x, bias := a.vector(rows), a.vector(rows*in), a.vector(in), a.vector(rows)
	p := &problem{name: fmt.Sprintf("MatVec/rows=%d/in=%d", rows, in), dst: dst}
	p.run = func() { MatVec(dst, w, x, bias) }
	sums := starts(bias)
	for k := range sums {
		for j := range x {
			sums[k].add(w[k*in+j], x[j])
		}
	}
	p.expect(sums)
	return p
}

// productProblems are the three products between a batch of n rows of inputs, n
// rows of outputs and a matrix of weights, one of which is the result.
func productProblems(a *arena, n, in, out int) []*problem {
	size := fmt.Sprintf("n=%d/in=%d/out=%d", n, in, out)
	x, w, y := a.vector(n*in), a.vector(in*out), a.vector(n*out)
	dstY, dstW, dstX := a.vector(n*out), a.vector(in*out), a.vector(n*in)
	nn := &problem{name: "MulNN/" + size, dst: dstY, run: func() { MulNN(dstY, x, w, n, in, out) }}
	tn := &problem{name: "MulTN/" + size, dst: dstW, run: func() { MulTN(dstW, x, y, n, in, out) }}
	nt := &problem{name: "MulNT/" + size, dst: dstX, run: func() { MulNT(dstX, y, w, n, in, out) }}
	sumsY, sumsW, sumsX := starts(dstY), starts(dstW), starts(dstX)
	for i := range n {
		for j := range in {
			for k := range out {
				sumsY[i*out+k].add(x[i*in+j], w[j*out+k])
				sumsW[j*out+k].add(x[i*in+j], y[i*out+k])
				sumsX[i*in+j].add(y[i*out+k], w[j*out+k])
			}
		}
	}
	nn.expect(sumsY)
	tn.expect(sumsW)
	nt.expect(sumsX)
	return []*problem{nn, tn, nt}
}

// TestRowAlone holds the promise that a row of a batch has the same bits
// wherever it stands and however large the batch is.
func TestRowAlone(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		const most, in, out = 33, 37, 144
		a := newArena(3)
		x, w, start := a.vector(most*in), a.vector(in*out), a.vector(out)
		g, startX := a.vector(most*out), a.vector(in)
		fill := func(start []float32, n int) []float32 {
			dst := make([]float32, 0, n*len(start))
			for range n {
				dst = append(dst, start...)
			}
			return dst
		}
		for n := 1; n <= most; n++ {
			y, back := fill(start, n), fill(startX, n)
			MulNN(y, x[:n*in], w, n, in, out)
			MulNT(back, g[:n*out], w, n, in, out)
			for i := range n {
				alone := fill(start, 1)
				MulNN(alone, x[i*in:][:in], w, 1, in, out)
				sameBits(t, fmt.Sprintf("MulNN: row %d of %d", i, n), y[i*out:][:out], alone)
				alone = fill(startX, 1)
				MulNT(alone, g[i*out:][:out], w, 1, in, out)
				sameBits(t, fmt.Sprintf("MulNT: row %d of %d", i, n), back[i*in:][:in], alone)
			}
		}
	})
}

// TestRowsAlone holds the promise for the rows of a matrix in MatVec.
func TestRowsAlone(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		const rows, in = 12, 112
		a := newArena(0)
		dst, w, x, bias := a.vector(rows), a.vector(rows*in), a.vector(in), a.vector(rows)
		MatVec(dst, w, x, bias)
		for k := range rows {
			alone := a.vector(1)
			MatVec(alone, w[k*in:][:in], x, bias[k:k+1])
			sameBits(t, fmt.Sprintf("row %d", k), dst[k:k+1], alone)
		}
	})
}

// TestSparseIsDense holds the promise that AddRows over the inputs that are not
// zero gives the bits of MulNN over all.
func TestSparseIsDense(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, out := range vectorSizes[1:] {
			const in = 48
			a := newArena(5)
			x, w, dense := a.sparse(in), a.vector(in*out), a.vector(out)
			sparse := append([]float32(nil), dense...)
			idx, val := make([]int32, in), make([]float32, in)
			count := Nonzero(idx, val, x)
			AddRows(sparse, w, idx[:count], val[:count])
			MulNN(dense, x, w, 1, in, out)
			sameBits(t, fmt.Sprintf("out=%d", out), sparse, dense)
		}
	})
}

// TestProductRows holds that parts of a product have the bits of the whole.
func TestProductRows(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		const n, in = 37, 23
		for _, out := range []int{16, 48, 112, 272} {
			a := newArena(1)
			x, g, whole := a.vector(n*in), a.vector(n*out), a.vector(in*out)
			start := append([]float32(nil), whole...)
			MulTN(whole, x, g, n, in, out)
			for from := range in {
				for to := from; to <= in; to++ {
					part := a.vector((to - from) * out)
					copy(part, start[from*out:])
					MulTNRows(part, x, g, n, in, out, from, to)
					sameBits(t, fmt.Sprintf("rows %d to %d", from, to), part, whole[from*out:to*out])
				}
			}
			a.check(t)
		}
	})
}
