package kernel

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// levels are the levels that this CPU and build can run.
func levels() []level {
	var all []level
	for l := range levelNames {
		if best().supports(level(l)) {
			all = append(all, level(l))
		}
	}
	return all
}

// use makes a level the one in use until the test ends.
func use(t testing.TB, l level) {
	before := current
	current = l
	t.Cleanup(func() { current = before })
}

// eachLevel runs a test on every level.
func eachLevel(t *testing.T, test func(t *testing.T)) {
	for _, l := range levels() {
		t.Run("kernel="+levelNames[l], func(t *testing.T) {
			use(t, l)
			test(t)
		})
	}
}

// Guard cells lie around every slice that a kernel gets: a NaN that is read
// spoils the result, and one that is written is missed.
const guards = 24

var (
	guardFloat = math.Float32frombits(0x7fc0_beef)
	guardInt   = int32(math.MinInt32 + 0xbeef)
)

// arena returns slices between guard cells, filled from a seed.
type arena struct {
	rng    *rand.Rand
	offset int // floats from the start of an allocation, for unaligned starts
	floats [][]float32
	ints   [][]int32
}

func newArena(offset int) *arena {
	return &arena{rng: rand.New(rand.NewPCG(1, 1)), offset: offset}
}

// vector returns n floats, uniform in ±1.
func (a *arena) vector(n int) []float32 {
	all := slices.Repeat([]float32{guardFloat}, guards+a.offset+n+guards)
	a.floats = append(a.floats, all)
	v := all[guards+a.offset:][:n:n]
	for i := range v {
		v[i] = 2*a.rng.Float32() - 1
	}
	return v
}

// sparse returns n floats of which two in three are zero.
func (a *arena) sparse(n int) []float32 {
	v := a.vector(n)
	for i := range v {
		if a.rng.IntN(3) > 0 {
			v[i] = 0
		}
	}
	return v
}

// index returns n numbers below most, in no order and with repeats.
func (a *arena) index(n, most int) []int32 {
	all := slices.Repeat([]int32{guardInt}, guards+a.offset+n+guards)
	a.ints = append(a.ints, all)
	v := all[guards+a.offset:][:n:n]
	for i := range v {
		v[i] = int32(a.rng.IntN(most))
	}
	return v
}

// check fails the test if a guard cell was written.
func (a *arena) check(t *testing.T) {
	t.Helper()
	for _, all := range a.floats {
		for i, f := range all {
			inside := i >= guards+a.offset && i < len(all)-guards
			if !inside && math.Float32bits(f) != math.Float32bits(guardFloat) {
				t.Fatalf("guard cell %d around %d floats was written", i-guards-a.offset, len(all)-2*guards-a.offset)
			}
		}
	}
	for _, all := range a.ints {
		for i, n := range all {
			inside := i >= guards+a.offset && i < len(all)-guards
			if !inside && n != guardInt {
				t.Fatalf("guard cell %d around %d ints was written", i-guards-a.offset, len(all)-2*guards-a.offset)
			}
		}
	}
}

// problem is one call of a kernel with its expected results.
type problem struct {
	name string
	run  func()
	dst  []float32 // what run writes
	want []float64
	tol  []float64 // for each element, from the length of its sum
}

// sum is a reference for one element: its value, and the bound on the error of
// any order of summation with a rounding after every operation, which is
// (number of terms)·2⁻²⁴ times the sum of the absolute values (Higham, Accuracy
// and Stability of Numerical Algorithms, section 4.2). Two more terms cover the
// rounding of the products and the higher powers of 2⁻²⁴.
type sum struct {
	value, abs float64
	terms      int
}

func (s *sum) add(factors ...float32) {
	p := 1.0
	for _, f := range factors {
		p *= float64(f)
	}
	s.value += p
	s.abs += math.Abs(p)
	s.terms++
}

// expect sets what dst should hold.
func (p *problem) expect(sums []sum) {
	for _, s := range sums {
		p.want = append(p.want, s.value)
		p.tol = append(p.tol, float64(s.terms+2)*0x1p-24*s.abs)
	}
}

// starts begins a reference for each element with the value that dst holds.
func starts(dst []float32) []sum {
	sums := make([]sum, len(dst))
	for i, v := range dst {
		sums[i].add(v)
	}
	return sums
}

// check compares dst with the expected values.
func (p *problem) check(t *testing.T) {
	t.Helper()
	for i, got := range p.dst {
		if !(math.Abs(float64(got)-p.want[i]) <= p.tol[i]) {
			t.Fatalf("element %d of %d is %v, want %v ± %.1e", i, len(p.dst), got, p.want[i], p.tol[i])
		}
	}
}

