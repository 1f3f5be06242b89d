package graph

import (
	"errors"
	"slices"
	"testing"

	"gorgonia.org/gorgonia"

	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// straight builds a net without hidden layers.
func straight(x *gorgonia.Node) (*gorgonia.Node, gorgonia.Nodes, error) {
	in := x.Shape()[1]
	weights := make([]float32, in*nets.Outputs)
	for i := range weights {
		weights[i] = float32(i%7) / 10
	}
	w := Param(x, "w", in, nets.Outputs, weights)
	b := Param(x, "b", 1, nets.Outputs, make([]float32, nets.Outputs))
	sums, err := Affine(x, w, b)
	return sums, gorgonia.Nodes{w, b}, err
}

var adam = learn.Settings{Loss: learn.Squared, Method: learn.Adam, Workers: 1}

func mustTrainer(t *testing.T, rows int) *Trainer {
	t.Helper()
	return must.Get(NewTrainer(straight, features.Perspective196{}.Len(), rows, adam))(t)
}

// values returns a copy of all parameters.
func values(t *Trainer) []float32 {
	var all []float32
	for _, p := range t.Params() {
		all = append(all, p.Value().Data().([]float32)...)
	}
	return all
}

// TestAnswersChangeNothing compares two trainers, one of which evaluates
// positions between steps and has room for more rows.
func TestAnswersChangeNothing(t *testing.T) {
	one, two := mustTrainer(t, 20), mustTrainer(t, 33)
	answers := make([]float32, 20*nets.Outputs)
	for _, b := range batches(features.Perspective196{}, 10, 20) {
		must.OK(t, two.Answers(answers, b))
		first := must.Get(one.Step(b, 0.01))(t)
		second := must.Get(two.Step(b, 0.01))(t)
		if first != second {
			t.Errorf("losses %v and %v", first, second)
		}
		loss := 0.0
		for i, y := range answers[:b.Len()*nets.Outputs] {
			miss := float64(y - b.Targets[i])
			loss += miss * miss / 2 * float64(b.Weights[i/nets.Outputs]) / float64(b.Len())
		}
		if d := loss - first; d > 1e-5 || d < -1e-5 {
			t.Errorf("answers have the loss %v, the step says %v", loss, first)
		}
	}
	if !slices.Equal(values(one), values(two)) || one.State().Steps != two.State().Steps {
		t.Error("answers have changed what is learned")
	}
}

func TestTrainerResumes(t *testing.T) {
	whole, first := mustTrainer(t, 9), mustTrainer(t, 9)
	data := batches(features.Perspective196{}, 10, 9)
	take := func(t *testing.T, l *Trainer, some []*learn.Batch) {
		for _, b := range some {
			must.Get(l.Step(b, 0.01))(t)
		}
	}
	take(t, whole, data)
	take(t, first, data[:5])
	second := mustTrainer(t, 9)
	must.OK(t, second.SetState(first.State()))
	for i, p := range first.Params() {
		copy(second.Params()[i].Value().Data().([]float32), p.Value().Data().([]float32))
	}
	take(t, second, data[5:])
	if !slices.Equal(values(whole), values(second)) {
		t.Error("a run moved to another trainer ends in other parameters")
	}
}

func TestTrainerErrors(t *testing.T) {
	inputs := features.Perspective196{}.Len()
	broken := errors.New("no idea")
	for _, c := range []struct {
		want   string
		build  Build
		inputs int
		rows   int
		method learn.Method
	}{
		{`unknown method "x"`, straight, inputs, 1, "x"},
		{"0 inputs and 4 rows", straight, 0, 4, learn.Adam},
		{"196 inputs and 0 rows", straight, inputs, 0, learn.Adam},
		{"no idea", func(*gorgonia.Node) (*gorgonia.Node, gorgonia.Nodes, error) { return nil, nil, broken }, inputs, 4, learn.Adam},
		{"want a matrix of shape (4, 5)", func(x *gorgonia.Node) (*gorgonia.Node, gorgonia.Nodes, error) { return x, nil, nil }, inputs, 4, learn.Adam},
		{"want a matrix of shape (4, 5)", func(x *gorgonia.Node) (*gorgonia.Node, gorgonia.Nodes, error) { return nil, nil, nil }, inputs, 4, learn.Adam},
		{"Build returned no parameters", func(x *gorgonia.Node) (*gorgonia.Node, gorgonia.Nodes, error) {
			sums, _, err := straight(x)
			return sums, nil, err
		}, inputs, 4, learn.Adam},
		{"parameter 1 (", func(x *gorgonia.Node) (*gorgonia.Node, gorgonia.Nodes, error) {
			sums, params, err := straight(x)
			params[1] = gorgonia.NewMatrix(x.Graph(), gorgonia.Float32, gorgonia.WithShape(1, 5))
			return sums, params, err
		}, inputs, 4, learn.Adam},
		{"gradient", func(x *gorgonia.Node) (*gorgonia.Node, gorgonia.Nodes, error) {
			sums, params, err := straight(x)
			return sums, append(params, Param(x, "loose", 1, 5, make([]float32, 5))), err
		}, inputs, 4, learn.Adam},
	} {
		_, err := NewTrainer(c.build, c.inputs, c.rows, learn.Settings{Loss: learn.Equity, Method: c.method, Workers: 1})
		must.Fail(t, err, c.want)
	}

	trainer := mustTrainer(t, 2)
	three := new(learn.Batch)
	for range 3 {
		three.Add([]int32{0}, []float32{1}, new([nets.Outputs]float32), 1)
	}
	for _, b := range []*learn.Batch{three, new(learn.Batch)} {
		must.Fail(t, must.Err(trainer.Step(b, 1)), "positions, want 1 to 2", b.Len())
	}
	must.Fail(t, trainer.SetState(learn.State{}), "0 moments, want 2")
	if _, err := Activate(trainer.Params()[0], nets.GnubgSigmoid); err == nil {
		t.Error("gnubg-sigmoid in a graph: no error")
	}
}
