package td_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/internal/must"
	"gammonlab/nets"
	"gammonlab/nets/learn"
	"gammonlab/td"
)

// learned trains a small net and returns it with the random net of its
// beginning.
func learned(t *testing.T, change func(c *td.Config)) (trained, before *nets.Net) {
	t.Helper()
	cfg := td.DefaultConfig()
	cfg.Hidden = []int{20}
	cfg.Games, cfg.Checkpoint, cfg.BenchEvery = 4000, 4000, 0
	change(&cfg)
	trainer := must.Get(td.New(cfg))(t)
	before = trainer.Net().Clone()
	for !trainer.Done() {
		must.OK(t, trainer.Segment(context.Background(), 2, nil))
	}
	return trainer.Net(), before
}

// batch makes the config one of the batch update.
func batch(c *td.Config) {
	with := td.DefaultBatchConfig()
	c.Update, c.Sync, c.Activation, c.Rate = with.Update, 0, nets.Activations{nets.ReLU}, learn.Constant(0.005)
	c.RoundGames, c.Targets, c.Batch, c.Passes, c.Optimizer = 50, with.Targets, 64, with.Passes, with.Optimizer
}

// pointsPerGame plays games of the variant and returns what a wins per game,
// with its standard error. The players begin in turn.
func pointsPerGame(t *testing.T, a, b engine.Player, variant board.Variant, games int) (mean, stderr float64) {
	t.Helper()
	dice := board.NewDice(rand.NewPCG(1, 1))
	var gen board.Generator
	var sum, squares float64
	for game := range games {
		a.NewGame(uint64(game))
		b.NewGame(uint64(game))
		pos, onRoll, other, sign := variant.Start(), a, b, 1.0
		if game%2 == 1 {
			onRoll, other, sign = b, a, -1
		}
		for first := true; pos.Result() == 0; first = false {
			roll := dice.Next()
			for first && roll.Double() {
				roll = dice.Next()
			}
			if plays := gen.Plays(&pos, roll); len(plays) == 0 {
				pos = pos.Swap()
			} else {
				chosen := must.Get(onRoll.Choose(t.Context(), &pos, roll, plays))(t)
				pos = plays[chosen].Result
			}
			onRoll, other, sign = other, onRoll, -sign
		}
		points := sign * float64(pos.Result())
		sum, squares = sum+points, squares+points*points
	}
	n := float64(games)
	mean = sum / n
	return mean, math.Sqrt((squares/n - mean*mean) / n)
}

// TestLearningBeatsItsStart trains for some thousand games and plays against
// the net of the beginning.
func TestLearningBeatsItsStart(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector")
	}
	for _, test := range []struct {
		name   string
		change func(c *td.Config)
	}{
		{"games", func(*td.Config) {}},
		{"games, lambda 0.7", func(c *td.Config) { c.Lambda = learn.Constant(0.7) }},
		{"games, squared", func(c *td.Config) { c.Loss, c.Rate = td.SquaredLoss, learn.Constant(0.3) }},
		{"online, lambda 0.7", func(c *td.Config) { c.Update, c.Lambda = td.OnlineUpdate, learn.Constant(0.7) }},
		{"tanh, exploring", func(c *td.Config) { c.Activation, c.Epsilon = nets.Activations{nets.Tanh}, 0.05 }},
		{"batch", func(c *td.Config) { batch(c) }},
		{"batch, lambda 0.7, sgd", func(c *td.Config) {
			batch(c)
			c.Lambda, c.Rate, c.Optimizer, c.Momentum = learn.Constant(0.7), learn.Constant(0.1), "sgd", 0.9
		}},
		{"batch, exact at last, two layers", func(c *td.Config) {
			batch(c)
			c.Hidden, c.ExactFrom = []int{20, 10}, 3600
		}},
		{"batch, exact, lambda 0.7", func(c *td.Config) {
			batch(c)
			c.Targets, c.Lambda, c.Games, c.Checkpoint = td.ExactTargets, learn.Constant(0.7), 1500, 1500
		}},
		{"relu, two layers", func(c *td.Config) {
			c.Activation, c.Hidden, c.Rate = nets.Activations{nets.ReLU}, []int{20, 10}, learn.Constant(0.02)
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			trained, before := learned(t, func(c *td.Config) {
				c.Variant = board.Hypergammon3.String()
				test.change(c)
			})
			ppg, stderr := pointsPerGame(t, player.NewGreedy(engine.OfNet(trained)), player.NewGreedy(engine.OfNet(before)), board.Hypergammon3, 1000)
			t.Logf("against its start %+.3f ± %.3f points per game", ppg, stderr)
			if ppg < 0.8 {
				t.Errorf("%+.3f points per game against its start, want at least 0.8", ppg)
			}
			ppg, stderr = pointsPerGame(t, player.NewGreedy(engine.OfNet(trained)), player.NewRandom(), board.Hypergammon3, 1000)
			t.Logf("against random %+.3f ± %.3f points per game", ppg, stderr)
			if ppg < 0.8 {
				t.Errorf("%+.3f points per game against random play, want at least 0.8", ppg)
			}
		})
	}
}

// TestLearnsTheStart compares the equity of a net for the start of the smallest
// game with the mean result of its games. Nets evaluate any roll, but games
// begin without a double, so the test checks only the order.
func TestLearnsTheStart(t *testing.T) {
	trained, before := learned(t, func(c *td.Config) { c.Variant = board.Hypergammon1.String() })
	games := &starter{engine.OfNet(trained)}
	mean, stderr := games.equity(20_000)
	said, random := games.says(trained), games.says(before)
	t.Logf("the net says %+.3f, its games %+.3f ± %.3f, the random net said %+.3f", said, mean, stderr, random)
	if math.Abs(said-mean) > 0.15 {
		t.Errorf("the net says %+.3f of the start, its games come to %+.3f ± %.3f", said, mean, stderr)
	}
	if math.Abs(random-mean) < 0.15 {
		t.Errorf("the random net says %+.3f already: the test shows nothing", random)
	}
}

// starter plays a net against itself from the start of hypergammon1.
type starter struct{ eval *engine.Static }

// says returns the net's equity of the start.
func (s *starter) says(net *nets.Net) float64 {
	var p [1]engine.Probabilities
	engine.OfNet(net).Evaluate(p[:], []board.Position{board.Hypergammon1.Start()})
	return float64(p[0].Equity())
}

// equity returns the mean result of games for the side that begins.
func (s *starter) equity(games int) (mean, stderr float64) {
	dice := board.NewDice(rand.NewPCG(2, 2))
	var gen board.Generator
	var sum, squares float64
	for range games {
		pos, sign := board.Hypergammon1.Start(), 1.0
		for first := true; pos.Result() == 0; first = false {
			roll := dice.Next()
			for first && roll.Double() {
				roll = dice.Next()
			}
			if plays := gen.Plays(&pos, roll); len(plays) == 0 {
				pos = pos.Swap()
			} else {
				best, _ := s.eval.Best(&pos, plays)
				pos = plays[best].Result
			}
			sign = -sign
		}
		points := sign * float64(pos.Result())
		sum, squares = sum+points, squares+points*points
	}
	n := float64(games)
	mean = sum / n
	return mean, math.Sqrt((squares/n - mean*mean) / n)
}
