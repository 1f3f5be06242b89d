package cubenets

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/engine/targets"
	"gammonlab/internal/seed"
)

// holdout is the share of the positions that measure the nets and train none.
const holdout = 0.05

// Streams of random numbers, derived from the seed.
const (
	drawStream   = 0
	gameStream   = 1
	weightStream = 2
	orderStream  = 3 // of the first round; more follow
)

// collect gets positions of the classes that have a net, from the database or from games of
// the model, and divides them into samples for training and for measuring.
func (r *run) collect(ctx context.Context) error {
	get := r.selfPlay
	if r.Data != "" {
		get = r.draw
	}
	all, err := get(ctx)
	if err != nil {
		return err
	}
	positions, chances := make([]board.Position, len(all)), make([]engine.Probabilities, len(all))
	for i := range all {
		positions[i] = all[i].position
	}
	r.static.Evaluate(chances, positions)
	for i := range all {
		key := positions[i].Key()
		one := sample{position: positions[i], class: r.static.ClassOf(&positions[i]), chances: chances[i]}
		if !r.Labels {
			one.match = r.stakes.Draw(datasets.Share(key, targets.MatchSalt(r.Seed)))
		} else if err := one.label(&all[i].cubes, r.stakes); err != nil {
			return fmt.Errorf("%s: row %d: %w", r.Data, all[i].row, err)
		}
		if datasets.Share(key, 0) < holdout {
			r.held = append(r.held, one)
		} else {
			r.training = append(r.training, one)
		}
	}
	return nil
}

// drawn is a position that was drawn; row and cubes are those of a database.
type drawn struct {
	position board.Position
	row      int64
	cubes    datasets.Cubes
}

// draw draws rows of the database, of the classes that have a net; with labels only rows that
// have one.
func (r *run) draw(ctx context.Context) (all []drawn, err error) {
	f, err := datasets.Open(r.Data)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if v, want := f.Meta().Variant, r.static.Variant(); v != want {
		return nil, fmt.Errorf("%s holds positions of %v, the model is for %v", r.Data, v, want)
	}
	if r.Labels && !f.Meta().Cubes {
		return nil, fmt.Errorf("%s has no labels by the state of the cube, which dataset generate and dataset label make with cubeful", r.Data)
	}
	rng, seen := rand.New(seed.Stream(r.Seed, drawStream)), 0
	for row, err := range datasets.Rows(f) {
		if err != nil {
			return nil, err
		}
		if seen%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if !slices.Contains(classes, r.static.ClassOf(&row.Position)) || r.Labels && !row.HasCubes() {
			continue
		}
		one := drawn{row.Position, f.Row(), row.Cubes}
		if seen++; len(all) < r.Positions {
			all = append(all, one)
		} else if i := rng.IntN(seen); i < r.Positions {
			all[i] = one
		}
	}
	return all, nil
}
