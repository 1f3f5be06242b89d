package learn

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/nets"
	"gammonlab/nets/kernel"
)

// newNet returns a net with weights and biases from a seed.
func newNet(t testing.TB, set string, activation, head nets.Activation, hidden ...int) *nets.Net {
	t.Helper()
	s := must.Get(features.Lookup(set))(t)
	spec := nets.NewSpec(s, activation, hidden...)
	spec.Head = head
	net := must.Get(nets.NewRandom(spec, 1))(t)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range net.Layers() {
		l := net.Layer(i)
		for k := range l.Out {
			net.Params()[l.Biases+k] = rng.Float32() - 0.5
		}
	}
	return net
}

// fill appends n positions to the batch: one in six inputs is not zero, the
// first position has none at all.
func fill(b *Batch, n, inputs int, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 3))
	for i := range n {
		var idx []int32
		var val []float32
		for k := range inputs {
			if i > 0 && rng.IntN(6) == 0 {
				idx = append(idx, int32(k))
				val = append(val, 1.5*rng.Float32()-0.25)
			}
		}
		var targets [nets.Outputs]float32
		for k := range targets {
			targets[k] = rng.Float32()
		}
		b.Add(idx, val, &targets, 0.5+rng.Float32())
	}
}

// each runs a test for every activation, head, loss and method, over shapes in
// turn; in short for every fifth of them.
func each(t *testing.T, test func(t *testing.T, net *nets.Net, s Settings)) {
	shapes := [][]int{{1}, {128}, {40, 17}, {17, 100, 5}, {64, 48}}
	i := 0
	for _, activation := range []nets.Activation{nets.Sigmoid, nets.Tanh, nets.ReLU, nets.GnubgSigmoid} {
		for _, head := range []nets.Activation{"", nets.GnubgSigmoid} {
			for _, loss := range []Loss{CrossEntropy, Squared, Equity} {
				for _, s := range []Settings{{Method: Adam}, {Method: SGD, Momentum: 0.9}, {Method: Adam, Precision: nets.BFloat16}} {
					slow := kernel.HalvesUnit() == "go" && loss != CrossEntropy
					if s.Precision == nets.BFloat16 && (slow || kernel.CheckHalves() != nil) {
						continue
					}
					i++
					if testing.Short() && i%5 != 0 {
						continue
					}
					net := newNet(t, "perspective196@1", activation, head, shapes[i/2%len(shapes)]...)
					s.Loss, s.Workers = loss, 1
					name := fmt.Sprintf("%s/head=%s/%s/%s%s/net=%v", activation, head, loss, s.Method, s.Precision, net.Spec())
					t.Run(name, func(t *testing.T) { test(t, net, s) })
				}
			}
		}
	}
}

// newLearner returns a learner of a copy of the net.
func newLearner(t testing.TB, net *nets.Net, s Settings) *Learner {
	t.Helper()
	return must.Get(New(net.Clone(), s))(t)
}

// step takes a step that must not fail.
func step(t testing.TB, l *Learner, b *Batch, rate float64) float64 {
	t.Helper()
	return must.Get(l.Step(b, rate))(t)
}

// TestPlain compares gradients, losses and updates with those of the plain form.
func TestPlain(t *testing.T) {
	each(t, func(t *testing.T, net *nets.Net, s Settings) {
		l, p := newLearner(t, net, s), newPlain(net, s)
		for i, n := range []int{54, 40, 47} { // a smaller one after a larger
			var b Batch
			fill(&b, n, net.Set().Len(), uint64(i))
			p.net.Copy(l.net)
			got, want := step(t, l, &b, 0.01), p.step(&b, 0.01)
			far := 2e-6
			if s.Precision == nets.BFloat16 {
				far = 0.08 // derivatives have 8 bits, and a unit of ReLU may be on for another position
			} else if math.Abs(got-want) > 1e-12*want {
				t.Errorf("step %d: loss %v, want %v", i, got, want)
			}
			near(t, "gradient", l.gradient, p.gradient, far)
			// Both continue with the same moments. Otherwise small differences
			// would add up, since Adam magnifies them where the gradient is
			// nearly 0.
			near(t, "moment", l.state.Moments[0], p.state.Moments[0], far)
			for k, m := range l.state.Moments {
				copy(p.state.Moments[k], m)
			}
		}
	})
}

// near compares vectors of sums of many float32 products in another order:
// their difference must be far times the largest entry at most.
func near(t *testing.T, what string, got, want []float32, far float64) {
	t.Helper()
	largest := 0.0
	for _, v := range want {
		largest = max(largest, math.Abs(float64(v)))
	}
	for i, v := range got {
		if !(math.Abs(float64(v-want[i])) <= far*largest) {
			t.Fatalf("%s %d is %v, want %v; the largest is %v", what, i, v, want[i], largest)
		}
	}
}

