package td

import (
	"context"
	"fmt"
	"testing"

	"gammonlab/nets"
)

// BenchmarkSelfPlay trains by backgammon games, rounds of games played and then
// learned, after enough of them for games of a usual length.
func BenchmarkSelfPlay(b *testing.B) {
	const warmUp, segment = 3000, 64
	for _, hidden := range []int{100, 256} {
		cfg := DefaultConfig()
		cfg.Hidden = []int{hidden}
		cfg.Games, cfg.Segment = 1<<40, segment
		cfg.BenchEvery = 0
		var warm *nets.Net
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("net=196-%d-5/workers=%d", hidden, workers), func(b *testing.B) {
				if warm == nil {
					start := mustNew(b, cfg)
					for start.Games() < warmUp {
						benchSegment(b, start, 2)
					}
					warm = start.Net()
				}
				trainer, err := Resume(cfg, warm.Clone(), segment, Stats{})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				for b.Loop() {
					benchSegment(b, trainer, workers)
				}
				seconds := b.Elapsed().Seconds()
				b.ReportMetric(float64(segment*b.N)/seconds, "games/s")
				b.ReportMetric(float64(trainer.Stats().Positions)/seconds, "positions/s")
			})
		}
	}
}

func benchSegment(b *testing.B, trainer *Trainer, workers int) {
	b.Helper()
	if err := trainer.Segment(context.Background(), workers, nil); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkOnline is the reference form of the update, with its traces.
func BenchmarkOnline(b *testing.B) {
	const segment = 8
	cfg := DefaultConfig()
	cfg.Hidden = []int{100}
	cfg.Update, cfg.Lambda = OnlineUpdate, Constant(0.7)
	cfg.Games, cfg.Segment, cfg.BenchEvery = 1<<40, segment, 0
	trainer := mustNew(b, cfg)
	b.Run("net=196-100-5", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			benchSegment(b, trainer, 1)
		}
		b.ReportMetric(float64(segment*b.N)/b.Elapsed().Seconds(), "games/s")
	})
}