// problems returns the whole table, in fresh slices that start offset floats
// into their allocations, always with the same numbers.
func problems(offset int) (all []*problem, a *arena) {
	a = newArena(offset)
	for _, f := range []func(*arena) []*problem{vectorProblems, sparseProblems, denseProblems} {
		all = append(all, f(a)...)
	}
	return all, a
}

// vectorSizes are multiples of Lanes with every kind of remainder by the blocks
// that the kernels cut columns into.
var vectorSizes = []int{0, 16, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256, 272, 512, 528}

// anySizes are sizes of what need not be a multiple of anything.
var anySizes = []int{0, 1, 2, 3, 5, 7, 15, 17, 33}

// TestAgainstReference runs every kernel of every level and compares it with
// sums in float64.
func TestAgainstReference(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, offset := range []int{0, 1, 7} {
			all, a := problems(offset)
			for _, p := range all {
				t.Run(fmt.Sprintf("%s/offset=%d", p.name, offset), func(t *testing.T) {
					p.run()
					p.check(t)
				})
			}
			a.check(t)
		}
	})
}

// TestSameBits holds the promise that AVX2 and AVX-512 agree to the bit.
func TestSameBits(t *testing.T) {
	if best() != levelAVX512 {
		t.Skip("needs AVX-512")
	}
	var results [2][]*problem
	for i, l := range []level{levelAVX2, levelAVX512} {
		use(t, l)
		results[i], _ = problems(0)
		for _, p := range results[i] {
			p.run()
		}
	}
	for i, p := range results[0] {
		sameBits(t, p.name, results[1][i].dst, p.dst)
	}
}

// TestBits compares the bits of all results in the table with stored ones,
// which are equal on every machine. They change with the table and with the
// order of a sum. A change of the order changes the last digits of every net's
// answers, and its commit must mention this.
func TestBits(t *testing.T) {
	want := [...]uint64{
		levelGo:      0xd5b88e27a8907a17,
		levelAVX2:    0xaa7ac9b08e33f0b8,
		levelAVX512:  0xaa7ac9b08e33f0b8,
		levelNEON:    0xaa7ac9b08e33f0b8,
		levelSIMD128: 0xd5b88e27a8907a17, // that of plain Go
	}
	eachLevel(t, func(t *testing.T) {
		all, _ := problems(0)
		hash := fnv.New64a()
		for _, p := range all {
			p.run()
			for _, v := range p.dst {
				var b [4]byte
				binary.LittleEndian.PutUint32(b[:], math.Float32bits(v))
				hash.Write(b[:])
			}
		}
		if got := hash.Sum64(); got != want[current] {
			t.Errorf("got %#x, want %#x", got, want[current])
		}
	})
}

// sameBits fails the test unless two slices have the same bits.
func sameBits(t *testing.T, name string, got, want []float32) {
	t.Helper()
	for i := range want {
		if math.Float32bits(got[i]) != math.Float32bits(want[i]) {
			t.Fatalf("%s: element %d of %d is %v and %v", name, i, len(want), got[i], want[i])
		}
	}
}

func TestAllocs(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		const n, in, out = 3, 32, 32
		a := newArena(0)
		x, w, y := a.vector(n*in), a.vector(in*out), a.vector(n*out)
		idx, val := a.index(in, in), a.vector(in)
		x2, g := a.vector(n*in), a.vector(n*out)
		for name, f := range map[string]func(){
			"Nonzero":     func() { Nonzero(idx, val, x[:in]) },
			"Diff":        func() { Diff(idx, val, x[:in], y[:in]) },
			"AddRows":     func() { AddRows(y[:out], w, idx[:2], val[:2]) },
			"UpdateRows":  func() { UpdateRows(w, idx[:2], val[:2], y[:out]) },
			"MatVec":      func() { MatVec(y[:5], w[:5*in], x[:in], val[:5]) },
			"Axpy":        func() { Axpy(x, 0.5, y) },
			"Scale":       func() { Scale(x, 0.5) },
			"Sigmoid":     func() { Sigmoid(y, x) },
			"Tanh":        func() { Tanh(y, x) },
			"ReLU":        func() { ReLU(y, x) },
			"SigmoidGrad": func() { SigmoidGrad(y, x) },
			"TanhGrad":    func() { TanhGrad(y, x) },
			"ReLUGrad":    func() { ReLUGrad(y, x) },
			"MulTNRows":   func() { MulTNRows(w[:out], x, y, n, in, out, 1, 2) },
			"AdamStep":    func() { AdamStep(x, y, x2, g, &adam) },
			"Momentum":    func() { MomentumStep(x, y, g, 0.9, 0.1) },
			"MulNN":       func() { MulNN(y, x, w, n, in, out) },
			"MulTN":       func() { MulTN(w, x, y, n, in, out) },
			"MulNT":       func() { MulNT(x, y, w, n, in, out) },
		} {
			if got := testing.AllocsPerRun(10, f); got != 0 {
				t.Errorf("%s allocates %v times", name, got)
			}
		}
	})
}

