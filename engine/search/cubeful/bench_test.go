package cubeful_test

import (
	"fmt"
	"testing"

	"gammonlab/engine/enginetest"
	"gammonlab/engine/search/cubeful"
	"gammonlab/internal/must"
)

// BenchmarkDecide decides about doubles in positions and at scores that differ
// from one decision to the next.
func BenchmarkDecide(b *testing.B) {
	static := enginetest.GnubgStatic(b)
	all := questions(b, static, 300, 8)
	for _, plies := range []int{0, 1, 2} {
		b.Run(fmt.Sprintf("plies=%d", plies), func(b *testing.B) {
			s := must.Get(cubeful.New(static.Clone(), cubeful.Options{Plies: plies}))(b)
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