// TestWorkers holds that the number of workers does not change a bit.
func TestWorkers(t *testing.T) {
	each(t, func(t *testing.T, net *nets.Net, s Settings) {
		var batches [3]Batch
		for i, n := range []int{1, 131, 40} {
			fill(&batches[i], n, net.Set().Len(), uint64(i))
		}
		var want *Learner
		for _, workers := range []int{1, 2, 3, 8} {
			s.Workers = workers
			l := newLearner(t, net, s)
			losses := 0.0
			for range 3 {
				for i := range batches {
					losses += step(t, l, &batches[i], 0.01)
				}
			}
			if math.IsNaN(losses) {
				t.Fatal("the loss is NaN")
			}
			if want == nil {
				want = l
				continue
			}
			if !slices.Equal(l.net.Params(), want.net.Params()) {
				t.Errorf("%d workers: other parameters than one", workers)
			}
			for i, m := range l.state.Moments {
				if !slices.Equal(m, want.state.Moments[i]) {
					t.Errorf("%d workers: another moment %d than one", workers, i)
				}
			}
		}
	})
}

// TestPadding checks that the padding between the parameters stays 0.
func TestPadding(t *testing.T) {
	each(t, func(t *testing.T, net *nets.Net, s Settings) {
		l := newLearner(t, net, s)
		var b Batch
		fill(&b, 50, net.Set().Len(), 1)
		for range 5 {
			step(t, l, &b, 0.1)
		}
		r := newReference(net)
		inside := make([]bool, len(net.Params()))
		for i := range r.layers {
			for _, at := range r.places(i) {
				inside[at] = true
			}
		}
		for at, v := range l.net.Params() {
			if !inside[at] && (v != 0 || l.state.Moments[0][at] != 0) {
				t.Fatalf("padding at %d has become %v, its moment %v", at, v, l.state.Moments[0][at])
			}
		}
	})
}

// TestLearns takes steps on the answers of another net, by losses that can reach
// 0: they fall to a tenth.
func TestLearns(t *testing.T) {
	teacher := newNet(t, "perspective196@1", nets.Tanh, "", 24)
	var b Batch
	fill(&b, 256, teacher.Set().Len(), 1)
	pass := teacher.NewPass(1)
	for i := range b.Len() {
		idx, val := pass.SparseInput(0)
		from, values := b.row(i)
		copy(idx, from)
		copy(val, values)
		pass.SetSparse(0, len(from))
		pass.ForwardSparse(1)
		copy(b.Targets[i*nets.Outputs:], pass.Output(0)[:])
	}
	for _, s := range []struct {
		Settings
		rate float64
	}{
		{Settings{Loss: Squared, Method: Adam}, 0.01},
		{Settings{Loss: Equity, Method: SGD, Momentum: 0.9}, 0.1},
	} {
		s.Workers = 2
		l := newLearner(t, newNet(t, "perspective196@1", nets.Sigmoid, "", 64), s.Settings)
		first := step(t, l, &b, s.rate)
		last := first
		for range 300 {
			last = step(t, l, &b, s.rate)
		}
		if !(last < first/10) {
			t.Errorf("%s, %s: the loss went from %v to %v", s.Loss, s.Method, first, last)
		}
	}
}

// TestDiverged takes steps with numbers that are not finite, which the loss
// shows.
func TestDiverged(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, bad := range []float32{nan, inf, -inf} {
		for name, spoil := range map[string]func(l *Learner, b *Batch){
			"input":        func(l *Learner, b *Batch) { b.Val[3] = bad },
			"target":       func(l *Learner, b *Batch) { b.Targets[7] = bad },
			"weight":       func(l *Learner, b *Batch) { b.Weights[2] = bad },
			"first weight": func(l *Learner, b *Batch) { l.net.Params()[0] = bad },
			"last weight":  func(l *Learner, b *Batch) { l.net.Params()[l.layers[2].Weights+1] = bad },
			"bias":         func(l *Learner, b *Batch) { l.net.Params()[l.layers[1].Biases] = bad },
		} {
			for _, method := range []Method{SGD, Adam} {
				l := newLearner(t, newNet(t, "perspective196@1", nets.Sigmoid, "", 16, 16), Settings{Loss: CrossEntropy, Method: method, Workers: 2})
				var b Batch
				fill(&b, 40, 196, 1)
				spoil(l, &b)
				loss := step(t, l, &b, 0.01)
				if !math.IsNaN(loss) && !math.IsInf(loss, 0) {
					t.Errorf("%s: %v in a %s: the loss is %v", method, bad, name, loss)
				}
			}
		}
	}
}

// TestRateZero checks that a step with the rate 0 changes only the moments.
func TestRateZero(t *testing.T) {
	each(t, func(t *testing.T, net *nets.Net, s Settings) {
		l := newLearner(t, net, s)
		var b Batch
		fill(&b, 10, net.Set().Len(), 1)
		step(t, l, &b, 0)
		if !slices.Equal(l.net.Params(), net.Params()) {
			t.Error("a step with rate 0 moves parameters")
		}
		if l.state.Steps != 1 || allZero(l.state.Moments[0]) {
			t.Error("a step with rate 0 leaves the state alone")
		}
	})
}

