// Ownlearning registers a loss, an optimizer, training targets and a kind of players of its
// own. It trains nets on evaluations of a shipped net and plays the best one against the
// player; then a net learns from the targets in games against itself.
package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/generate"
	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/evalbench"
	"gammonlab/features"
	"gammonlab/nets"
	"gammonlab/nets/learn"
	"gammonlab/supervised"
	"gammonlab/td"
)

func main() {
	positions := flag.Int64("positions", 20_000, "to learn from")
	games := flag.Int("games", 400, "against careful")
	flag.Parse()
	if err := run(context.Background(), *positions, *games); err != nil {
		fmt.Fprintln(os.Stderr, "ownlearning:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, positions int64, games int) error {
	if err := register(); err != nil {
		return err
	}
	rows, err := evaluated(ctx, positions)
	if err != nil {
		return err
	}
	set, err := features.Lookup("gnubg-contact250")
	if err != nil {
		return err
	}
	half := len(rows) / 2
	learned := supervised.NewSamples(set, board.Backgammon, rows[:half])
	unseen := supervised.NewSamples(set, board.Backgammon, rows[half:])
	var net *nets.Net
	best := math.Inf(1)
	for _, s := range []struct {
		learn.Settings
		rate float64
	}{
		{learn.Settings{Loss: learn.CrossEntropy, Method: learn.Adam, Workers: 1}, 0.003},
		{learn.Settings{Loss: "huber", Method: learn.Adam, Workers: 1}, 0.003},
		{learn.Settings{Loss: "huber", Method: "lion", Workers: 1}, 0.001},
	} {
		trained, err := train(set, learned, s.Settings, s.rate)
		if err != nil {
			return err
		}
		rmse := supervised.Measure(trained, unseen).Equity()
		fmt.Printf("%-13s by %-4s: %.0f mEq on positions it has not seen\n", s.Loss, s.Method, rmse)
		if rmse < best {
			net, best = trained, rmse
		}
	}
	careful, err := player.Parse("careful", nil)
	if err != nil {
		return err
	}
	match := evalbench.Match{
		A: named.Of("net", player.NewGreedy(engine.OfNet(net))), B: named.Of("careful", careful), Games: games, Conditions: evalbench.Conditions{Seed: 1},
	}
	result, err := match.Run(ctx)
	if err != nil {
		return err
	}
	ppg := result.PPG()
	fmt.Printf("%d games: %+.3f ± %.3f points a game against careful\n", result.Games, ppg.Center, ppg.Margin())
	return selfPlay(ctx, games)
}

// selfPlay trains a net by games against itself with the registered targets, 25 for each game
// of a match.
func selfPlay(ctx context.Context, games int) error {
	cfg := td.DefaultBatchConfig()
	total := 25 * int64(games)
	cfg.Games, cfg.Checkpoint, cfg.RoundGames, cfg.BenchEvery = total, total, min(100, games), 0
	cfg.Hidden, cfg.Targets = []int{40}, "3-step"
	trainer, err := td.New(cfg)
	if err != nil {
		return err
	}
	if err := trainer.Segment(ctx, 1, nil); err != nil {
		return err
	}
	match := evalbench.Match{
		A: named.Of("self-play", player.NewGreedy(engine.OfNet(trainer.Net()))), B: named.Of("pubeval", player.Pubeval{}),
		Games: games, Conditions: evalbench.Conditions{Seed: 1},
	}
	result, err := match.Run(ctx)
	if err != nil {
		return err
	}
	ppg := result.PPG()
	fmt.Printf("after %d games of self-play: %+.3f ± %.3f points a game against pubeval\n", total, ppg.Center, ppg.Margin())
	return nil
}

// threeSteps takes the net's evaluation three plays later, or where the game ends.
func threeSteps(dst []engine.Probabilities, game *td.SelfPlay) {
	for i := range dst {
		at := i
		for at < min(i+2, len(dst)-1) && !game.Steps[at].Explored {
			at++
		}
		if dst[i] = game.Steps[at].Next; (at-i)%2 == 1 {
			dst[i] = dst[i].Swap() // evaluations are those of the player on roll
		}
	}
}

// register gives names to the parts. Configs, flags and weight files of a program that
// registers them can use the names.
func register() error {
	if err := learn.RegisterLoss("huber", huber); err != nil {
		return err
	}
	if err := learn.RegisterMethod("lion", learn.Optimizer{Moments: 1, Step: lion}); err != nil {
		return err
	}
	if err := td.RegisterTargets("3-step", threeSteps); err != nil {
		return err
	}
	return player.Register("careful", func(string) (engine.Player, error) { return player.Func(careful), nil })
}

// huber is the squared error of each output up to an error of 0.1, and grows linearly from
// there (Huber 1964).
func huber(d, y, t []float32) float64 {
	const knee = 0.1
	sum := 0.0
	for k := range d {
		miss := float64(y[k] - t[k])
		slope := min(max(miss, -knee), knee)
		sum += slope * (miss - slope/2)
		d[k] = float32(slope) * y[k] * (1 - y[k])
	}
	return sum
}

// lion moves each parameter by the rate, in the direction of the sign of a mean of gradients
// (Chen et al., Symbolic discovery of optimization algorithms, 2023).
func lion(w, g []float32, moments [][]float32, rate float64, _ int64) {
	for i, m := range moments[0] {
		w[i] -= float32(math.Copysign(rate, float64(0.9*m+0.1*g[i])))
		moments[0][i] = 0.99*m + 0.01*g[i]
	}
}

// careful chooses the play that leaves the fewest blots.
func careful(_ *board.Position, _ board.Roll, plays []board.Play) int {
	best, fewest := 0, board.MaxCheckers+1
	for i := range plays {
		blots := 0
		for _, checkers := range plays[i].Result.Opp[1:] { // the opponent is on roll after the play
			if checkers == 1 {
				blots++
			}
		}
		if blots < fewest {
			best, fewest = i, blots
		}
	}
	return best
}

// evaluated returns positions of games that the shipped net "fast" plays, with its
// evaluations.
func evaluated(ctx context.Context, positions int64) ([]datasets.Row, error) {
	model, err := nets.LoadShipped("fast")
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "ownlearning")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "positions.parquet")
	fast := engine.NewStatic(model, nil)
	if _, err := generate.Run(ctx, &generate.Settings{
		Out: path, Variant: board.Backgammon, Seed: 1, Selection: generate.Selection{Positions: positions},
		Players: generate.Players{Player: named.Of("fast", player.NewGreedy(fast.Clone()))}, Play: generate.Play{RandomPlies: generate.Range{To: 4}},
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
	var answer [1]engine.Probabilities
	for i := range rows {
		fast.Evaluate(answer[:], []board.Position{rows[i].Position})
		rows[i].Probabilities = answer[0]
	}
	return rows, nil
}

// train trains a net of one hidden layer for five epochs.
func train(set features.Set, samples *supervised.Samples, s learn.Settings, rate float64) (*nets.Net, error) {
	const batch, epochs = 128, 5
	net, err := nets.NewRandom(nets.NewSpec(set, nets.ReLU, 64), 1)
	if err != nil {
		return nil, err
	}
	learner, err := learn.New(net, s)
	if err != nil {
		return nil, err
	}
	for epoch := range epochs {
		for b := range samples.Batches(batch, 1, epoch) {
			if _, err := learner.Step(b, rate); err != nil {
				return nil, err
			}
		}
	}
	return net, nil
}
