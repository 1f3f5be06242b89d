package kernel

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"testing"
)

// strictProblem is one call of a strict kernel with the exact bits that it
// should write.
type strictProblem struct {
	name string
	run  func()
	dst  []float32
	want []float32
}

// strictProblems returns the table of the strict kernels, in fresh slices that
// start offset floats into their allocations.
func strictProblems(offset int) (all []strictProblem, a *arena) {
	a = newArena(offset)
	for _, out := range vectorSizes {
		for _, rows := range anySizes {
			all = append(all, addRowsStrictProblem(a, rows, out))
		}
	}
	for n := range 20 {
		for _, in := range []int{0, 16, 32, 48, 128, 272} {
			all = append(all, headStrictProblem(a, n, in))
		}
	}
	for _, n := range vectorSizes {
		all = append(all, gnubgProblems(a, n)...)
	}
	return all, a
}

func addRowsStrictProblem(a *arena, rows, out int) strictProblem {
	w, idx, val := a.vector(matrixRows*out), a.index(rows, matrixRows), a.sparse(rows)
	for k := range val {
		if k%3 == 0 {
			val[k] = 1
		}
	}
	acc := a.vector(out)
	p := strictProblem{name: fmt.Sprintf("AddRowsStrict/out=%d/rows=%d", out, rows), dst: acc}
	p.run = func() { AddRowsStrict(acc, w, idx, val) }
	for i, s := range acc {
		for k, row := range idx {
			product := float32(float64(val[k]) * float64(w[int(row)*out+i])) // exact before the conversion
			s += product
		}
		p.want = append(p.want, s)
	}
	return p
}

func headStrictProblem(a *arena, n, in int) strictProblem {
	dst, x, w, bias := a.vector(n*HeadOutputs), a.vector(n*in), a.vector(HeadOutputs*in), a.vector(HeadOutputs)
	p := strictProblem{name: fmt.Sprintf("HeadStrict/n=%d/in=%d", n, in), dst: dst}
	p.run = func() { HeadStrict(dst, x, w, bias, n, in) }
	for i := range n {
		for k, b := range bias {
			var s [4]float32
			for j := range in {
				product := float32(float64(x[i*in+j]) * float64(w[k*in+j]))
				s[j%4] += product
			}
			p.want = append(p.want, ((s[0]+s[1])+(s[2]+s[3]))+b)
		}
	}
	return p
}

// gnubgProblems are calls in place of both forms of the piecewise sigmoid.
func gnubgProblems(a *arena, n int) (all []strictProblem) {
	for _, f := range gnubgForms {
		dst := a.vector(n)
		p := strictProblem{name: fmt.Sprintf("%s/n=%d", f.name, n), dst: dst, run: func() { f.apply(dst, dst) }}
		for i := range dst {
			dst[i] *= 12 / f.beta
			p.want = append(p.want, gnubgReference(dst[i], f.beta, f.end))
		}
		all = append(all, p)
	}
	return all
}

// gnubgForms are the two forms of the piecewise sigmoid, with what 1+E is from
// the limit on.
var gnubgForms = []struct {
	name  string
	apply func(dst, x []float32)
	beta  float32
	end   float32
}{
	{"GnubgSigmoid", func(dst, x []float32) { GnubgSigmoid(dst, x, 0.1) }, 0.1, 19931.369},
	{"GnubgHead", GnubgHead, 1, 19931.370438230298},
}

// gnubgReference is the piecewise sigmoid by its definition: products are exact
// in float64, and each is rounded to float32.
func gnubgReference(x, beta, end float32) float32 {
	u := float32(float64(beta) * float64(x))
	a := float32(math.Abs(float64(u)))
	den := end
	if a < 10 {
		tenths := float32(float64(a) * 10)
		i := math.Floor(float64(tenths))
		t := float32(math.Exp(i/10) / 10)
		g := float32(10 - i + float64(tenths))
		e := float32(float64(g) * float64(t))
		den = e + 1
	}
	q := 1 / den
	if u < 0 {
		return q
	}
	return 1 - q
}

// TestStrict holds every strict kernel of every level to the bits of its
// definition.
func TestStrict(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, offset := range []int{0, 1, 7} {
			all, a := strictProblems(offset)
			for _, p := range all {
				p.run()
				sameBits(t, p.name, p.dst, p.want)
			}
			a.check(t)
		}
	})
}

// TestStrictBits compares the bits of the table above with stored ones, which
// are equal at all levels and on all machines.
func TestStrictBits(t *testing.T) {
	const want = uint64(0x34f4365692bf5aa)
	eachLevel(t, func(t *testing.T) {
		all, _ := strictProblems(0)
		hash := fnv.New64a()
		for _, p := range all {
			p.run()
			for _, v := range p.dst {
				var b [4]byte
				binary.LittleEndian.PutUint32(b[:], math.Float32bits(v))
				hash.Write(b[:])
			}
		}
		if got := hash.Sum64(); got != want {
			t.Errorf("got %#x, want %#x", got, want)
		}
	})
}

