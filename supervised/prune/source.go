package prune

import (
	"context"
	"fmt"
	"math/rand/v2"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/internal/digest"
	"gammonlab/internal/seed"
)

// Source is a source of choices: games of the model against itself, or rolls from
// positions of a database.
type Source struct {
	variant   board.Variant
	digest    string           // digest of the database, "" for self-play
	positions []board.Position // drawn from the database
}

// SelfPlay returns the source of games of the model against itself.
func SelfPlay(variant board.Variant) *Source { return &Source{variant: variant} }

// perClass returns the maximal number of positions of each class drawn from a database: a
// position with a roll gives five to ten training positions.
func perClass(s *Settings) int { return max(200_000, s.Positions/4) }

// FromDatabase returns the source of positions drawn from a database, labelled
// or not: of each class as many as the settings need.
func FromDatabase(ctx context.Context, path string, variant board.Variant, s *Settings) (*Source, error) {
	f, err := datasets.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if v := f.Meta().Variant; v != variant {
		return nil, fmt.Errorf("%s holds positions of %v, the model is for %v", path, v, variant)
	}
	src := &Source{variant: variant}
	if src.digest, err = digest.File(path); err != nil {
		return nil, err
	}
	var drawn [engine.Contact + 1]reservoir
	for class := range drawn {
		drawn[class].size = perClass(s)
	}
	rng := rand.New(seed.Stream(s.Seed, drawStream))
	n := 0
	for row, err := range datasets.Rows(f) {
		if err != nil {
			return nil, err
		}
		if n++; n%4096 == 1 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if row.Class != engine.Over {
			drawn[row.Class].add(row.Position, rng)
		}
	}
	for class := range drawn {
		src.positions = append(src.positions, drawn[class].kept...)
	}
	rng.Shuffle(len(src.positions), func(i, k int) {
		src.positions[i], src.positions[k] = src.positions[k], src.positions[i]
	})
	return src, nil
}

// reservoir keeps a uniform sample of the positions added to it (Vitter 1985, algorithm
// R).
type reservoir struct {
	size int // of the sample
	seen int
	kept []board.Position
}

func (r *reservoir) add(pos board.Position, rng *rand.Rand) {
	r.seen++
	if len(r.kept) < r.size {
		r.kept = append(r.kept, pos)
	} else if i := rng.IntN(r.seen); i < r.size {
		r.kept[i] = pos
	}
}

// side is one of two disjoint sets of items: for training and for measuring.
type side int

const (
	toTrain side = iota
	heldOut
)

// testShare is the share of a database's positions reserved for measuring.
const testShare = 0.1

// mostGames bounds the number of games, in case positions of a class are rare.
const mostGames = 100_000

// items returns the number of items of the side.
func (src *Source) items(of side) int {
	if src.digest == "" {
		return mostGames
	}
	first, end := src.span(of)
	return end - first
}

// span returns the side's positions: those from index first up to, but not including,
// index end.
func (src *Source) span(of side) (first, end int) {
	n := len(src.positions)
	held := int(testShare * float64(n))
	if of == heldOut {
		return 0, held
	}
	return held, n
}

// Streams of random numbers, derived from the seed of the settings.
const (
	trainingStream = iota
	testingStream
	drawStream
	pickStream
)

// show passes the choices of an item to the function show.
func (src *Source) show(ctx context.Context, c *chooser, s uint64, of side, item int, show func(*choice)) error {
	s = seed.Derive(s, trainingStream+uint64(of))
	if src.digest == "" {
		return c.game(ctx, src.variant, s, item, show)
	}
	first, _ := src.span(of)
	return c.position(&src.positions[first+item], s, item, show)
}
