package lambdareturn_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gammonlab/engine"
	"gammonlab/engine/lambdareturn"
)

// inner returns probabilities that differences of a few hundredths keep in order.
func inner(rng *rand.Rand) engine.Probabilities {
	r := func() float32 { return 0.02 * rng.Float32() }
	return engine.Probabilities{0.5 + r(), 0.25 + r(), 0.1 + r(), 0.25 + r(), 0.1 + r()}
}

func game(seed uint64, n int) []lambdareturn.Step {
	rng := rand.New(rand.NewPCG(seed, 0))
	steps := make([]lambdareturn.Step, n)
	for i := range steps {
		steps[i] = lambdareturn.Step{Static: inner(rng), Exact: inner(rng)}
	}
	return steps
}

func near(a, b engine.Probabilities) bool {
	for k := range a {
		if math.Abs(float64(a[k]-b[k])) > 1e-6 {
			return false
		}
	}
	return true
}

// withLambda gives all steps one λ.
func withLambda(steps []lambdareturn.Step, lambda float32) []lambdareturn.Step {
	for i := range steps {
		steps[i].Lambda = lambda
	}
	return steps
}

// The returns are those of the definition, each by the λ of its own step: the sum of
// the corrections of all steps up to an exploring play, by powers of λ.
func TestReturns(t *testing.T) {
	steps := withLambda(game(1, 9), 0.6)
	steps[3].Lambda, steps[4].Lambda = 1, 0
	steps[6].Explored = true
	got := make([]engine.Probabilities, len(steps))
	lambdareturn.Of(got, steps)
	for i := range steps {
		want, power, turned := steps[i].Exact, float32(1), false
		for j := i + 1; j < len(steps) && !steps[j-1].Explored; j++ {
			power, turned = power*steps[i].Lambda, !turned
			e, v := steps[j].Exact, steps[j].Static
			if turned {
				e, v = e.Swap(), v.Swap()
			}
			for k := range want {
				want[k] += power * (e[k] - v[k])
			}
		}
		if !near(got[i], want) {
			t.Errorf("step %d: %v, want %v", i, got[i], want)
		}
	}
}

// With λ = 0, and where the 1-ply evaluations equal the 0-ply ones, a return is the
// 1-ply evaluation.
func TestReturnsWithoutCorrections(t *testing.T) {
	steps := game(2, 6)
	got := make([]engine.Probabilities, len(steps))
	lambdareturn.Of(got, withLambda(steps, 0))
	for i := range steps {
		if got[i] != steps[i].Exact {
			t.Errorf("λ 0, step %d: %v, want %v", i, got[i], steps[i].Exact)
		}
		steps[i].Static = steps[i].Exact
	}
	lambdareturn.Of(got, withLambda(steps, 1))
	for i := range steps {
		if !near(got[i], steps[i].Exact) {
			t.Errorf("no corrections, step %d: %v, want %v", i, got[i], steps[i].Exact)
		}
	}
}

// Returns out of the range of probabilities are clamped, in dst only.
func TestReturnsInRange(t *testing.T) {
	high, low := engine.Probabilities{0.99, 0.5}, engine.Probabilities{0.01, 0, 0, 0.5}
	steps := []lambdareturn.Step{
		{Static: high, Exact: high}, {Static: low, Exact: engine.Probabilities{0, 0, 0, 0.9}}, {Static: high, Exact: high},
	}
	steps[1].Exact[engine.Win] = -0.1 // below any evaluation, so that returns leave the range
	got := make([]engine.Probabilities, len(steps))
	lambdareturn.Of(got, withLambda(steps, 1))
	for i := range got {
		if err := got[i].Check(); err != nil {
			t.Errorf("step %d: %v: %v", i, got[i], err)
		}
	}
	if got[0][engine.Win] != 1 || got[0][engine.WinGammon] < 0.89 {
		t.Errorf("got %v, want a certain win and gammons of 0.9", got[0])
	}
}
