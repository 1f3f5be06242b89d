package td

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// sequential trains by the documentation of pipeline in the plainest way: the
// games of round q are played with the weights after round q-2 of the segment.
func sequential(t *testing.T, cfg Config) (*nets.Net, Stats) {
	t.Helper()
	trainer := mustNew(t, cfg)
	l := newLearner(&trainer.cfg, trainer.weights)
	for segment := int64(0); segment < cfg.Games; segment += cfg.Checkpoint {
		end := min(cfg.Games, segment+cfg.Checkpoint)
		after := []*weights{trainer.weights.clone()} // weights by the number of rounds
		for first := segment; first < end; first += int64(cfg.Sync) {
			a := newActor(&trainer.cfg, trainer.starts, after[max(len(after)-2, 0)])
			var games []game
			for number := first; number < min(end, first+int64(cfg.Sync)); number++ {
				plies, result, err := a.play(nil, cfg.Seed, number, nil)
				must.OK(t, err)
				games = append(games, game{plies, result})
			}
			for i, g := range games {
				l.stats.Results[g.result+3]++
				l.learn(g.plies, first+int64(i))
			}
			after = append(after, trainer.weights.clone())
		}
	}
	return trainer.Net(), l.stats
}

// TestWorkersGiveTheSameNet trains with several workers and compares, to the bit,
// with the sequential form. The last segment and its last round are short.
func TestWorkersGiveTheSameNet(t *testing.T) {
	for _, sync := range []int{1, 8, 64} {
		for _, hidden := range [][]int{{10}, {10, 5}} {
			cfg := tiny()
			cfg.Sync, cfg.Hidden = sync, hidden
			cfg.Lambda, _ = learn.ParseSchedule("exp:0.7:0.1")
			cfg.Epsilon = 0.1
			cfg.LayerRates = []float64{0.5, 1, 2}[:len(hidden)+1]
			want, wantStats := sequential(t, cfg)
			for _, workers := range []int{1, 2, 5} {
				t.Run(fmt.Sprintf("sync=%d/hidden=%v/workers=%d", sync, hidden, workers), func(t *testing.T) {
					trainer := mustNew(t, cfg)
					train(t, trainer, workers)
					wantSameNet(t, "net", trainer.Net(), want)
					if got := trainer.Stats(); got != wantStats {
						t.Errorf("stats %+v, want %+v", got, wantStats)
					}
					if got := trainer.Games(); got != cfg.Games {
						t.Errorf("%d games, want %d", got, cfg.Games)
					}
				})
			}
		}
	}
}

func TestSeedShows(t *testing.T) {
	cfg := tiny()
	first := mustNew(t, cfg)
	train(t, first, 2)
	cfg.Seed = 2
	other := mustNew(t, cfg)
	train(t, other, 2)
	if slices.Equal(first.Net().Params(), other.Net().Params()) {
		t.Error("two seeds give the same net")
	}
}

func TestProgress(t *testing.T) {
	for _, update := range []Update{GamesUpdate, OnlineUpdate, BatchUpdate} {
		cfg := tinyOf(update)
		trainer := mustNew(t, cfg)
		last := int64(0)
		for !trainer.Done() {
			must.OK(t, trainer.Segment(context.Background(), 3, func(games int64) {
				if games <= last || games > cfg.Games {
					t.Errorf("%s: progress from %d to %d", update, last, games)
				}
				last = games
			}))
			if last != trainer.Games() {
				t.Errorf("%s: progress says %d games at the end of a segment, the trainer %d", update, last, trainer.Games())
			}
		}
		if last != cfg.Games {
			t.Errorf("%s: progress ends at %d of %d", update, last, cfg.Games)
		}
	}
}

func TestCancelledSegment(t *testing.T) {
	for _, update := range []Update{GamesUpdate, OnlineUpdate, BatchUpdate} {
		cfg := tinyOf(update)
		cfg.Games, cfg.Checkpoint = 1<<40, 1<<40 // never done
		ctx, cancel := context.WithCancel(context.Background())
		trainer := mustNew(t, cfg)
		err := trainer.Segment(ctx, 3, func(games int64) {
			if games >= 40 {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got %v, want %v", update, err, context.Canceled)
		}
		if got := trainer.Games(); got < 40 || got%cfg.round() != 0 {
			t.Errorf("%s: the trainer knows %d games, want whole rounds and 40 at least", update, got)
		}
		cancel()
		if err := trainer.Segment(ctx, 3, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: begun after the cancel: got %v, want %v", update, err, context.Canceled)
		}
	}
}

// Self-play and learning allocate only at the beginning of a segment.
func TestGamesDoNotAllocate(t *testing.T) {
	cfg := tiny()
	cfg.Epsilon, cfg.Lambda = 0.1, learn.Constant(0.5)
	trainer := mustNew(t, cfg)
	a, l := newActor(&trainer.cfg, trainer.starts, trainer.weights), newLearner(&trainer.cfg, trainer.weights)
	plies := make([]ply, 0, maxPlies)
	number := int64(0)
	play := func() {
		played, _, err := a.play(plies, cfg.Seed, number, nil)
		must.OK(t, err)
		l.learn(played, number)
		number++
	}
	for range 50 { // until the move generator's room has grown
		play()
	}
	number = 0
	if got := testing.AllocsPerRun(40, play); got != 0 {
		t.Errorf("a game allocates %v times", got)
	}
}
