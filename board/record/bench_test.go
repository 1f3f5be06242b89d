package record

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// BenchmarkRead reads a session of 500 games.
func BenchmarkRead(b *testing.B) {
	m := randomMatch(rand.New(rand.NewPCG(1, 1)), 0, 500, Rules{Jacoby: true})
	for format, f := range formats {
		text := mustWrite(b, f.write, m)
		b.Run("format="+format, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := f.read("bench", strings.NewReader(text)); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(m.Games)*b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}
