package graph

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// batches returns batches of positions of random games with random targets and
// weights. Their sizes vary and rarely divide evenly.
func batches(set features.Set, count, largest int) []*learn.Batch {
	source := rand.NewPCG(11, 12)
	rng, dice := rand.New(source), board.NewDice(source)
	idx, val := make([]int32, set.Len()), make([]float32, set.Len())
	pos := board.Backgammon.Start()
	var all []*learn.Batch
	for range count {
		b := new(learn.Batch)
		for range 1 + rng.IntN(largest) {
			if pos.Result() != 0 {
				pos = board.Backgammon.Start()
			}
			n := set.ExtractSparse(idx, val, &pos)
			var targets [nets.Outputs]float32
			for k := range targets {
				targets[k] = rng.Float32()
			}
			targets[rng.IntN(nets.Outputs)] = float32(rng.IntN(2))
			b.Add(idx[:n], val[:n], &targets, 0.25+1.5*rng.Float32())
			if plays := board.Plays(pos, dice.Next()); len(plays) > 0 {
				pos = plays[rng.IntN(len(plays))].Result
			} else {
				pos = pos.Swap()
			}
		}
		all = append(all, b)
	}
	return all
}

func randomNet(t testing.TB, activation nets.Activation, hidden ...int) *nets.Net {
	t.Helper()
	return must.Get(nets.NewRandom(nets.NewSpec(features.Perspective196{}, activation, hidden...), 5))(t)
}

// stepper is the interface of both backends.
type stepper interface {
	Step(*learn.Batch, float64) (float64, error)
	Net() *nets.Net
	State() learn.State
	SetState(learn.State) error
}

func mustLearn(t testing.TB, net *nets.Net, s learn.Settings) (reference, fast stepper) {
	t.Helper()
	ours := must.Get(New(net.Clone(), s))(t)
	theirs := must.Get(learn.New(net.Clone(), s))(t)
	return ours, theirs
}

// furthest returns the largest difference of two vectors.
func furthest(a, b []float32) float64 {
	most := 0.0
	for i := range a {
		most = max(most, math.Abs(float64(a[i])-float64(b[i])))
	}
	return most
}

func padding(net *nets.Net) int {
	used := map[int32]bool{}
	for _, p := range placesOf(net) {
		used[p] = true
	}
	count := 0
	for i, v := range net.Params() {
		if !used[int32(i)] && v != 0 {
			count++
		}
	}
	return count
}

// methods are settings of the optimizer with changing rates, as in a run.
var methods = []struct {
	name     string
	settings learn.Settings
	rate     float64
}{
	{"sgd", learn.Settings{Method: learn.SGD}, 0.3},
	{"momentum", learn.Settings{Method: learn.SGD, Momentum: 0.9}, 0.03},
	{"adam", learn.Settings{Method: learn.Adam}, 0.003},
}

// TestBackendsTakeTheSameSteps compares package learn with gorgonia's
// gradients.
func TestBackendsTakeTheSameSteps(t *testing.T) {
	steps, tolerance := 100, 1e-4
	if testing.Short() {
		steps = 10
	}
	data := batches(features.Perspective196{}, steps, 13)
	worst := 0.0
	for _, activation := range []nets.Activation{nets.Sigmoid, nets.Tanh, nets.ReLU} {
		net := randomNet(t, activation, 21, 10)
		for _, loss := range []learn.Loss{learn.CrossEntropy, learn.Squared, learn.Equity} {
			for _, m := range methods {
				m.settings.Loss, m.settings.Workers = loss, 1
				t.Run(fmt.Sprintf("%s/%s/%s", activation, loss, m.name), func(t *testing.T) {
					reference, fast := mustLearn(t, net, m.settings)
					for i, b := range data {
						rate := m.rate / (1 + float64(i)/50)
						want := must.Get(reference.Step(b, rate))(t)
						got := must.Get(fast.Step(b, rate))(t)
						if math.Abs(got-want) > 1e-4 {
							t.Fatalf("step %d: loss %v, gorgonia says %v", i, got, want)
						}
					}
					far := furthest(fast.Net().Params(), reference.Net().Params())
					worst = max(worst, far)
					if !(far <= tolerance) {
						t.Errorf("after %d steps weights differ by up to %.2g, want at most %.2g", steps, far, tolerance)
					}
					if moved := furthest(net.Params(), reference.Net().Params()); moved < 100*tolerance {
						t.Errorf("the weights have moved by at most %.2g: the test shows nothing", moved)
					}
					for i, m := range reference.State().Moments {
						if far := furthest(m, fast.State().Moments[i]); !(far <= tolerance) {
							t.Errorf("moment %d differs by up to %.2g, want at most %.2g", i, far, tolerance)
						}
					}
					if n := padding(reference.Net()); n > 0 {
						t.Errorf("%d entries of the padding are not 0", n)
					}
				})
			}
		}
	}
	t.Logf("largest difference of a weight after %d steps: %.2g", steps, worst)
}

// TestGradientIsThatOfGorgonia compares the velocities after one step, which are
// the gradient, entry by entry.
func TestGradientIsThatOfGorgonia(t *testing.T) {
	settings := learn.Settings{Method: learn.SGD, Workers: 1}
	b := batches(features.Perspective196{}, 3, 40)[2]
	for _, activation := range []nets.Activation{nets.Sigmoid, nets.Tanh, nets.ReLU} {
		for _, hidden := range [][]int{{5}, {40}, {17, 40, 5}} {
			for _, loss := range []learn.Loss{learn.CrossEntropy, learn.Squared, learn.Equity} {
				settings.Loss = loss
				reference, fast := mustLearn(t, randomNet(t, activation, hidden...), settings)
				for _, l := range []stepper{reference, fast} {
					must.Get(l.Step(b, 0.1))(t)
				}
				want := reference.State().Moments[0]
				largest := furthest(want, make([]float32, len(want)))
				// Sums of some 40 products in float32.
				if far := furthest(fast.State().Moments[0], want); far > 2e-5*largest || largest == 0 {
					t.Errorf("%s %v %s: gradient differs by up to %.2g, the largest entry is %.2g", activation, hidden, loss, far, largest)
				}
			}
		}
	}
}

