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
	s := generate.Settings{Seed: 3, Play: generate.Play{Games: 200}, Trace: generate.Trace{
		Lambda: &generate.Lambda{Rest: 0.5}, Prune: true, Sieve: engine.Sieve{Most: 5, Margin: 0.2},
		Alternatives: generate.Alternatives{Sieve: engine.Sieve{Most: 3, Margin: 0.1}},
	}}
	s.Workers = 1
	s.Player = named.Of("default", player.NewGreedy(engine.NewStatic(enginetest.Shipped(b, "default").Model(), nil)))
	began, labels := cputime.Process(), int64(0)
	for b.Loop() {
		_, counts := run(b, s)
		labels += counts.Positions
	}
	b.ReportMetric(float64(labels)/(cputime.Process()-began).Seconds(), "labels/cpu-s")
}
