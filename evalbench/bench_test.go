package evalbench

import (
	"testing"

	"gammonlab/engine/named"

	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/player"
	"gammonlab/internal/must"
)

// BenchmarkMatch plays games on one worker.
func BenchmarkMatch(b *testing.B) {
	b.Run("players=pubeval", func(b *testing.B) {
		benchmarkMatch(b, Match{A: named.Player{Player: player.Pubeval{}}, B: named.Player{Player: player.Pubeval{}}})
	})
	b.Run("players=net196-100-5", func(b *testing.B) {
		net := enginetest.RandomNet(b, 100, 1)
		benchmarkMatch(b, Match{A: named.Player{Player: player.NewGreedy(engine.OfNet(net))}, B: named.Player{Player: player.Pubeval{}}})
	})
}

func benchmarkMatch(b *testing.B, m Match) {
	m.Games, m.Workers, m.Seed = 2*b.N, 1, 1
	b.ReportAllocs()
	r := must.Get(m.Run(b.Context()))(b)
	b.ReportMetric(r.GamesPerSecond(), "games/s")
	b.ReportMetric(float64(r.Plies)/r.Elapsed.Seconds(), "plies/s")
}
