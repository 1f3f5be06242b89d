package learn

import (
	"math"
	"slices"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/nets"
)

// A registered loss and optimizer with the formulas of this package give its results.
func TestRegistered(t *testing.T) {
	must.OK(t, RegisterLoss("own-squared", func(d, y, t []float32) float64 {
		sum := 0.0
		for k := range d {
			miss := y[k] - t[k]
			sum += float64(miss*miss) / 2
			d[k] = miss * y[k] * (1 - y[k])
		}
		return sum
	}))
	must.OK(t, RegisterMethod("own-sgd", Optimizer{Moments: 1, Step: func(w, g []float32, moments [][]float32, rate float64, step int64) {
		for i := range w {
			moments[0][i] = g[i]
			w[i] -= float32(rate) * g[i]
		}
	}}))
	net := newNet(t, "perspective196@1", nets.Sigmoid, "", 7)
	ours := newLearner(t, net, Settings{Loss: Squared, Method: SGD, Workers: 1})
	own := newLearner(t, net, Settings{Loss: "own-squared", Method: "own-sgd", Workers: 2})
	for i := range 3 {
		var b Batch
		fill(&b, 40, net.Set().Len(), uint64(i))
		if want, got := step(t, ours, &b, 0.1), step(t, own, &b, 0.1); math.Abs(got/want-1) > 1e-6 {
			t.Errorf("step %d: loss %v, want %v", i, got, want)
		}
	}
	near(t, "parameter", own.Net().Params(), ours.Net().Params(), 1e-6)
	if slices.Equal(own.Net().Params(), net.Params()) || own.State().Steps != 3 {
		t.Errorf("%d steps did not change the net", own.State().Steps)
	}

	var d [nets.Outputs]float32
	y, target := [nets.Outputs]float32{0.5}, [nets.Outputs]float32{1}
	if loss := Loss("own-squared").Registered()(d[:], y[:], target[:]); loss != 0.125 {
		t.Errorf("the loss of a position is %v, want 0.125", loss)
	}
	if Squared.Registered() != nil {
		t.Error("a loss of this package is taken for a registered one")
	}
	must.Fail(t, RegisterLoss("own-squared", nil), "the loss own-squared is already registered")
	must.Fail(t, RegisterMethod(Adam, Optimizer{}), "the optimizer adam is already registered")
	must.Fail(t, RegisterMethod("none", Optimizer{}), "needs a function Step")
	must.Fail(t, Loss("x").Validate(), `unknown loss "x", want cross-entropy, squared, equity or own-squared`)
	must.Fail(t, Method("x").Validate(), `unknown method "x", want sgd, adam or own-sgd`)
}

// An optimizer of a program that makes a weight infinite ends training.
func TestRegisteredDiverges(t *testing.T) {
	must.OK(t, RegisterMethod("runaway", Optimizer{Step: func(w, _ []float32, _ [][]float32, _ float64, _ int64) {
		w[0] = float32(math.Inf(1))
	}}))
	net := newNet(t, "perspective196@1", nets.Sigmoid, "", 5)
	l := newLearner(t, net, Settings{Loss: Squared, Method: "runaway", Workers: 1})
	var b Batch
	fill(&b, 8, net.Set().Len(), 1)
	if loss := step(t, l, &b, 0.1); !math.IsNaN(loss) {
		t.Errorf("loss %v, want NaN", loss)
	}
}
