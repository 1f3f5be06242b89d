package generate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"sync"

	"gammonlab/datasets/journal"
)

// Run makes the database and returns the counts. When it is stopped, by ctx or by
// a kill, what is done stays in a journal next to the database, and the next run
// with the same settings goes on from there. The database is the same then.
func Run(ctx context.Context, s *Settings) (*Counts, error) {
	if err := s.Validate(); err != nil {
		return nil, fmt.Errorf("generate: %w", err)
	}
	s = s.shared()
	there, err := finished(s)
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
		return nil, fmt.Errorf("generate: %w", inTheWay(s.Out))
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

// finished reports whether the database is there, and refuses it if its journal is
// not: with that, the process that made it may not have come to remove it.
func finished(s *Settings) (there bool, err error) {
	out := s.Out
	if _, err := os.Lstat(out); s.Replace || errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if _, err := os.Lstat(out + journal.Suffix); err != nil {
		return true, inTheWay(out)
	}
	return true, nil
}

func inTheWay(out string) error {
	return fmt.Errorf("%s is there already: remove it or choose another name", out)
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
	ctx, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	defer group.Wait()
	defer cancel()

	ahead := 4 * c.settings.workers()
	ordered, work := make(chan *item, ahead), make(chan *item, ahead)
	if err := c.startWorkers(ctx, &group, work); err != nil {
		return err
	}
	games := c.counts.Games // from here on the counts are this goroutine's
	skip := c.counts.Items
	used := make(chan *item, ahead) // items to be used again
	group.Go(func() {
		defer close(ordered)
		defer close(work)
		c.feed(ctx, in, skip, games, used, func(it *item) bool {
			it.done = make(chan struct{})
			select {
			case ordered <- it:
			case <-ctx.Done():
				return false
			}
			work <- it
			return true
		})
	})
	return c.collect(ctx, ordered, used)
}

// startWorkers has the workers do what comes in work, until that is closed.
func (c *collector) startWorkers(ctx context.Context, group *sync.WaitGroup, work <-chan *item) error {
	var workers []*worker
	for range c.settings.workers() {
		w, err := newWorker(c.settings)
		if err != nil {
			return err
		}
		workers = append(workers, w)
	}
	for _, w := range workers {
		group.Go(func() {
			for it := range work {
				if ctx.Err() == nil {
					w.work(ctx, it, c.wants)
				} else {
					it.err = ctx.Err()
				}
				close(it.done)
			}
		})
	}
	return nil
}

// collect takes the items.
func (c *collector) collect(ctx context.Context, ordered <-chan *item, used chan<- *item) error {
	for !c.done() {
		var it *item
		select {
		case it = <-ordered:
		case <-ctx.Done():
		}
		if err := ctx.Err(); it == nil || err != nil {
			return err
		}
		<-it.done
		if it.err != nil {
			return it.err
		}
		if err := c.take(it); err != nil {
			return err
		}
		c.settings.report(c)
		if it.kind != selfPlay {
			continue
		}
		if err := c.checkIdle(); err != nil && !c.done() {
			return err
		}
		select {
		case used <- it:
		default:
		}
	}
	return nil
}

// feed hands out the items that are not done yet: those of files without the first
// skip, and then games from the given number on. It ends when give says so.
func (c *collector) feed(ctx context.Context, in *inputs, skip, games int64, used <-chan *item, give func(*item) bool) {
	for it, err := range in.items(ctx, nil) {
		if err != nil {
			it = &item{err: err, kind: piece}
		} else if skip > 0 {
			skip--
			continue
		}
		if !give(it) || err != nil {
			return
		}
	}
	if !c.settings.plays() {
		return
	}
	for ; c.settings.Games == 0 || games < c.settings.Games; games++ {
		var it *item
		select {
		case it = <-used:
		default:
			it = new(item)
		}
		it.kind, it.game, it.err = selfPlay, games, nil
		if !give(it) {
			return
		}
	}
}
