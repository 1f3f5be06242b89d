package td

import (
	"fmt"
	"math"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/must"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// endings are positions of backgammon in which outcomes are impossible, now or
// a few plies later.
var endings = []board.Position{
	// Contact; the opponent has borne off three, so no gammon for the player.
	{Own: board.Side{24: 1, 13: 4, 8: 5, 6: 5}, Opp: board.Side{board.Off: 3, 6: 5, 5: 4, 3: 3}},
	// A race in which the player may still lose a backgammon.
	{Own: board.Side{20: 2, 18: 1, 6: 12}, Opp: board.Side{4: 4, 3: 4, 2: 4, 1: 3}},
	// The same from the opponent's point of view.
	{Own: board.Side{4: 4, 3: 4, 2: 4, 1: 3}, Opp: board.Side{20: 2, 18: 1, 6: 12}},
	// Both bear off.
	{Own: board.Side{board.Off: 9, 3: 3, 1: 3}, Opp: board.Side{board.Off: 8, 5: 4, 2: 3}},
	// A hit may come late: the player is on the bar against three points.
	{Own: board.Side{board.Bar: 1, 6: 8, 5: 6}, Opp: board.Side{board.Off: 10, 4: 2, 3: 2, 1: 1}},
}

// TestOnlineEqualsGamesOnFrozenNet compares the two forms of the update: if the
// net does not change, the steps of the online form add up to those of the
// games form.
func TestOnlineEqualsGamesOnFrozenNet(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, where TestWorkersGiveTheSameNet shares work among goroutines")
	}
	worst := 0.0
	for _, start := range []struct {
		name    string
		variant string
		starts  []board.Position
		games   int64
	}{
		{"backgammon", "backgammon", nil, 3},
		{"hypergammon3", "hypergammon3", nil, 4},
		{"endings", "backgammon", endings, int64(4 * len(endings))},
	} {
		for _, lambda := range []float64{0, 0.3, 0.7, 1} {
			for _, epsilon := range []float64{0, 0.3} {
				for _, loss := range []Loss{SquaredLoss, CrossEntropy} {
					cfg := tiny()
					cfg.Variant = start.variant
					cfg.Lambda, cfg.Rate, cfg.Epsilon, cfg.Loss = learn.Constant(lambda), learn.Constant(1), epsilon, loss
					cfg.Hidden = []int{12, 7}
					cfg.Activation = nets.Activations{nets.Tanh}
					name := fmt.Sprintf("start=%s/lambda=%v/epsilon=%v/loss=%s", start.name, lambda, epsilon, loss)
					t.Run(name, func(t *testing.T) {
						for game := range start.games {
							worst = max(worst, compareForms(t, mustNewFrom(t, cfg, start.starts), game))
						}
					})
				}
			}
		}
	}
	t.Logf("largest difference %.1e of the largest step", worst)
}

// compareForms plays a game with the trainer's net and compares the updates of
// both forms. It returns the largest difference.
func compareForms(t *testing.T, trainer *Trainer, number int64) float64 {
	t.Helper()
	cfg, w := &trainer.cfg, trainer.weights
	o := newOnline(cfg, w)
	for _, r := range o.nets {
		r.dest = r.net.Clone()
		clear(r.dest.Params()) // so that steps add up without the weights' own rounding
	}
	plies, _, err := o.play(newActor(cfg, trainer.starts, w), nil, number)
	must.OK(t, err)

	l := newLearner(cfg, w)
	grads := map[*netPass][]float32{}
	for _, of := range l.passes {
		grads[of] = make([]float32, len(of.net.Params()))
	}
	lambda := float32(cfg.lambda(number))
	l.errorsOf(plies, lambda, func(of *netPass) { of.pass.Backward(grads[of], of.d[:], 1) })

	largest, worst := 1.0, 0.0
	for n, of := range l.passes {
		for i, g := range grads[of] {
			largest = max(largest, math.Abs(float64(g)))
			worst = max(worst, math.Abs(float64(o.nets[n].dest.Params()[i]+g)))
		}
	}
	if !(worst <= 1e-5*largest) {
		t.Errorf("game %d of %d plies: steps differ by %v, the largest is %v", number, len(plies), worst, largest)
	}
	learned := int64(0)
	for i := range plies {
		if len(w.learning[w.classOf(&plies[i].pos)]) > 0 {
			learned++
		}
	}
	if o.stats.Positions != learned || l.stats.Positions != learned {
		t.Errorf("game %d: learned from %d and %d positions, want %d", number, o.stats.Positions, l.stats.Positions, learned)
	}
	return worst / largest
}

// TestEndingsRuleOut checks that games from the endings have impossible
// outcomes, and explored plies.
func TestEndingsRuleOut(t *testing.T) {
	cfg := tiny()
	cfg.Variant, cfg.Epsilon = "backgammon", 0.3
	trainer := mustNewFrom(t, cfg, endings)
	a := newActor(&trainer.cfg, trainer.starts, trainer.weights)
	ruledOut := map[string]int{}
	explored := 0
	for number := range int64(20) {
		plies, _, err := a.play(nil, cfg.Seed, number, nil)
		must.OK(t, err)
		for _, p := range plies {
			all := engine.Probabilities{0.5, 0.4, 0.3, 0.4, 0.3}
			all.RuleOut(&p.pos)
			for k, name := range []string{"", "win gammon", "win backgammon", "lose gammon", "lose backgammon"} {
				if all[k] == 0 {
					ruledOut[name]++
				}
			}
			if p.explored {
				explored++
			}
		}
	}
	for _, name := range []string{"win gammon", "win backgammon", "lose gammon", "lose backgammon"} {
		if ruledOut[name] == 0 {
			t.Errorf("%s is never ruled out", name)
		}
	}
	if explored == 0 {
		t.Error("no ply was explored")
	}
}
