package generate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"gammonlab/board"
	"gammonlab/farm"
	"gammonlab/internal/journal"
)

// Run makes the database and returns the counts. If ctx or a kill stops it, a journal
// next to the database keeps the progress. The next run with the same settings resumes
// and makes the same database.
func Run(ctx context.Context, s *Settings) (*Counts, error) {
	if err := cmp.Or(s.Validate(), s.checkOpen()); err != nil {
		return nil, err
	}
	switch {
	case s.Out == "":
		return nil, errors.New("the path of the database is missing")
	case !slices.Contains(board.Variants(), s.Variant):
		return nil, fmt.Errorf("unknown variant %v", s.Variant)
	case s.Workers < 0:
		return nil, fmt.Errorf("%d workers, want at least 1, or 0 for all processors", s.Workers)
	case s.plays() && !s.Player.IsSet():
		return nil, errNotOpen
	}
	s = s.shared()
	there, err := journal.Finished(s.Out, s.Replace)
	if err != nil {
		return nil, err
	}
	in, err := openInputs(ctx, s)
	if err != nil {
		return nil, err
	}
	defer in.close()
	weighted, err := s.weighted(in)
	if err != nil {
		return nil, err
	}
	identity := s.identity(in.digest())
	c, err := newCollector(s, weighted, identity)
	if err != nil {
		return nil, err
	}
	defer c.journal.Close()
	if there && !c.complete(in) {
		return nil, journal.Exists(s.Out)
	}
	s.report(c)
	if err := c.run(ctx, in); err != nil {
		err = errors.Join(err, c.journal.Close())
		return &c.counts.Counts, fmt.Errorf("making %s (%d positions are in %s; run again with the same settings to resume): %w",
			s.Out, c.counts.Positions, s.Out+journal.Suffix, err)
	}
	provenance := maps.Clone(identity)
	c.counts.addTo(provenance)
	if err := c.journal.Finish(ctx, provenance); err != nil {
		return &c.counts.Counts, fmt.Errorf("%w (all positions are in %s; run again with the same settings to resume)", err, s.Out+journal.Suffix)
	}
	return &c.counts.Counts, nil
}

// complete reports whether all items are done and only the database must be written.
func (c *collector) complete(in *inputs) bool {
	s := c.settings
	played := !s.plays() || s.Games > 0 && c.counts.Games >= s.Games
	return c.done() || played && c.counts.Items == in.count
}

func (s *Settings) report(c *collector) {
	if s.Progress != nil {
		s.Progress(&c.counts.Counts)
	}
}

// run processes items until there are enough positions or no more items.
func (c *collector) run(ctx context.Context, in *inputs) error {
	if c.done() {
		return nil
	}
	s := c.settings
	job, err := s.job(s.hint(c), in.digest())
	if err != nil {
		return err
	}
	feed, err := newFeed(ctx, c, in)
	if err != nil {
		return err
	}
	defer feed.stop()
	job.Items, job.AtMost = c.items(in), s.Total() > 0
	return job.Run(ctx, farm.Of(s.Pool, s.Workers), feed.next, feed.take, c.journal.Sync)
}

// items implements Items of a [farm.Job]: it returns the number of remaining items of
// files and games. If a number of positions is wanted, it is an estimate from the items
// so far.
func (c *collector) items(in *inputs) func() uint64 {
	s, begun := c.settings, c.counts
	files := in.count - begun.Items
	return func() uint64 {
		found := c.counts.Positions - begun.Positions
		switch taken := c.counts.Items + c.counts.Games - begun.Items - begun.Games; {
		case s.plays() && s.Games > 0:
			return uint64(files + s.Games - begun.Games)
		case !s.plays():
			return uint64(files)
		case s.Total() > 0 && found > 0:
			return uint64(taken + taken*max(s.Total()-c.counts.Positions, 0)/found)
		}
		return 0
	}
}

// takeNext takes the next item and returns an error that ends the work if there are
// enough positions.
func (c *collector) takeNext(it *item, labeller string) error {
	if err := c.take(it, labeller); err != nil {
		return err
	}
	c.settings.report(c)
	if c.done() {
		return farm.ErrEnough
	}
	if it.kind != selfPlay {
		return nil
	}
	return c.checkIdle()
}
