// Ownfeatures registers a feature set of its own, trains a net with it by TD(λ) and
// plays the net against pubeval.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"gammonlab/engine/named"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/evalbench"
	"gammonlab/features"
	"gammonlab/td"
)

// Tactics has a few inputs for each side: its pips, blots, points held in the home
// board, longest row of points, and checkers on the bar.
type Tactics struct{}

var perSide = []features.Input{
	{Name: "pips", Group: "race", Meaning: "pip count / 100"},
	{Name: "blots", Group: "blots", Meaning: "blots / 4"},
	{Name: "home", Group: "points", Meaning: "points held in the home board / 6"},
	{Name: "prime", Group: "points", Meaning: "longest row of points held / 6"},
	{Name: "bar", Group: "bar", Meaning: "checkers on the bar / 2"},
}

// Name returns the name that weight files carry.
func (Tactics) Name() string { return "tactics10" }

// Version returns a number to count up when values change.
func (Tactics) Version() int { return 1 }

// Len returns the number of inputs.
func (Tactics) Len() int { return 2 * len(perSide) }

// Inputs documents the inputs.
func (Tactics) Inputs() (all []features.Input) {
	for _, side := range []string{"own", "opp"} {
		for _, in := range perSide {
			in.Name = side + "." + in.Name
			all = append(all, in)
		}
	}
	return all
}

// Extract sets dst to the inputs.
func (Tactics) Extract(dst []float32, pos *board.Position) {
	describe(dst[:len(perSide)], &pos.Own)
	describe(dst[len(perSide):2*len(perSide)], &pos.Opp)
}

// ExtractSparse sets idx and val to the inputs that are not 0 and returns their number.
func (t Tactics) ExtractSparse(idx []int32, val []float32, pos *board.Position) int {
	t.Extract(val, pos)
	return features.Compact(idx, val[:t.Len()])
}

func describe(dst []float32, s *board.Side) {
	blots, home, row, longest := 0, 0, 0, 0
	for point := 1; point <= 24; point++ {
		if s[point] == 1 {
			blots++
		}
		if row++; s[point] < 2 {
			row = 0
		} else if point <= 6 {
			home++
		}
		longest = max(longest, row)
	}
	dst[0], dst[1], dst[2] = float32(s.Pips())/100, float32(blots)/4, float32(home)/6
	dst[3], dst[4] = float32(longest)/6, float32(s[board.Bar])/2
}

func main() {
	games := flag.Int64("games", 10_000, "of training, for each set, a multiple of 8")
	flag.Parse()
	if err := run(*games); err != nil {
		fmt.Fprintln(os.Stderr, "ownfeatures:", err)
		os.Exit(1)
	}
}

func run(games int64) error {
	if err := features.Register(Tactics{}); err != nil {
		return err
	}
	for _, set := range []string{"perspective196", "tactics10", "perspective196+tactics10"} {
		cfg := td.DefaultConfig()
		cfg.Features, cfg.Hidden, cfg.Games, cfg.Checkpoint, cfg.BenchEvery = set, []int{20}, games, games, 0
		trainer, err := td.New(cfg)
		if err != nil {
			return err
		}
		if err := trainer.Segment(context.Background(), 4, nil); err != nil {
			return err
		}
		match := evalbench.Match{
			A: named.Of(set, player.NewGreedy(engine.OfNet(trainer.Net()))), B: named.Of("pubeval", player.Pubeval{}),
			Games: 2000, Conditions: evalbench.Conditions{Seed: 1},
		}
		result, err := match.Run(context.Background())
		if err != nil {
			return err
		}
		ppg := result.PPG()
		fmt.Printf("%-25s %d inputs, %d games: %+.3f ± %.3f points a game against pubeval\n",
			set, trainer.Net().Set().Len(), trainer.Games(), ppg.Center, ppg.Margin())
	}
	return nil
}
