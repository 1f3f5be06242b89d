package td

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/must"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// targetTolerance is absolute, for sums in another order: the first layer's
// sums are updated from a base, or computed from all inputs.
const targetTolerance = 1e-5

func wantClose(t *testing.T, what string, got, want engine.Probabilities) {
	t.Helper()
	for k := range got {
		if !(math.Abs(float64(got[k]-want[k])) <= targetTolerance) {
			t.Errorf("%s: got %v, want %v", what, got, want)
			return
		}
	}
}

// frozen returns runs of games from the endings with exploration.
func frozen() []Config {
	var all []Config
	for _, lambda := range []float64{0, 0.3, 1} {
		cfg := tinyBatch()
		cfg.Variant = "backgammon"
		cfg.Hidden, cfg.Activation = []int{12, 7}, nets.Activations{nets.Tanh}
		cfg.Lambda, cfg.Epsilon = learn.Constant(lambda), 0.3
		all = append(all, cfg)
	}
	return all
}

// TestSampledTargetsAreReturns compares the targets with those of the games
// update if the net does not change.
func TestSampledTargetsAreReturns(t *testing.T) {
	for _, cfg := range frozen() {
		trainer := mustNewFrom(t, cfg, endings)
		tutor := newTargetActor(&trainer.cfg, trainer.starts, trainer.weights)
		games := cfg
		games.Loss = SquaredLoss // whose derivative is the distance to the target
		lambda := float32(cfg.lambda(0))
		for number := range int64(20) {
			plies, _, err := tutor.play(nil, cfg.Seed, number, nil)
			must.OK(t, err)
			var want []engine.Probabilities
			l := newLearner(&games, trainer.weights)
			l.errorsOf(slices.Clone(plies), lambda, func(of *netPass) {
				target := engine.Probabilities(*of.pass.Output(0))
				for k := range target {
					target[k] -= of.d[k]
				}
				want = append(want, target)
			})
			slices.Reverse(want)
			must.OK(t, tutor.computeTargets(&gameTargets{game: game{plies: plies}}, SampledTargets, float64(lambda)))
			for i := range plies {
				wantClose(t, fmt.Sprintf("lambda %v, game %d, ply %d", lambda, number, i), plies[i].next, want[i])
			}
		}
	}
}

// TestExactTargets compares with a computation from the definition, in double
// precision: of each game the positions, the answers of the net and the plays that
// were explored are recorded, and
//
//	G_T = E(s_T),   G_t = E(s_t) + λ·(swap(G_t+1) - swap(V(s_t+1))), λ = 0 after an explored play.
func TestExactTargets(t *testing.T) {
	over, explored, outside := 0, 0, 0
	for _, cfg := range frozen() {
		trainer := mustNewFrom(t, cfg, endings)
		tutor := newTargetActor(&trainer.cfg, trainer.starts, trainer.weights)
		static := engine.OfNet(trainer.Net())
		lambda := cfg.lambda(0)
		for number := range int64(10) {
			plies, _, err := tutor.play(nil, cfg.Seed, number, nil)
			must.OK(t, err)
			want := returnsByDefinition(static, plies, lambda)
			ahead := make([]doubles, len(plies))
			for i := range plies {
				ahead[i] = lookAheadByHand(static, plies[i].pos)
				if plies[i].explored {
					explored++
				}
			}
			must.OK(t, tutor.computeTargets(&gameTargets{game: game{plies: plies}}, ExactTargets, lambda))
			for i := range plies {
				what := fmt.Sprintf("lambda %v, game %d, ply %d", lambda, number, i)
				inRange, clamped := want[i].inRange()
				wantClose(t, what, plies[i].next, inRange)
				wantInOrder(t, what, plies[i].next)
				if clamped {
					outside++
				}
				ruledOut := plies[i].next
				if ruledOut.RuleOut(&plies[i].pos); ruledOut != plies[i].next {
					t.Errorf("%s: %v, which is ruled out but for %v", what, plies[i].next, ruledOut)
				}
				if lambda == 0 && ahead[i][engine.Win] == 1 {
					over++
					if plies[i].next[engine.Win] != 1 {
						t.Errorf("%s: %v, want a win to the bit: every roll ends the game", what, plies[i].next)
					}
				}
			}
		}
	}
	if over == 0 || explored == 0 || outside == 0 {
		t.Errorf("%d positions are certainly won, %d plays explored, %d returns outside the range: want some of each", over, explored, outside)
	}
}