func allZero(v []float32) bool {
	return !slices.ContainsFunc(v, func(x float32) bool { return x != 0 })
}

// TestState continues from a state and a net, and wants the same parameters.
func TestState(t *testing.T) {
	each(t, func(t *testing.T, net *nets.Net, s Settings) {
		var b Batch
		fill(&b, 30, net.Set().Len(), 1)
		one := newLearner(t, net, s)
		for range 4 {
			step(t, one, &b, 0.01)
		}
		other := newLearner(t, one.Net(), s)
		must.OK(t, other.SetState(one.State()))
		for range 4 {
			step(t, one, &b, 0.01)
			step(t, other, &b, 0.01)
		}
		if !slices.Equal(one.net.Params(), other.net.Params()) {
			t.Error("the two have learned different things")
		}
	})
	adam := newLearner(t, newNet(t, "perspective196@1", nets.Sigmoid, "", 5), Settings{Loss: Squared, Method: Adam, Workers: 1})
	for _, s := range []State{
		{},
		{Moments: [][]float32{adam.state.Moments[0]}},
		{Moments: [][]float32{adam.state.Moments[0], {1}}},
	} {
		if err := adam.SetState(s); err == nil {
			t.Errorf("a state with %d moments goes with Adam", len(s.Moments))
		}
	}
}

// TestBadBatches gives batches that do not fit the net or themselves.
func TestBadBatches(t *testing.T) {
	for name, spoil := range map[string]func(b *Batch){
		"empty":              func(b *Batch) { b.Reset() },
		"targets missing":    func(b *Batch) { b.Targets = b.Targets[1:] },
		"weights missing":    func(b *Batch) { b.Weights = b.Weights[1:] },
		"values missing":     func(b *Batch) { b.Val = b.Val[1:] },
		"inputs left over":   func(b *Batch) { b.Idx, b.Val = append(b.Idx, 1), append(b.Val, 1) },
		"ends out of order":  func(b *Batch) { b.Ends[3] = b.Ends[1] - 1 },
		"end far behind":     func(b *Batch) { b.Ends[3] = 1 << 30 },
		"index out of range": func(b *Batch) { b.Idx[b.Ends[5]-1] = 196 },
		"index negative":     func(b *Batch) { b.Idx[b.Ends[5]] = -1 },
	} {
		l := newLearner(t, newNet(t, "perspective196@1", nets.Sigmoid, "", 5), Settings{Loss: Squared, Method: Adam, Workers: 1})
		before := l.net.Clone()
		var b Batch
		fill(&b, 10, 196, 1)
		spoil(&b)
		if _, err := l.Step(&b, 0.1); err == nil {
			t.Errorf("%s: no error", name)
		}
		if l.state.Steps != 0 || !slices.Equal(l.net.Params(), before.Params()) {
			t.Errorf("%s: the step was taken", name)
		}
	}
}

// TestSettings checks valid and invalid settings.
func TestSettings(t *testing.T) {
	for _, c := range []struct {
		s  Settings
		ok bool
	}{
		{Settings{CrossEntropy, Adam, 0, 1, "", 0}, true},
		{Settings{Equity, SGD, 0.9, 4, "", 0}, true},
		{Settings{Equity, Adam, 0, 1, "", 20}, true},
		{Settings{Squared, Adam, 0, 1, "", 20}, false},
		{Settings{Equity, Adam, 0, 1, "", -1}, false},
		{Settings{Equity, Adam, 0, 1, "", math.NaN()}, false},
		{Settings{"hinge", Adam, 0, 1, "", 0}, false},
		{Settings{Squared, "newton", 0, 1, "", 0}, false},
		{Settings{Squared, SGD, 1, 1, "", 0}, false},
		{Settings{Squared, SGD, math.NaN(), 1, "", 0}, false},
		{Settings{Squared, Adam, 0.5, 1, "", 0}, false},
		{Settings{Squared, SGD, 0, 0, "", 0}, false},
		{Settings{Squared, SGD, 0, 1, nets.Float32, 0}, true},
		{Settings{Squared, SGD, 0, 1, nets.Int16, 0}, false},
		{Settings{Squared, SGD, 0, 1, nets.BFloat16, 0}, kernel.CheckHalves() == nil},
	} {
		_, err := New(newNet(t, "perspective196@1", nets.Sigmoid, "", 5), c.s)
		if (err == nil) != c.ok {
			t.Errorf("%+v: error %v", c.s, err)
		}
	}
}

// TestAllocs holds that steps allocate nothing once the buffers are large
// enough.
func TestAllocs(t *testing.T) {
	each(t, func(t *testing.T, net *nets.Net, s Settings) {
		s.Workers = 2
		l := newLearner(t, net, s)
		var large, small Batch
		fill(&large, 70, net.Set().Len(), 1)
		fill(&small, 30, net.Set().Len(), 2)
		step(t, l, &large, 0.01)
		if got := testing.AllocsPerRun(5, func() { step(t, l, &small, 0.01); step(t, l, &large, 0.01) }); got != 0 {
			t.Errorf("two steps allocate %v times", got)
		}
	})
}
