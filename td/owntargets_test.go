package td

import (
	"math"
	"testing"

	"gammonlab/engine"
	"gammonlab/engine/lambdareturn"
	"gammonlab/internal/must"
	"gammonlab/nets/learn"
)

// ownSampled are the sampled targets by their definition, ownExact the exact ones.
func ownSampled(dst []engine.Probabilities, game *SelfPlay) {
	for i := len(dst) - 1; i >= 0; i-- {
		s := &game.Steps[i]
		dst[i] = s.Next
		if i < len(dst)-1 && !s.Explored {
			later := dst[i+1].Swap()
			for k := range dst[i] {
				dst[i][k] += float32(game.Lambda) * (later[k] - dst[i][k])
			}
		}
		dst[i].RuleOut(&s.Position)
	}
}

func ownExact(dst []engine.Probabilities, game *SelfPlay) {
	var steps []lambdareturn.Step
	for i, s := range game.Steps {
		steps = append(steps, lambdareturn.Step{Static: s.Static, Exact: game.LookAhead(i), Explored: s.Explored, Lambda: float32(game.Lambda)})
	}
	lambdareturn.Of(dst, steps)
}

// Registered targets with the definitions of this package train its nets, with any number of
// workers.
func TestRegisteredTargets(t *testing.T) {
	must.OK(t, RegisterTargets("own-sampled", ownSampled))
	must.OK(t, RegisterTargets("own-exact", ownExact))
	for own, ours := range map[Targets]Targets{"own-sampled": SampledTargets, "own-exact": ExactTargets} {
		cfg := tinyBatch()
		cfg.ExactFrom, cfg.Epsilon = 0, 0.1
		cfg.Lambda = must.Get(learn.ParseSchedule("0.7"))(t)
		cfg.Targets = ours
		want := mustNew(t, cfg)
		train(t, want, 1)
		cfg.Targets = own
		got := mustNew(t, cfg)
		train(t, got, 3)
		wantSameNet(t, string(own), got.Net(), want.Net())
	}
}

// A registered loss with the definition of this package trains its nets. The other updates do
// not have it.
func TestRegisteredLoss(t *testing.T) {
	must.OK(t, learn.RegisterLoss("own-squares", func(d, y, t []float32) float64 {
		sum := 0.0
		for k := range d {
			miss := y[k] - t[k]
			sum += float64(miss*miss) / 2
			d[k] = miss * y[k] * (1 - y[k])
		}
		return sum
	}))
	cfg := tinyBatch()
	cfg.Loss = SquaredLoss
	want := mustNew(t, cfg)
	train(t, want, 1)
	cfg.Loss = "own-squares"
	got := mustNew(t, cfg)
	train(t, got, 1)
	wantSameNet(t, "own-squares", got.Net(), want.Net())
	cfg = tiny()
	cfg.Loss = "own-squares"
	must.Fail(t, cfg.Validate(), `loss is "own-squares", want cross-entropy or squared for the update games`)
	cfg = tinyBatch()
	cfg.Loss = Loss(learn.Equity)
	must.Fail(t, cfg.Validate(), `loss is "equity", want cross-entropy or squared or own-squares for the update batch`)
}

func TestRegisteredTargetsErrors(t *testing.T) {
	must.OK(t, RegisterTargets("own-nan", func(dst []engine.Probabilities, game *SelfPlay) {
		if game.Result == 0 {
			panic("a game without a result")
		}
		dst[0][engine.Win] = float32(math.NaN())
	}))
	must.Fail(t, RegisterTargets("own-nan", ownExact), "the targets own-nan are already registered")
	must.Fail(t, RegisterTargets("exact", ownExact), "the targets exact are part of gammonlab")
	must.Fail(t, RegisterTargets("none", nil), `the targets "none" need a name and a function`)
	cfg := tinyBatch()
	cfg.Targets = "own"
	must.Fail(t, cfg.Validate(), `targets is "own", want sampled or exact or `)
	cfg.Targets = "own-nan"
	trainer := mustNew(t, cfg)
	must.Fail(t, trainer.Segment(t.Context(), 1, nil), "the targets own-nan are NaN for output 1 of position ")
}
