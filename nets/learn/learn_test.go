package learn

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gammonlab/features"
	"gammonlab/nets"
)

// newNet returns a net with weights and biases from a seed.
func newNet(t testing.TB, set string, activation, head nets.Activation, hidden ...int) *nets.Net {
	t.Helper()
	s, err := features.Lookup(set)
	if err != nil {
		t.Fatal(err)
	}
	spec := nets.NewSpec(s, activation, hidden...)
	spec.Head = head
	net, err := nets.NewRandom(spec, 1)
	if err != nil {
		t.Fatal(err)
	}
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
// turn.
func each(t *testing.T, test func(t *testing.T, net *nets.Net, s Settings)) {
	shapes := [][]int{{1}, {128}, {40, 17}, {17, 100, 5}, {64, 48}}
	i := 0
	for _, activation := range []nets.Activation{nets.Sigmoid, nets.Tanh, nets.ReLU, nets.GnubgSigmoid} {
		for _, head := range []nets.Activation{"", nets.GnubgSigmoid} {
			for _, loss := range []Loss{CrossEntropy, Squared, Equity} {
				for _, s := range []Settings{{Method: Adam}, {Method: SGD, Momentum: 0.9}} {
					net := newNet(t, "perspective196@1", activation, head, shapes[i%len(shapes)]...)
					i++
					s.Loss, s.Workers = loss, 1
					name := fmt.Sprintf("%s/head=%s/%s/%s/net=%v", activation, head, loss, s.Method, net.Spec())
					t.Run(name, func(t *testing.T) { test(t, net, s) })
				}
			}
		}
	}
}

// newLearner returns a learner of a copy of the net.
func newLearner(t testing.TB, net *nets.Net, s Settings) *Learner {
	t.Helper()
	l, err := New(net.Clone(), s)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// step takes a step that must not fail.
func step(t testing.TB, l *Learner, b *Batch, rate float64) float64 {
	t.Helper()
	loss, err := l.Step(b, rate)
	if err != nil {
		t.Fatal(err)
	}
	return loss
}

// TestPlain compares gradients, losses and updates with those of the plain form.
func TestPlain(t *testing.T) {
	each(t, func(t *testing.T, net *nets.Net, s Settings) {
		l, p := newLearner(t, net, s), newPlain(net, s)
		for i := range 3 {
			var b Batch
			fill(&b, 40+7*i, net.Set().Len(), uint64(i))
			p.net.Copy(l.net)
			got, want := step(t, l, &b, 0.01), p.step(&b, 0.01)
			if math.Abs(got-want) > 1e-12*want {
				t.Errorf("step %d: loss %v, want %v", i, got, want)
			}
			near(t, "gradient", l.gradient, p.gradient)
			// Both go on from the same moments, so that small differences, which
			// Adam blows up where the gradient is nearly 0, do not add up.
			near(t, "moment", l.state.Moments[0], p.state.Moments[0])
			for k, m := range l.state.Moments {
				copy(p.state.Moments[k], m)
			}
		}
	})
}

// near compares vectors that are sums of many float32 products in another order:
// what they differ by is small beside the largest entry.
func near(t *testing.T, what string, got, want []float32) {
	t.Helper()
	largest := 0.0
	for _, v := range want {
		largest = max(largest, math.Abs(float64(v)))
	}
	for i, v := range got {
		if !(math.Abs(float64(v-want[i])) <= 2e-6*largest) {
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
