package graph

import (
	"strings"
	"testing"

	"gorgonia.org/gorgonia"

	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// An evaluator has the answers that its trainer had at that time, and passes
// the suite of all evaluators.
func TestEvaluator(t *testing.T) {
	set := features.Perspective196{}
	trainer := mustTrainer(t, 64)
	for _, b := range batches(set, 20, 64) {
		must.Get(trainer.Step(b, 0.01))(t)
	}
	e := must.Get(trainer.Evaluator(set))(t)
	positions := enginetest.Positions(64, 1)
	b := new(learn.Batch)
	idx, val := make([]int32, set.Len()), make([]float32, set.Len())
	for i := range positions {
		n := set.ExtractSparse(idx, val, &positions[i])
		b.Add(idx[:n], val[:n], new([nets.Outputs]float32), 1)
	}
	want := make([]float32, len(positions)*nets.Outputs)
	must.OK(t, trainer.Answers(want, b))
	digest, _ := e.Digest()
	must.Get(trainer.Step(batches(set, 1, 64)[0], 0.1))(t)
	got := make([]engine.Probabilities, len(positions))
	e.Evaluate(got, positions)
	for i := range got {
		p := engine.Probabilities(want[i*nets.Outputs:])
		if p.RuleOut(&positions[i]); got[i] != p {
			t.Errorf("%s: %v, want %v", positions[i].ID(), got[i], p)
		}
	}
	if again, _ := e.CloneEvaluator().(*Evaluator).Digest(); again != digest {
		t.Errorf("a clone has the digest %s, want %s", again, digest)
	}
	later := must.Get(trainer.Evaluator(set))(t)
	if other, _ := later.Digest(); other == digest {
		t.Error("other parameters have the same digest")
	}
	enginetest.TestEvaluator(t, "graph", func() engine.Evaluator { return e.CloneEvaluator() })
}

func TestEvaluatorErrors(t *testing.T) {
	if _, err := mustTrainer(t, 1).Evaluator(features.Tesauro198{}); err == nil ||
		!strings.Contains(err.Error(), "set tesauro198@1 has 198 inputs, the graph takes 196") {
		t.Errorf("got %v", err)
	}
	calls := 0
	fickle := func(x *gorgonia.Node) (*gorgonia.Node, gorgonia.Nodes, error) {
		sums, params, err := straight(x)
		if calls++; calls > 1 {
			params = params[:1]
		}
		return sums, params, err
	}
	trainer := must.Get(NewTrainer(fickle, features.Perspective196{}.Len(), 1, adam))(t)
	must.Fail(t, must.Err(trainer.Evaluator(features.Perspective196{})), "Build returned 1 parameters, and 2 before")
}
