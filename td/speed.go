package td

import (
	"context"
	"time"
)

// Speed returns the games per second of TD(0) training from random weights with the
// given number of hidden units. It skips the first games, which are long, and then
// measures for the given time.
func Speed(ctx context.Context, hidden, workers int, each time.Duration) (float64, error) {
	cfg := DefaultConfig()
	cfg.Hidden = []int{hidden}
	cfg.Games, cfg.Checkpoint, cfg.BenchEvery = 1<<40, 400, 0
	trainer, err := New(cfg)
	if err != nil {
		return 0, err
	}
	const unmeasured = 2000
	begin, from := time.Now(), int64(0)
	for from == 0 || time.Since(begin) < each {
		if err := trainer.Segment(ctx, workers, nil); err != nil {
			return 0, err
		}
		if from == 0 && trainer.Games() >= unmeasured {
			begin, from = time.Now(), trainer.Games()
		}
	}
	return float64(trainer.Games()-from) / time.Since(begin).Seconds(), nil
}
