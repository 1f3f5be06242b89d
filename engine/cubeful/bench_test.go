package cubeful_test

import (
	"fmt"
	"testing"

	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/cubeful"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/search"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// BenchmarkDecide decides about doubles in positions and at scores that differ
// from one decision to the next.
func BenchmarkDecide(b *testing.B) {
	benchmarkDecide(b, "gnubg", enginetest.GnubgStatic(b), cube.Gnubg, 0, 1, 2)
	for _, efficiency := range []string{cube.Gnubg, cube.Learned} {
		benchmarkDecide(b, "default,cube="+efficiency, enginetest.Shipped(b, nets.DefaultNet), efficiency, 0, 1, 2)
	}
}

func benchmarkDecide(b *testing.B, name string, static *engine.Static, efficiency string, levels ...int) {
	all := questions(b, static, 300, 8)
	by := must.Get(cube.NamedEfficiency(efficiency, engine.NewFull(static)))(b)
	for _, plies := range levels {
		b.Run(fmt.Sprintf("%s/plies=%d", name, plies), func(b *testing.B) {
			s := must.Get(cubeful.New(static.Clone(), cubeful.Options{Depth: search.Depth{Plies: plies}, Efficiency: by}))(b)
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				if _, _, err := s.Decide(b.Context(), &all[i].pos, all[i].stakes); err != nil {
					b.Fatal(err)
				}
				i = (i + 1) % len(all)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "decisions/s")
		})
	}
}
