package prune

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/internal/seed"
	"gammonlab/internal/workers"
	"gammonlab/nets"
)

// sample is a position after a play with the model's evaluation, both for the player on
// roll.
type sample struct {
	pos   board.Position
	label engine.Probabilities
}

// otherPlays is the number of plays of a choice, besides the best, whose results become
// samples.
const otherPlays = 12

// pick appends the samples of a choice: the result of the best play and of some others,
// drawn uniformly. It skips choices with a single play, because they are never pruned.
func pick(dst []sample, c *choice, rng *rand.Rand) []sample {
	if len(c.plays) == 1 {
		return dst
	}
	add := func(i int) {
		if pos := c.plays[i].Result; pos.Result() == 0 {
			dst = append(dst, sample{pos, c.answers[i]})
		}
	}
	add(c.best)
	for range otherPlays {
		if i := rng.IntN(len(c.plays)); i != c.best {
			add(i)
		}
	}
	return dst
}

// collector gathers the samples of each part.
type collector struct {
	settings *Settings
	source   *Source
	seen     datasets.KeySet
	rows     map[nets.Part][]datasets.Row
}

// picker is a worker of the collector.
type picker struct {
	*chooser
	stream rand.PCG
	rng    *rand.Rand
}

// collect gathers samples for each part of the settings.
func collect(ctx context.Context, static *engine.Static, source *Source, j *Job) (map[nets.Part][]datasets.Row, error) {
	c := &collector{settings: &j.Settings, source: source, rows: map[nets.Part][]datasets.Row{}}
	var pickers []*picker
	for range j.Workers {
		p := &picker{chooser: newChooser(static.Clone())}
		p.rng = rand.New(&p.stream)
		pickers = append(pickers, p)
	}
	items := source.items(toTrain)
	err := workers.Ordered(ctx, pickers, workers.Numbers(0, items), c.item, func(_ int, found []sample) error {
		c.take(found)
		if j.Progress != nil {
			j.Progress(c.gathered(), int64(len(j.Parts)*j.Positions))
		}
		if c.done() {
			return workers.ErrEnough
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, part := range j.Parts {
		if n := len(c.rows[part]); n < minPositions {
			return nil, fmt.Errorf("%s contain only %d positions for %s, want at least %d: omit the part, or name a database with more",
				source.what(items), n, part, minPositions)
		}
	}
	return c.rows, nil
}

// item gathers the samples of one item.
func (c *collector) item(ctx context.Context, p *picker, item int) ([]sample, error) {
	seed.Restart(&p.stream, seed.Derive(c.settings.Seed, pickStream), uint64(item))
	var found []sample
	err := c.source.show(ctx, p.chooser, c.settings.Seed, toTrain, item, func(met *choice) {
		found = pick(found, met, p.rng)
	})
	return found, err
}

// take adds samples that are new and still needed.
func (c *collector) take(found []sample) {
	for i := range found {
		part := engine.ClassOf(&found[i].pos).PruningPart()
		if !c.wants(part) || !c.seen.Add(found[i].pos.Key()) {
			continue
		}
		row := datasets.NewRow(found[i].pos)
		row.Probabilities = found[i].label
		c.rows[part] = append(c.rows[part], row)
	}
}

// wants reports whether the part's net needs more positions.
func (c *collector) wants(part nets.Part) bool {
	for _, p := range c.settings.Parts {
		if p == part {
			return len(c.rows[p]) < c.settings.Positions
		}
	}
	return false
}

// done reports whether all parts have enough positions.
func (c *collector) done() bool {
	return !slices.ContainsFunc(c.settings.Parts, c.wants)
}

// gathered returns the number of positions that are gathered.
func (c *collector) gathered() int64 {
	n := 0
	for _, rows := range c.rows {
		n += len(rows)
	}
	return int64(n)
}

// what describes the given number of items of the source.
func (src *Source) what(items int) string {
	if src.digest == "" {
		return fmt.Sprintf("%d games of self-play", items)
	}
	return fmt.Sprintf("%d positions of the database", items)
}