// TestStateResumes continues a run from its middle with another learner.
func TestStateResumes(t *testing.T) {
	const half = 50
	data := batches(features.Perspective196{}, 2*half, 9)
	for _, m := range methods {
		m.settings.Loss, m.settings.Workers = learn.CrossEntropy, 1
		first, _ := mustLearn(t, randomNet(t, nets.Tanh, 12), m.settings)
		take := func(l stepper, from, to int) stepper {
			for _, b := range data[from:to] {
				must.Get(l.Step(b, m.rate))(t)
			}
			return l
		}
		whole, _ := mustLearn(t, first.Net(), m.settings)
		take(whole, 0, 2*half)
		take(first, 0, half)
		second, _ := mustLearn(t, first.Net(), m.settings)
		if m.name == "adam" { // the learner has taken steps before
			take(second, half, half+2)
			second.Net().Copy(first.Net())
		}
		must.OK(t, second.SetState(first.State()))
		take(second, half, 2*half)
		if !slices.Equal(whole.Net().Params(), second.Net().Params()) {
			t.Errorf("%s: a run moved to another learner ends in other weights", m.name)
		}
		for i, moment := range second.State().Moments {
			if !slices.Equal(moment, whole.State().Moments[i]) {
				t.Errorf("%s: moment %d differs", m.name, i)
			}
		}
		if second.State().Steps != 2*half {
			t.Errorf("%s: %d steps, want %d", m.name, second.State().Steps, 2*half)
		}
	}
}

// TestStateOfTheOtherBackend continues a run from its middle with the other
// backend.
func TestStateOfTheOtherBackend(t *testing.T) {
	data := batches(features.Perspective196{}, 20, 9)
	settings := learn.Settings{Loss: learn.Squared, Method: learn.Adam, Workers: 1}
	reference, fast := mustLearn(t, randomNet(t, nets.Sigmoid, 12), settings)
	for i, b := range data {
		if i == 10 {
			reference.Net().Copy(fast.Net())
			must.OK(t, reference.SetState(fast.State()))
		}
		for _, l := range []stepper{reference, fast} {
			must.Get(l.Step(b, 0.01))(t)
		}
	}
	if far := furthest(reference.Net().Params(), fast.Net().Params()); far > 1e-4 {
		t.Errorf("weights differ by up to %.2g", far)
	}
}

// A net with every parameter 0 has sums of exactly 0, where ReLU has a corner.
func TestReLUHasNoSlopeAtZero(t *testing.T) {
	net := must.Get(nets.New(nets.NewSpec(features.Perspective196{}, nets.ReLU, 8)))(t)
	head := net.Layout(1)
	for i := range head.In * head.PerIn {
		net.Params()[head.Weights+i] = 1
	}
	reference, _ := mustLearn(t, net, learn.Settings{Loss: learn.Squared, Method: learn.SGD, Workers: 1})
	must.Get(reference.Step(batches(net.Set(), 1, 5)[0], 1))(t)
	if !slices.Equal(reference.Net().Params()[:head.Weights], net.Params()[:head.Weights]) {
		t.Error("units whose sums are 0 have learned")
	}
	if slices.Equal(reference.Net().Params(), net.Params()) {
		t.Error("the head has not learned")
	}
}

func TestErrors(t *testing.T) {
	good := learn.Settings{Loss: learn.CrossEntropy, Method: learn.SGD, Workers: 1}
	gnubg := nets.NewSpec(features.Perspective196{}, nets.Sigmoid, 4)
	gnubg.Head = nets.GnubgSigmoid
	strange := must.Get(nets.New(gnubg))(t)
	for _, c := range []struct {
		net    *nets.Net
		change func(*learn.Settings)
		want   string
	}{
		{randomNet(t, nets.GnubgSigmoid, 4), func(*learn.Settings) {}, "a net with gnubg-sigmoid"},
		{strange, func(*learn.Settings) {}, "a net with gnubg-sigmoid"},
		{randomNet(t, nets.Tanh, 4), func(s *learn.Settings) { s.Loss = "x" }, `unknown loss "x"`},
	} {
		s := good
		c.change(&s)
		must.Fail(t, must.Err(New(c.net, s)), c.want)
	}

	l := must.Get(New(randomNet(t, nets.Tanh, 4), good))(t)
	outside := new(learn.Batch)
	outside.Add([]int32{196}, []float32{1}, new([nets.Outputs]float32), 1)
	for _, c := range []struct {
		batch *learn.Batch
		want  string
	}{
		{new(learn.Batch), "an empty batch"},
		{outside, "has input 196, want 0 to 195"},
	} {
		must.Fail(t, must.Err(l.Step(c.batch, 0.1)), c.want)
	}
	size := len(l.Net().Params())
	for _, c := range []struct {
		state learn.State
		want  string
	}{
		{learn.State{}, "0 moments, want 1"},
		{learn.State{Moments: [][]float32{make([]float32, 3)}}, "moment 0 has 3 values"},
		{learn.State{Steps: -1, Moments: [][]float32{make([]float32, size)}}, "after -1 steps"},
	} {
		must.Fail(t, l.SetState(c.state), c.want)
	}
}