// doubles are the five probabilities in double precision.
type doubles [engine.Outputs]float64

// inRange clamps probabilities and reports whether any changes.
func (d doubles) inRange() (p engine.Probabilities, changed bool) {
	clamp := func(k int, most float64) float64 {
		v := math.Max(0, math.Min(d[k], most))
		changed = changed || math.Abs(v-d[k]) > targetTolerance
		p[k] = float32(v)
		return v
	}
	win := clamp(engine.Win, 1)
	clamp(engine.WinBackgammon, clamp(engine.WinGammon, win))
	clamp(engine.LoseBackgammon, clamp(engine.LoseGammon, 1-win))
	return p, changed
}

// returnsByDefinition returns the exact targets of a game, in their range or not.
func returnsByDefinition(static *engine.Static, plies []ply, lambda float64) []doubles {
	returns := make([]doubles, len(plies))
	for i := len(plies) - 1; i >= 0; i-- {
		returns[i] = lookAheadByHand(static, plies[i].pos)
		if i == len(plies)-1 || plies[i].explored {
			continue
		}
		var later [1]engine.Probabilities
		static.Evaluate(later[:], []board.Position{plies[i+1].pos})
		var value doubles
		for k, v := range later[0] {
			value[k] = float64(v)
		}
		for k, g := range swapped(returns[i+1]) {
			returns[i][k] += lambda * (g - swapped(value)[k])
		}
	}
	return returns
}

// swapped returns the probabilities from the opponent's point of view.
func swapped(d doubles) doubles {
	return doubles{
		engine.Win:       1 - d[engine.Win],
		engine.WinGammon: d[engine.LoseGammon], engine.WinBackgammon: d[engine.LoseBackgammon],
		engine.LoseGammon: d[engine.WinGammon], engine.LoseBackgammon: d[engine.WinBackgammon],
	}
}

// lookAheadByHand returns the mean over the rolls of the evaluations after the
// best play.
func lookAheadByHand(static *engine.Static, pos board.Position) (mean doubles) {
	for _, roll := range board.Rolls {
		results := []board.Position{pos.Swap()}
		if plays := board.Plays(pos, roll); len(plays) > 0 {
			results = nil
			for _, p := range plays {
				results = append(results, p.Result)
			}
		}
		answers := make([]engine.Probabilities, len(results))
		static.Evaluate(answers, results)
		best := slices.MinFunc(answers, func(a, b engine.Probabilities) int {
			return int(math.Copysign(1, float64(a.Equity()-b.Equity())))
		})
		for k, v := range best.Swap() {
			mean[k] += float64(roll.Ways()) * float64(v)
		}
	}
	for k := range mean {
		mean[k] /= 36
	}
	return mean
}

// TestLossOfFrozenNet compares the reported loss with the loss of the answers
// and targets.
func TestLossOfFrozenNet(t *testing.T) {
	for _, kind := range ourTargets {
		cfg := frozen()[1]
		trainer := mustNewFrom(t, cfg, endings)
		tutor := newTargetActor(&trainer.cfg, trainer.starts, trainer.weights)
		for number := range int64(5) {
			plies, _, err := tutor.play(nil, cfg.Seed, number, nil)
			must.OK(t, err)
			g := gameTargets{game: game{plies: plies}}
			must.OK(t, tutor.computeTargets(&g, kind, 0.3))
			got, want := g.learned.Loss, 0.0
			for i := range plies {
				answer := tutor.value(&plies[i].pos)
				for k := range answer {
					want += math.Pow(float64(answer[k]-plies[i].next[k]), 2) / 2
				}
			}
			if !(math.Abs(got-want) <= 1e-4*want) {
				t.Errorf("%s, game %d: loss %v, want %v", kind, number, got, want)
			}
		}
	}
}

// TestBatchWorkersGiveTheSameNet trains with several workers and with checkpoints at
// other games, and compares the nets to the bit.
func TestBatchWorkersGiveTheSameNet(t *testing.T) {
	for _, hidden := range [][]int{{10}, {20, 12}} {
		cfg := tinyBatch()
		cfg.Hidden, cfg.Activation = hidden, nets.Activations{nets.ReLU}
		cfg.Lambda, _ = learn.ParseSchedule("exp:0.7:0.1")
		cfg.Rate, _ = learn.ParseSchedule("steps:0.01,128:0.002")
		cfg.Epsilon, cfg.Passes = 0.1, 2
		want := mustNew(t, cfg)
		train(t, want, 1)
		for _, workers := range []int{2, 5} {
			for _, segment := range []int64{16, 64, 160} {
				cfg.Checkpoint = segment
				got := mustNew(t, cfg)
				train(t, got, workers)
				what := fmt.Sprintf("hidden %v, %d workers, segments of %d", hidden, workers, segment)
				wantSameNet(t, what, got.Net(), want.Net())
				if got.Stats() != want.Stats() || got.steps() != want.steps() {
					t.Errorf("%s: stats %+v after %d steps, want %+v after %d", what,
						got.Stats(), got.steps(), want.Stats(), want.steps())
				}
			}
		}
	}
}