// TestPanics gives every function lengths that do not fit.
func TestPanics(t *testing.T) {
	v := func(n int) []float32 { return make([]float32, n) }
	i := func(n int) []int32 { return make([]int32, n) }
	for name, f := range map[string]func(){
		"Nonzero length":      func() { Nonzero(i(17), v(17), v(17)) },
		"Nonzero room":        func() { Nonzero(i(16), v(15), v(16)) },
		"Diff length":         func() { Diff(i(17), v(17), v(17), v(17)) },
		"Diff base":           func() { Diff(i(16), v(16), v(16), v(32)) },
		"Diff room":           func() { Diff(i(15), v(16), v(16), v(16)) },
		"AddRows length":      func() { AddRows(v(17), v(17), i(1), v(1)) },
		"AddRows pairs":       func() { AddRows(v(16), v(16), i(1), v(2)) },
		"AddRows no index":    func() { AddRows(v(16), v(16), i(0), v(2)) },
		"AddRows matrix":      func() { AddRows(v(32), v(16), i(1), v(1)) },
		"UpdateRows length":   func() { UpdateRows(v(17), i(1), v(1), v(17)) },
		"UpdateRows matrix":   func() { UpdateRows(v(16), i(1), v(1), v(32)) },
		"MatVec length":       func() { MatVec(v(1), v(17), v(17), v(1)) },
		"MatVec bias":         func() { MatVec(v(1), v(16), v(16), v(2)) },
		"MatVec matrix":       func() { MatVec(v(2), v(16), v(16), v(2)) },
		"Axpy length":         func() { Axpy(v(16), 1, v(32)) },
		"Axpy lanes":          func() { Axpy(v(17), 1, v(17)) },
		"Scale lanes":         func() { Scale(v(17), 1) },
		"Sigmoid length":      func() { Sigmoid(v(32), v(16)) },
		"Tanh length":         func() { Tanh(v(32), v(16)) },
		"ReLU length":         func() { ReLU(v(32), v(16)) },
		"SigmoidGrad length":  func() { SigmoidGrad(v(32), v(16)) },
		"TanhGrad length":     func() { TanhGrad(v(32), v(16)) },
		"ReLUGrad length":     func() { ReLUGrad(v(32), v(16)) },
		"MulNN lanes":         func() { MulNN(v(17), v(1), v(17), 1, 1, 17) },
		"MulNN dst":           func() { MulNN(v(32), v(1), v(16), 1, 1, 16) },
		"MulNN negative":      func() { MulNN(v(16), v(1), v(16), -1, -1, 16) },
		"MulTN x":             func() { MulTN(v(16), v(2), v(16), 1, 1, 16) },
		"MulNT w":             func() { MulNT(v(1), v(16), v(32), 1, 1, 16) },
		"MulTNRows range":     func() { MulTNRows(v(32), v(1), v(16), 1, 1, 16, 0, 2) },
		"MulTNRows dst":       func() { MulTNRows(v(32), v(2), v(16), 1, 2, 16, 0, 1) },
		"AdamStep length":     func() { AdamStep(v(16), v(16), v(32), v(16), new(Adam)) },
		"MomentumStep lanes":  func() { MomentumStep(v(17), v(17), v(17), 1, 1) },
		"empty with the rest": func() { MulNN(v(0), v(1), v(16), 0, 1, 16) },
		"GnubgSigmoid length": func() { GnubgSigmoid(v(32), v(16), 1) },
		"GnubgHead lanes":     func() { GnubgHead(v(17), v(17)) },
		"AddRowsStrict pairs": func() { AddRowsStrict(v(16), v(16), i(1), v(2)) },
		"HeadStrict lanes":    func() { HeadStrict(v(5), v(17), v(85), v(5), 1, 17) },
		"HeadStrict dst":      func() { HeadStrict(v(4), v(16), v(80), v(5), 1, 16) },
		"HeadStrict weights":  func() { HeadStrict(v(5), v(16), v(64), v(5), 1, 16) },
		"HeadStrict bias":     func() { HeadStrict(v(5), v(16), v(80), v(4), 1, 16) },
		"HeadStrict negative": func() { HeadStrict(v(5), v(16), v(80), v(5), -1, 16) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				message, _ := recover().(string)
				if len(message) < 8 || message[:8] != "kernel: " {
					t.Errorf("got panic %q, want one of this package", message)
				}
			}()
			f()
		})
	}
}

// eachIntegers runs a test on every version of the products of integers that this CPU and
// build can run.
func eachIntegers(t *testing.T, test func(t *testing.T)) {
	for u := integersGo; u <= bestIntegers(); u++ {
		t.Run("integers="+integersNames[u], func(t *testing.T) {
			before := integers
			integers = u
			t.Cleanup(func() { integers = before })
			test(t)
		})
	}
}
