package generate_test

import (
	"fmt"
	"testing"

	"gammonlab/datasets/generate"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/internal/cputime"
)

// BenchmarkTrace reports how many labels of λ-returns a second of processor time gives, with
// alternatives, pruning nets and λ as in docs/recipes/hour.yaml.
func BenchmarkTrace(b *testing.B) {
	static := engine.NewStatic(enginetest.Shipped(b, "default").Model(), nil)
	for _, c := range []struct {
		rest   engine.Sieve
		throws int
	}{{engine.Narrow(), 0}, {engine.Narrower(), 0}, {engine.Narrow(), 6}, {engine.Narrower(), 6}} {
		b.Run(fmt.Sprintf("rest=%v/throws=%d", c.rest, c.throws), func(b *testing.B) {
			s := generate.Settings{Seed: 3, Players: generate.Players{Player: named.Of("default", player.NewGreedy(static.Clone()))}, Workers: 1,
				Play: generate.Play{Games: 100}, Trace: generate.Trace{
					Lambda: &generate.Lambda{Rest: 0.5}, Prune: true, Sieve: engine.Narrow(), Rest: c.rest, Throws: c.throws,
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
