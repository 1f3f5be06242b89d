package supervised

import (
	"testing"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/must"
)

// BenchmarkSparse measures how fast workers compute inputs from keys, since
// learners must not wait for them.
func BenchmarkSparse(b *testing.B) {
	for _, name := range []string{"perspective196", "gnubg-contact250"} {
		b.Run("features="+name, func(b *testing.B) {
			set := must.Get(features.Lookup(name))(b)
			samples := NewSamples(set, board.Backgammon, pipLabelled(1000))
			idx, val := make([]int32, set.Len()), make([]float32, set.Len())
			var pos board.Position
			b.ReportAllocs()
			for i := range b.N {
				samples.sparse(idx, val, &pos, i%samples.Len())
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
