package graph

import (
	"math/rand/v2"
	"testing"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"gammonlab/internal/must"
	"gammonlab/nets/learn"
)

// pair is a parameter with its gradient, without a graph.
type pair struct{ value, gradient *tensor.Dense }

func (p *pair) Value() gorgonia.Value         { return p.value }
func (p *pair) Grad() (gorgonia.Value, error) { return p.gradient, nil }

func newPair(rng *rand.Rand, size int) *pair {
	vector := func() *tensor.Dense {
		values := make([]float32, size)
		for i := range values {
			values[i] = rng.Float32() - 0.5
		}
		return tensor.New(tensor.WithShape(size), tensor.WithBacking(values))
	}
	return &pair{vector(), vector()}
}

// TestSolverIsGorgonias compares steps at a constant rate with those of gorgonia's
// solvers.
func TestSolverIsGorgonias(t *testing.T) {
	const rate, steps = 0.01, 200
	for _, c := range []struct {
		name     string
		settings learn.Settings
		theirs   gorgonia.Solver
	}{
		{"sgd", learn.Settings{Method: learn.SGD}, gorgonia.NewVanillaSolver(gorgonia.WithLearnRate(rate))},
		{"momentum", learn.Settings{Method: learn.SGD, Momentum: 0.8},
			gorgonia.NewMomentum(gorgonia.WithLearnRate(rate), gorgonia.WithMomentum(0.8))},
		{"adam", learn.Settings{Method: learn.Adam}, gorgonia.NewAdamSolver(gorgonia.WithLearnRate(rate))},
	} {
		sizes := []int{7, 1, 30}
		ours := newSolver(c.settings, 38)
		ours.rate = rate
		mine, others := rand.New(rand.NewPCG(1, 2)), rand.New(rand.NewPCG(1, 2))
		var a, b []gorgonia.ValueGrad
		for _, size := range sizes {
			a, b = append(a, newPair(mine, size)), append(b, newPair(others, size))
		}
		for range steps {
			for i, size := range sizes {
				copy(a[i].(*pair).gradient.Float32s(), newPair(mine, size).gradient.Float32s())
				copy(b[i].(*pair).gradient.Float32s(), newPair(others, size).gradient.Float32s())
			}
			must.OK(t, ours.Step(a))
			must.OK(t, c.theirs.Step(b))
		}
		for i := range sizes {
			// 200 steps of up to 0.01, each rounded several times.
			if far := furthest(a[i].(*pair).value.Float32s(), b[i].(*pair).value.Float32s()); far > 1e-5 {
				t.Errorf("%s: parameter %d differs by up to %.2g after %d steps", c.name, i, far, steps)
			}
		}
	}
}
