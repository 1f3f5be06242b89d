package generate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"

	"gammonlab/internal/journal"
	"gammonlab/internal/workers"
)

// Run makes the database and returns the counts. When it is stopped, by ctx or by
// a kill, what is done stays in a journal next to the database, and the next run
// with the same settings goes on from there. The database is the same then.
func Run(ctx context.Context, s *Settings) (*Counts, error) {
	if err := s.Validate(); err != nil {
		return nil, fmt.Errorf("generate: %w", err)
	}
	s = s.shared()
	there, err := journal.Finished(s.Out, s.Replace)
	if err != nil {
		return nil, fmt.Errorf("generate: %w", err)
	}
	in, err := openInputs(ctx, s)
	if err != nil {
		return nil, fmt.Errorf("generate: %w", err)
	}
	defer in.close()
	identity := s.identity(in.digest())
	c, err := newCollector(s, identity)
	if err != nil {
		return nil, fmt.Errorf("generate: %w", err)
	}
	defer c.journal.Close()
	if there && !c.complete(in) {
		return nil, fmt.Errorf("generate: %w", journal.Exists(s.Out))
	}
	s.report(c)
	if err := c.run(ctx, in); err != nil {
		err = errors.Join(err, c.journal.Close())
		return &c.counts, fmt.Errorf("generate: making %s (%d positions of it are in %s, the same settings go on from there): %w",
			s.Out, c.counts.Positions, s.Out+journal.Suffix, err)
	}
	provenance := maps.Clone(identity)
	c.counts.addTo(provenance)
	if err := c.journal.Finish(ctx, provenance); err != nil {
		return &c.counts, fmt.Errorf("generate: %w (all positions are in %s, the same settings go on from there)", err, s.Out+journal.Suffix)
	}
	return &c.counts, nil
}

// complete reports whether nothing is left to do but to write the database.
func (c *collector) complete(in *inputs) bool {
	s := c.settings
	played := !s.plays() || s.Games > 0 && c.counts.Games >= s.Games
	return c.done() || played && c.counts.Items == in.count
}

func (s *Settings) report(c *collector) {
	if s.Progress != nil {
		s.Progress(&c.counts)
	}
}

// run does items until nothing more is wanted or there are no more.
func (c *collector) run(ctx context.Context, in *inputs) error {
	if c.done() {
		return nil
	}
	producers := make([]*itemProducer, c.settings.workers())
	for i := range producers {
		var err error
		if producers[i], err = newItemProducer(c.settings); err != nil {
			return err
		}
	}
	next, stop := iter.Pull2(c.items(ctx, in, c.counts.Items, c.counts.Games))
	defer stop()
	return workers.Ordered(ctx, producers, func() (*item, error) {
		it, err, ok := next()
		if !ok {
			return nil, io.EOF
		}
		return it, err
	}, func(ctx context.Context, w *itemProducer, it *item) (struct{}, error) {
		return struct{}{}, w.work(ctx, it, c.wants)
	}, func(it *item, _ struct{}) error { return c.takeNext(it) })
}

// takeNext takes the next item and sees whether more are wanted.
func (c *collector) takeNext(it *item) error {
	if err := c.take(it); err != nil {
		return err
	}
	c.settings.report(c)
	if c.done() {
		return workers.ErrEnough
	}
	if it.kind != selfPlay {
		return nil
	}
	c.used.Put(it)
	return c.checkIdle()
}

// items yields the items that are not done yet: those of files without the first
// skip, and then games from the given number on.
func (c *collector) items(ctx context.Context, in *inputs, skip, games int64) iter.Seq2[*item, error] {
	return func(yield func(*item, error) bool) {
		for it, err := range in.items(ctx, nil) {
			if err == nil && skip > 0 {
				skip--
				continue
			}
			if !yield(it, err) || err != nil {
				return
			}
		}
		if !c.settings.plays() {
			return
		}
		for ; c.settings.Games == 0 || games < c.settings.Games; games++ {
			it, ok := c.used.Get().(*item)
			if !ok {
				it = new(item)
			}
			it.kind, it.game = selfPlay, games
			if !yield(it, nil) {
				return
			}
		}
	}
}
