package cubenets

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/internal/engine/targets"
	"gammonlab/internal/seed"
)

// holdout is the share of the positions that measure the nets and train none.
const holdout = 0.05

// Streams of random numbers, derived from the seed.
const (
	drawStream   = 0
	weightStream = 2
	orderStream  = 3 // of the first round; more follow
)

// collect draws positions of a database, of the classes that have a net, and divides them
// into samples for training and for measuring.
func collect(ctx context.Context, static *engine.Static, path string, stakes *targets.Stakes, s *Settings) (training, held []sample, err error) {
	f, err := datasets.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	if v, want := f.Meta().Variant, static.Variant(); v != want {
		return nil, nil, fmt.Errorf("%s holds positions of %v, the model is for %v", path, v, want)
	}
	if s.Labels && !f.Meta().Cubes {
		return nil, nil, fmt.Errorf("%s has no labels by the state of the cube, which dataset generate and dataset label make with cubeful", path)
	}
	all, err := draw(ctx, f, static, s)
	if err != nil {
		return nil, nil, err
	}
	positions, chances := make([]board.Position, len(all)), make([]engine.Probabilities, len(all))
	for i := range all {
		positions[i] = all[i].position
	}
	static.Evaluate(chances, positions)
	for i := range all {
		key := positions[i].Key()
		one := sample{position: positions[i], class: static.ClassOf(&positions[i]), chances: chances[i]}
		if !s.Labels {
			one.match = stakes.Draw(datasets.Share(key, targets.MatchSalt(s.Seed)))
		} else if err := one.label(&all[i].cubes, stakes); err != nil {
			return nil, nil, fmt.Errorf("%s: row %d: %w", path, all[i].row, err)
		}
		if datasets.Share(key, 0) < holdout {
			held = append(held, one)
		} else {
			training = append(training, one)
		}
	}
	return training, held, nil
}

// drawn is a row that was drawn.
type drawn struct {
	position board.Position
	row      int64
	cubes    datasets.Cubes
}

// draw draws rows of the classes that have a net; with labels only rows that have one.
func draw(ctx context.Context, f *datasets.File, static *engine.Static, s *Settings) (all []drawn, err error) {
	rng, seen := rand.New(seed.Stream(s.Seed, drawStream)), 0
	for row, err := range datasets.Rows(f) {
		if err != nil {
			return nil, err
		}
		if seen%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if !slices.Contains(classes, static.ClassOf(&row.Position)) || s.Labels && !row.HasCubes() {
			continue
		}
		one := drawn{row.Position, f.Row(), row.Cubes}
		if seen++; len(all) < s.Positions {
			all = append(all, one)
		} else if i := rng.IntN(seen); i < s.Positions {
			all[i] = one
		}
	}
	return all, nil
}