// TestGnubgArguments compares the piecewise sigmoid with its definition, and
// loosely with the logistic function, over many arguments of every size.
func TestGnubgArguments(t *testing.T) {
	// At most 1 - 1.1/exp(0.1) too low an exponential, times the steepest slope.
	const off = 0.0012
	eachLevel(t, func(t *testing.T) {
		y := make([]float32, 4096)
		batches := 0
		arguments(func(x []float32) {
			if batches++; testing.Short() && batches%8 != 0 {
				return
			}
			for _, f := range gnubgForms {
				f.apply(y, x)
				for i, got := range y {
					want := gnubgReference(x[i], f.beta, f.end)
					if math.Float32bits(got) != math.Float32bits(want) {
						t.Fatalf("%s(%v) = %v, want %v", f.name, x[i], got, want)
					}
					logistic := 1 / (1 + math.Exp(-float64(f.beta)*float64(x[i])))
					if !(math.Abs(float64(got)-logistic) <= off) {
						t.Fatalf("%s(%v) = %v, far from %v", f.name, x[i], got, logistic)
					}
				}
			}
		})
	})
}

// TestGnubgJumps goes to both sides of every jump.
func TestGnubgJumps(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, f := range gnubgForms {
			for i := range 110 {
				edge := float32(float64(i) / 10 / float64(f.beta))
				var x [2 * Lanes]float32
				for k := range x {
					x[k] = math.Float32frombits(math.Float32bits(edge) + uint32(k%Lanes))
					if i > 0 {
						x[k] = math.Float32frombits(math.Float32bits(edge) + uint32(k%Lanes) - Lanes/2)
					}
					if k >= Lanes {
						x[k] = -x[k]
					}
				}
				y := x
				f.apply(y[:], y[:])
				for k, got := range y {
					if want := gnubgReference(x[k], f.beta, f.end); math.Float32bits(got) != math.Float32bits(want) {
						t.Errorf("%s(%v) = %v, want %v", f.name, x[k], got, want)
					}
				}
			}
		}
	})
}

func TestGnubgSpecials(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	x := []float32{0, float32(math.Copysign(0, -1)), 1e-45, -1e-45, 1e30, -1e30, inf, -inf, nan, -nan, 100, -100, 10, -10, math.MaxFloat32, -math.MaxFloat32}
	eachLevel(t, func(t *testing.T) {
		y := make([]float32, len(x))
		for _, f := range gnubgForms {
			f.apply(y, x)
			for i, got := range y {
				if x[i] != x[i] {
					if got == got {
						t.Errorf("%s(NaN) = %v, want NaN", f.name, got)
					}
				} else if want := gnubgReference(x[i], f.beta, f.end); got != want {
					t.Errorf("%s(%v) = %v, want %v", f.name, x[i], got, want)
				}
			}
		}
	})
}

// TestHeadStrictRowAlone holds the promise that a row has the same bits in
// batches of every size.
func TestHeadStrictRowAlone(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		const most, in = 19, 48
		a := newArena(3)
		x, w, bias := a.vector(most*in), a.vector(HeadOutputs*in), a.vector(HeadOutputs)
		for n := 1; n <= most; n++ {
			together := a.vector(n * HeadOutputs)
			HeadStrict(together, x[:n*in], w, bias, n, in)
			for i := range n {
				alone := a.vector(HeadOutputs)
				HeadStrict(alone, x[i*in:][:in], w, bias, 1, in)
				sameBits(t, fmt.Sprintf("row %d of %d", i, n), together[i*HeadOutputs:][:HeadOutputs], alone)
			}
		}
	})
}

func TestStrictAllocs(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		const n, in = 7, 32
		a := newArena(0)
		x, w, bias, y := a.vector(n*in), a.vector(HeadOutputs*in), a.vector(HeadOutputs), a.vector(n*HeadOutputs)
		idx, val := a.index(2, HeadOutputs), a.vector(2)
		for name, f := range map[string]func(){
			"GnubgSigmoid":  func() { GnubgSigmoid(x, x, 0.1) },
			"GnubgHead":     func() { GnubgHead(x, x) },
			"AddRowsStrict": func() { AddRowsStrict(x[:in], w, idx, val) },
			"HeadStrict":    func() { HeadStrict(y, x, w, bias, n, in) },
		} {
			if got := testing.AllocsPerRun(10, f); got != 0 {
				t.Errorf("%s allocates %v times", name, got)
			}
		}
	})
}
