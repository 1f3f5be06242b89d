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

// BenchmarkReadMatches reads and replays a match to 5 with about 260 rolls, about
// as many as matches to 7 have, in as many goroutines as there are processors.
func BenchmarkReadMatches(b *testing.B) {
	for _, name := range []string{"match5.mat", "match5.sgf"} {
		text := string(content(b, name))
		b.Run("file="+name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			b.RunParallel(func(p *testing.PB) {
				for p.Next() {
					m, err := Read(name, strings.NewReader(text))
					if err == nil {
						err = m.Validate()
					}
					if err != nil {
						b.Error(err)
						return
					}
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "matches/s")
		})
	}
}
