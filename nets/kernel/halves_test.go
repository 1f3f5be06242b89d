package kernel

import (
	"fmt"
	"math"
	"testing"
)

// eachHalves runs a test on every version of the products of bfloat16 that this CPU and
// build can run.
func eachHalves(t *testing.T, test func(t *testing.T)) {
	for u := halvesGo; u <= bestHalves(); u++ {
		t.Run("halves="+halvesNames[u], func(t *testing.T) {
			before := halves
			halves = u
			t.Cleanup(func() { halves = before })
			test(t)
		})
	}
}

// TestMulHalves compares the packed factors and their products with those of plain Go, to
// the bit, and with the exact product of the rounded values. Small numbers are flushed.
func TestMulHalves(t *testing.T) {
	eachHalves(t, func(t *testing.T) {
		for _, n := range []int{16, 48, 64} {
			for _, depth := range []int{16, 32, 48, 96} {
				for _, out := range []int{16, 32, 80} {
					for _, scale := range []float32{1, 1e-20} {
						checkMulHalves(t, n, depth, out, scale)
					}
				}
			}
		}
	})
}

func checkMulHalves(t *testing.T, n, depth, out int, scale float32) {
	t.Helper()
	name := fmt.Sprintf("n=%d/depth=%d/out=%d/scale=%v", n, depth, out, scale)
	a := newArena(5)
	x, w := a.vector(n*depth), a.vector(depth*out)
	for _, v := range [][]float32{x, w} {
		for i := range v {
			v[i] *= scale
		}
	}
	var left, right Halves
	left.Resize(n, depth)
	right.Resize(out, depth)
	left.PackLeft(0, 0, Block{x, n, depth, depth})
	right.PackRight(0, 0, Block{w, depth, out, out})
	for i := range n {
		for k := range depth {
			if got, want := left.at(i, k, true), roundHalf(x[i*depth+k]); got != want {
				t.Fatalf("%s: left factor %d,%d is %x, want %x", name, i, k, got, want)
			}
		}
	}
	for i := range depth {
		for k := range out {
			if got, want := right.at(k, i, false), roundHalf(w[i*out+k]); got != want {
				t.Fatalf("%s: right factor %d,%d is %x, want %x", name, i, k, got, want)
			}
		}
	}
	start := a.vector(out)
	got, want := a.vector(n*out), make([]float32, n*out)
	MulHalves(got, out, start, &left, 0, n, &right, 0)
	mulHalvesGo(want, out, start, &left, 0, n/tileLines, &right, 0)
	sameBits(t, name, got, want)
	part := a.vector(16 * 16) // the last rows and columns alone
	MulHalves(part, 16, start[out-16:], &left, n-16, n, &right, out-16)
	for r := range 16 {
		sameBits(t, name, part[r*16:][:16], want[(n-16+r)*out+out-16:][:16])
	}
	a.check(t)
	for i := range n {
		for k := range out {
			exact := float64(start[k])
			for j := range depth {
				exact += highHalf(uint32(roundHalf(x[i*depth+j]))<<16) * highHalf(uint32(roundHalf(w[j*out+k]))<<16)
			}
			if miss := math.Abs(float64(want[i*out+k]) - exact); miss > 1e-6*float64(depth)*float64(scale*scale)+1e-7 {
				t.Fatalf("%s: element %d,%d is %v, want %v", name, i, k, want[i*out+k], exact)
			}
		}
	}

	// The factors of the transposes have the same lines.
	var leftT, rightT Halves
	leftT.Resize(out, depth)
	leftT.PackLeftT(0, 0, Block{w, depth, out, out})
	rightT.Resize(n, depth)
	rightT.PackRightT(0, 0, Block{x, n, depth, depth})
	for k := range depth {
		for i := range n {
			if rightT.at(i, k, false) != left.at(i, k, true) {
				t.Fatalf("%s: right factor of the transpose %d,%d differs", name, i, k)
			}
		}
		for i := range out {
			if leftT.at(i, k, true) != right.at(i, k, false) {
				t.Fatalf("%s: left factor of the transpose %d,%d differs", name, i, k)
			}
		}
	}
}

// at returns a value of a line of a factor.
func (h *Halves) at(line, k int, left bool) uint16 {
	row, column := line%tileLines, k%tileDepth/2
	if !left {
		row, column = column, row
	}
	return uint16(h.tile(line/tileLines, k/tileDepth)[row*Lanes+column] >> (k % 2 * 16))
}

// TestPackOddRows packs rows that do not fill a tile: zeros follow.
func TestPackOddRows(t *testing.T) {
	eachHalves(t, func(t *testing.T) {
		a := newArena(2)
		for _, rows := range []int{1, 2, 31, 33} {
			x := a.vector(rows * 32)
			var h Halves
			h.Resize(32, 64)
			for i := range h.words {
				h.words[i] = math.MaxUint32
			}
			h.PackRight(0, 0, Block{x, rows, 32, 32})
			for line := range 32 {
				for k := range (rows + 31) / 32 * 32 {
					want := uint16(0)
					if k < rows {
						want = roundHalf(x[k*32+line])
					}
					if got := h.at(line, k, false); got != want {
						t.Fatalf("%d rows: value %d of line %d is %x, want %x", rows, k, line, got, want)
					}
				}
			}
		}
	})
}

// BenchmarkMulHalves multiplies by the layers of large nets, forward and for a gradient.
func BenchmarkMulHalves(b *testing.B) {
	if halves == halvesGo {
		b.Skip("no matrix unit")
	}
	for _, c := range [][3]int{{64, 2688, 576}, {128, 2688, 576}, {64, 576, 2688}, {128, 256, 2688}, {32, 1024, 576}, {32, 1024, 2688}, {64, 896, 192}} {
		b.Run(fmt.Sprintf("n=%d/depth=%d/out=%d", c[0], c[1], c[2]), func(b *testing.B) {
			var left, right Halves
			left.Resize(c[0], c[1])
			right.Resize(c[2], c[1])
			for _, h := range []*Halves{&left, &right} {
				for i := range h.words { // untouched memory is one page of zeros
					h.words[i] = 0x3f803f80
				}
			}
			dst, start := make([]float32, c[0]*c[2]), make([]float32, c[2])
			for b.Loop() {
				MulHalves(dst, c[2], start, &left, 0, c[0], &right, 0)
			}
			b.ReportMetric(2*float64(c[0]*c[1]*c[2])*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
}
