package generate_test

import (
	"testing"

	"gammonlab/datasets/generate"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/internal/cputime"
)

// BenchmarkTrace reports how many labels of λ-returns a second of processor time gives, with
// alternatives, pruning nets and λ as in docs/recipes/straight.yaml.
func BenchmarkTrace(b *testing.B) {
	static := engine.NewStatic(enginetest.Shipped(b, "default").Model(), nil)
	for _, rest := range []engine.Sieve{engine.Narrow(), engine.Narrower()} {
		b.Run("rest="+rest.String(), func(b *testing.B) {
			s := generate.Settings{Seed: 3, Players: generate.Players{Player: named.Of("default", player.NewGreedy(static.Clone()))}, Workers: 1,
				Play: generate.Play{Games: 100}, Trace: generate.Trace{
					Lambda: &generate.Lambda{Rest: 0.5}, Prune: true, Sieve: engine.Narrow(), Rest: rest,
					Alternatives: generate.Alternatives{Sieve: engine.Sieve{Most: 3, Margin: 0.1}},
				}}
			began, labels := cputime.Process(), int64(0)
			for b.Loop() {
				_, counts := run(b, s)
				labels += counts.Positions
			}
			b.ReportMetric(float64(labels)/(cputime.Process()-began).Seconds(), "labels/cpu-s")
		})
	}
}
