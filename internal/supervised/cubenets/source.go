package cubenets

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/internal/seed"
)

// holdout is the share of the positions that measure the nets and train none.
const holdout = 0.05

// Streams of random numbers, derived from the seed.
const (
	drawStream = iota
	questionStream
	weightStream
	orderStream // of the first round; more follow
)

// collect draws positions of a database, of the classes that have a net, and divides them
// into samples for training and for measuring.
func collect(ctx context.Context, static *engine.Static, path string, t *table, s *Settings) (training, held []sample, err error) {
	f, err := datasets.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	if v, want := f.Meta().Variant, static.Variant(); v != want {
		return nil, nil, fmt.Errorf("%s holds positions of %v, the model is for %v", path, v, want)
	}
	var all []board.Position
	rng, seen := rand.New(seed.Stream(s.Seed, drawStream)), 0
	for row, err := range datasets.Rows(f) {
		if err != nil {
			return nil, nil, err
		}
		if seen%4096 == 0 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if !slices.Contains(classes, static.ClassOf(&row.Position)) {
			continue
		}
		if seen++; len(all) < s.Positions {
			all = append(all, row.Position)
		} else if i := rng.IntN(seen); i < s.Positions {
			all[i] = row.Position
		}
	}
	rng = rand.New(seed.Stream(s.Seed, questionStream))
	chances := make([]engine.Probabilities, len(all))
	static.Evaluate(chances, all)
	for i := range all {
		one := sample{position: all[i], class: static.ClassOf(&all[i]), chances: chances[i], match: t.draw(rng)}
		if datasets.Share(one.position.Key(), 0) < holdout {
			held = append(held, one)
		} else {
			training = append(training, one)
		}
	}
	return training, held, nil
}
