package kernel

import (
	"fmt"
	"math"
	"testing"
)

const matrixRows = 40

func sparseProblems(a *arena) (all []*problem) {
	for _, out := range vectorSizes {
		for _, rows := range anySizes {
			w, idx, val := a.vector(matrixRows*out), a.index(rows, matrixRows), a.vector(rows)

			acc := a.vector(out)
			p := &problem{name: fmt.Sprintf("AddRows/out=%d/rows=%d", out, rows), dst: acc}
			p.run = func() { AddRows(acc, w, idx, val) }
			sums := starts(acc)
			for k, row := range idx {
				for i := range sums {
					sums[i].add(val[k], w[int(row)*out+i])
				}
			}
			p.expect(sums)
			all = append(all, p)

			updated, g := a.vector(matrixRows*out), a.vector(out)
			p = &problem{name: fmt.Sprintf("UpdateRows/out=%d/rows=%d", out, rows), dst: updated}
			p.run = func() { UpdateRows(updated, idx, val, g) }
			sums = starts(updated)
			for k, row := range idx {
				for i := range g {
					sums[int(row)*out+i].add(val[k], g[i])
				}
			}
			p.expect(sums)
			all = append(all, p)
		}
	}
	return all
}

// TestCollect holds Nonzero and Diff, which do not round, to the exact answer,
// from no element kept to all.
func TestCollect(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, n := range vectorSizes {
			for _, share := range []float32{0, 0.1, 0.5, 1} {
				a := newArena(n % 7)
				x, base := a.vector(n), a.vector(n)
				for i := range x {
					if (x[i]+1)/2 >= share {
						x[i] = 0
					}
					if (base[i]+1)/2 >= share {
						base[i] = x[i]
					}
				}
				if n > 0 {
					x[n-1] = float32(math.Copysign(0, -1)) // equal to zero as well
				}
				checkCollect(t, a, x, nil, func(idx []int32, val []float32) int { return Nonzero(idx, val, x) })
				checkCollect(t, a, x, base, func(idx []int32, val []float32) int { return Diff(idx, val, x, base) })
			}
		}
	})
}

// checkCollect compares what collect writes with the differences of x from
// base, or from zero.
func checkCollect(t *testing.T, a *arena, x, base []float32, collect func(idx []int32, val []float32) int) {
	t.Helper()
	idx, val := a.index(len(x), matrixRows), a.vector(len(x))
	count := collect(idx, val)
	n := 0
	for i, v := range x {
		var b float32
		if base != nil {
			b = base[i]
		}
		if v == b {
			continue
		}
		if n < count && (idx[n] != int32(i) || val[n] != v-b) {
			t.Fatalf("entry %d of %d is %v at %d, want %v at %d", n, count, val[n], idx[n], v-b, i)
		}
		n++
	}
	if n != count {
		t.Fatalf("found %d of %d, want %d", count, len(x), n)
	}
	a.check(t)
}

func TestNonzeroKeepsNaN(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		x := make([]float32, 16)
		x[3], x[9] = float32(math.NaN()), float32(math.Inf(-1))
		idx, val := make([]int32, 16), make([]float32, 16)
		if n := Nonzero(idx, val, x); n != 2 || idx[0] != 3 || idx[1] != 9 || val[0] == val[0] {
			t.Errorf("got %d: %v %v, want NaN at 3 and -Inf at 9", n, idx[:2], val[:2])
		}
	})
}