// Every setting of the batch update has an effect.
func TestBatchSettingsHaveEffects(t *testing.T) {
	if testing.Short() {
		t.Skip("a run for each setting")
	}
	base := mustNew(t, tinyBatch())
	train(t, base, 1)
	for name, change := range map[string]func(c *Config){
		"round_games":      func(c *Config) { c.RoundGames = 32 },
		"targets":          func(c *Config) { c.Targets, c.ExactFrom = ExactTargets, 0 },
		"exact_from":       func(c *Config) { c.ExactFrom = 64 },
		"batch":            func(c *Config) { c.Batch = 16 },
		"epochs_per_round": func(c *Config) { c.Passes = 2 },
		"optimizer":        func(c *Config) { c.Optimizer = "sgd" },
		"lambda":           func(c *Config) { c.Lambda = learn.Constant(0.5) },
		"rate":             func(c *Config) { c.Rate = learn.Constant(0.004) },
		"epsilon":          func(c *Config) { c.Epsilon = 0.5 },
		"loss":             func(c *Config) { c.Loss = SquaredLoss },
		"seed":             func(c *Config) { c.Seed = 2 },
	} {
		cfg := tinyBatch()
		change(&cfg)
		other := mustNew(t, cfg)
		train(t, other, 1)
		if slices.Equal(other.Net().Params(), base.Net().Params()) {
			t.Errorf("%s changes nothing", name)
		}
	}
}

// λ has an effect on exact targets, from the start and later in a run.
func TestLambdaOfExactTargets(t *testing.T) {
	for name, change := range map[string]func(c *Config){
		"exact":      func(c *Config) { c.Targets, c.ExactFrom = ExactTargets, 0 },
		"exact_from": func(c *Config) { c.ExactFrom = 16 },
	} {
		var params [2][]float32
		for i, schedule := range []string{"0", "steps:0,16:0.7"} {
			cfg := tinyBatch()
			cfg.Games, cfg.Checkpoint = 32, 32
			change(&cfg)
			cfg.Lambda, _ = learn.ParseSchedule(schedule)
			trainer := mustNew(t, cfg)
			train(t, trainer, 1)
			params[i] = trainer.Net().Params()
		}
		if slices.Equal(params[0], params[1]) {
			t.Errorf("%s: λ changes nothing", name)
		}
	}
}

// TestBatchOfRateZero changes no weights, and counts the same games as the
// games update.
func TestBatchOfRateZero(t *testing.T) {
	cfg := tinyBatch()
	cfg.Rate, cfg.ExactFrom = learn.Constant(0), 0
	trainer := mustNew(t, cfg)
	before := trainer.Net().Clone()
	train(t, trainer, 2)
	wantSameNet(t, "net", trainer.Net(), before)

	games := tiny()
	games.Rate, games.Activation = learn.Constant(0), cfg.Activation
	other := mustNew(t, games)
	train(t, other, 1)
	got, want := trainer.Stats(), other.Stats()
	if got.Positions != want.Positions || got.Results != want.Results {
		t.Errorf("got %+v, the games update %+v", got, want)
	}
}

// TestLossFalls trains a little further than the other tests.
func TestLossFalls(t *testing.T) {
	cfg := tinyBatch()
	cfg.Games, cfg.Checkpoint, cfg.ExactFrom = 960, 320, 0
	cfg.Rate = learn.Constant(0.005)
	trainer := mustNew(t, cfg)
	var losses []float64
	for !trainer.Done() {
		before := trainer.Stats()
		must.OK(t, trainer.Segment(context.Background(), 2, nil))
		segment := trainer.Stats().since(before)
		losses = append(losses, segment.Loss/float64(segment.Positions))
	}
	if !(losses[len(losses)-1] < losses[0]*2/3) {
		t.Errorf("losses %v, want the last below two thirds of the first", losses)
	}
}
