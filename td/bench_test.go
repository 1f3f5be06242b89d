package td

import (
	"context"
	"fmt"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// BenchmarkSelfPlay trains by backgammon games, rounds of games played and then
// learned.
func BenchmarkSelfPlay(b *testing.B) {
	const segment = 64
	for _, hidden := range []int{100, 256} {
		cfg := DefaultConfig()
		cfg.Hidden = []int{hidden}
		cfg.Games, cfg.Checkpoint = 1<<40, segment
		cfg.BenchEvery = 0
		var warm *nets.Net
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("net=196-%d-5/workers=%d", hidden, workers), func(b *testing.B) {
				if warm == nil {
					warm = warmedUp(b, cfg)
				}
				trainer := must.Get(Resume(cfg, modelOf(warm.Clone()), segment, Stats{}))(b)
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

// warmedUp returns the net after enough games for games of a usual length.
func warmedUp(b *testing.B, cfg Config) *nets.Net {
	b.Helper()
	start := mustNew(b, cfg)
	for start.Games() < 3000 {
		benchSegment(b, start, 2)
	}
	return start.Net()
}

// BenchmarkBatch does the parts of a round of the batch update by themselves:
// games played, with either targets, and their positions learned.
func BenchmarkBatch(b *testing.B) {
	small := DefaultConfig()
	small.Hidden = []int{256}
	small.Games, small.Checkpoint, small.BenchEvery = 1<<40, 64, 0
	var warm *nets.Net
	for _, hidden := range [][]int{{256}, {512, 512, 256}} {
		for _, workers := range []int{1, 2} {
			name := fmt.Sprintf("net=196-%s-5/workers=%d", nets.FormatHidden(hidden), workers)
			b.Run(name, func(b *testing.B) {
				if warm == nil {
					warm = warmedUp(b, small)
				}
				benchmarkBatch(b, warm, hidden, workers)
			})
		}
	}
}

func benchmarkBatch(b *testing.B, warm *nets.Net, hidden []int, workers int) {
	shape := warm.Spec()
	spec := must.Get(shape.Larger(hidden))(b)
	net := must.Get(nets.Grow(warm, spec, 1))(b)
	cfg := DefaultBatchConfig()
	cfg.Rate = learn.Constant(0) // so that it stays the net that it is
	cfg.SetShapes([]nets.Shape{nets.ShapeOf(nets.All, spec)})
	trainer := must.Get(Resume(cfg, modelOf(net), 0, Stats{}))(b)
	round := must.Get(trainer.newBatches(workers))(b)
	for _, part := range []struct {
		name  string
		games int
		do    func() error
	}{
		{"exact", 8, func() error { return round.play(b.Context(), 8) }},
		{"sampled", 64, func() error { return round.play(b.Context(), 64) }},
		{"learn", 64, func() error { return round.learn(b.Context()) }},
	} {
		b.Run("part="+part.name, func(b *testing.B) {
			trainer.cfg.Targets = SampledTargets
			if part.name == "exact" {
				trainer.cfg.Targets = ExactTargets
			}
			if err := round.play(b.Context(), part.games); err != nil { // there must be something to learn
				b.Fatal(err)
			}
			positions := 0
			for b.Loop() {
				must.OK(b, part.do())
				positions += len(round.nets[0].plies)
			}
			seconds := b.Elapsed().Seconds()
			b.ReportMetric(float64(part.games*b.N)/seconds, "games/s")
			b.ReportMetric(float64(positions)/seconds, "positions/s")
		})
	}
}

func benchSegment(b *testing.B, trainer *Trainer, workers int) {
	b.Helper()
	must.OK(b, trainer.Segment(context.Background(), workers, nil))
}

// BenchmarkOnline is the reference form of the update, with its traces.
func BenchmarkOnline(b *testing.B) {
	const segment = 8
	cfg := DefaultConfig()
	cfg.Hidden = []int{100}
	cfg.Update, cfg.Lambda = OnlineUpdate, learn.Constant(0.7)
	cfg.Games, cfg.Checkpoint, cfg.BenchEvery = 1<<40, segment, 0
	trainer := mustNew(b, cfg)
	b.Run("net=196-100-5", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			benchSegment(b, trainer, 1)
		}
		b.ReportMetric(float64(segment*b.N)/b.Elapsed().Seconds(), "games/s")
	})
}
