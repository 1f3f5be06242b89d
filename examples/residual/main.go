// Residual trains a graph of its own, with a residual connection, on labelled
// positions, measures it against pubeval and has it roll a position out.
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"gorgonia.org/gorgonia"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/generate"
	"gammonlab/datasets/label"
	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/engine/rollout"
	"gammonlab/evalbench"
	"gammonlab/features"
	"gammonlab/nets"
	"gammonlab/nets/learn"
	"gammonlab/supervised"
	"gammonlab/supervised/graph"
)

func main() {
	positions := flag.Int64("positions", 20_000, "to learn from")
	games := flag.Int("games", 400, "against pubeval")
	flag.Parse()
	if err := run(context.Background(), *positions, *games); err != nil {
		fmt.Fprintln(os.Stderr, "residual:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, positions int64, games int) error {
	rows, err := labelled(ctx, positions)
	if err != nil {
		return err
	}
	evaluator, err := train(rows)
	if err != nil {
		return err
	}
	match := evalbench.Match{
		A: named.Of("residual", player.NewGreedy(evaluator)), B: named.Of("pubeval", player.Pubeval{}), Games: games, Conditions: evalbench.Conditions{Seed: 1},
	}
	result, err := match.Run(ctx)
	if err != nil {
		return err
	}
	ppg := result.PPG()
	fmt.Printf("%d games: %+.3f ± %.3f points a game against pubeval\n", result.Games, ppg.Center, ppg.Margin())

	settings := rollout.Defaults()
	settings.Trials, settings.Truncation.Turns = 72, 4
	rolled, err := rollout.Run(ctx, evaluator.CloneEvaluator(), rollout.OfPosition(board.Backgammon.Start(), nil), settings)
	if err != nil {
		return err
	}
	start := rolled.Outcomes[0].Estimate
	fmt.Printf("the start, rolled out: equity %+.3f ± %.3f\n", start.Mean[rollout.Cubeless], 1.96*start.Error[rollout.Cubeless])
	return nil
}

// labelled returns positions of games that the shipped net "fast" plays, with its
// evaluations.
func labelled(ctx context.Context, positions int64) ([]datasets.Row, error) {
	model, err := nets.LoadShipped("fast")
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "residual")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "positions.parquet")
	fast := player.NewGreedy(engine.NewStatic(model, nil))
	if _, err := generate.Run(ctx, &generate.Settings{
		Out: path, Variant: board.Backgammon, Seed: 1, Selection: generate.Selection{Positions: positions},
		Players: generate.Players{Player: named.Of("fast", fast)}, Play: generate.Play{RandomPlies: generate.Range{To: 4}},
	}); err != nil {
		return nil, err
	}
	file, err := datasets.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	rows, err := datasets.ReadAll(file)
	if err != nil {
		return nil, err
	}
	labeller, err := label.New(engine.NewStatic(model, nil), label.Settings{By: datasets.Static})
	if err != nil {
		return nil, err
	}
	return rows, labeller.Rows(ctx, rows, 0)
}

// train trains the graph for five epochs.
func train(rows []datasets.Row) (*graph.Evaluator, error) {
	const batch, epochs = 128, 5
	set, err := features.Lookup("gnubg-contact250")
	if err != nil {
		return nil, err
	}
	trainer, err := graph.NewTrainer(residual, set.Len(), batch, learn.Settings{
		Loss: learn.CrossEntropy, Method: learn.Adam, Workers: 1,
	})
	if err != nil {
		return nil, err
	}
	samples := supervised.NewSamples(set, board.Backgammon, rows)
	for epoch := range epochs {
		loss := 0.0
		for b := range samples.Batches(batch, 1, epoch) {
			l, err := trainer.Step(b, 0.003)
			if err != nil {
				return nil, err
			}
			loss += l * float64(b.Len())
		}
		fmt.Printf("epoch %d: cross-entropy %.4f\n", epoch+1, loss/float64(samples.Len()))
	}
	return trainer.Evaluator(set)
}

// residual builds a hidden layer, then one whose outputs are added to its inputs.
func residual(inputs *gorgonia.Node) (sums *gorgonia.Node, params gorgonia.Nodes, err error) {
	const units = 48
	rng := rand.New(rand.NewPCG(1, 2))
	layer := func(x *gorgonia.Node, name string, in, out int) *gorgonia.Node {
		weights := make([]float32, in*out)
		for i := range weights {
			weights[i] = float32(rng.NormFloat64()) / 8
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
