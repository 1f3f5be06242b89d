package graph_test

import (
	"fmt"
	"math/rand/v2"

	"gorgonia.org/gorgonia"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/features"
	"gammonlab/nets"
	"gammonlab/nets/learn"
	"gammonlab/supervised/graph"
)

// residual is a net that package nets does not contain: a hidden layer, then
// one whose outputs are added to its inputs.
func residual(inputs *gorgonia.Node) (sums *gorgonia.Node, params gorgonia.Nodes, err error) {
	const units = 16
	rng := rand.New(rand.NewPCG(1, 2))
	layer := func(x *gorgonia.Node, name string, in, out int) *gorgonia.Node {
		weights := make([]float32, in*out)
		for i := range weights {
			weights[i] = float32(rng.NormFloat64()) / 5
		}
		w := graph.Param(x, name+".weight", in, out, weights)
		b := graph.Param(x, name+".bias", 1, out, make([]float32, out))
		params = append(params, w, b)
		return gorgonia.Must(graph.Affine(x, w, b))
	}
	h := gorgonia.Must(graph.Activate(layer(inputs, "first", inputs.Shape()[1], units), nets.ReLU))
	block := gorgonia.Must(graph.Activate(layer(h, "block", units, units), nets.ReLU))
	h = gorgonia.Must(gorgonia.Add(h, block))
	return layer(h, "head", units, nets.Outputs), params, nil
}

// A researcher's own architecture learns from the same batches as any net.
func ExampleNewTrainer() {
	set := features.Perspective196{}
	pos := board.Backgammon.Start()
	idx, val := make([]int32, set.Len()), make([]float32, set.Len())
	n := set.ExtractSparse(idx, val, &pos)
	b := new(learn.Batch)
	b.Add(idx[:n], val[:n], &[nets.Outputs]float32{0.52, 0.15, 0.01, 0.14, 0.01}, 1)

	settings := learn.Settings{Loss: learn.CrossEntropy, Method: learn.Adam, Workers: 1}
	trainer, err := graph.NewTrainer(residual, set.Len(), 32, settings)
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 500 {
		if _, err := trainer.Step(b, 0.01); err != nil {
			fmt.Println(err)
			return
		}
	}
	evaluator, err := trainer.Evaluator(set)
	if err != nil {
		fmt.Println(err)
		return
	}
	answers := make([]engine.Probabilities, 1)
	evaluator.Evaluate(answers, []board.Position{pos})
	fmt.Printf("%.2f\n", answers[0])
	// Output: [0.52 0.15 0.01 0.14 0.01]
}

// A learner of this package and one of package learn take the same steps.
func ExampleNew() {
	set := features.Perspective196{}
	pos := board.Backgammon.Start()
	idx, val := make([]int32, set.Len()), make([]float32, set.Len())
	n := set.ExtractSparse(idx, val, &pos)
	b := new(learn.Batch)
	b.Add(idx[:n], val[:n], &[nets.Outputs]float32{0.52, 0.15, 0.01, 0.14, 0.01}, 1)

	net, err := nets.NewRandom(nets.NewSpec(set, nets.Sigmoid, 8), 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	settings := learn.Settings{Loss: learn.Squared, Method: learn.SGD, Workers: 1}
	reference, err := graph.New(net.Clone(), settings)
	if err != nil {
		fmt.Println(err)
		return
	}
	fast, err := learn.New(net, settings)
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 3 {
		want, _ := reference.Step(b, 1)
		got, _ := fast.Step(b, 1)
		fmt.Printf("%.4f %.4f\n", want, got)
	}
	// Output:
	// 0.4258 0.4258
	// 0.2212 0.2212
	// 0.1260 0.1260
}
