package generate

import (
	"context"
	"io"
	"iter"

	"gammonlab/engine"
)

// feed divides the items into shards, and passes the results to the collector.
type feed struct {
	wire
	collector *collector
	wanted    func(engine.Class) bool // classes of the file positions to examine
	labeller  string                  // digest of the net of a Trace

	nextItem func() (*item, error, bool) // returns the next item of files
	stop     func()
	item     int64 // number of the next item of files
	game     int64 // number of the next game
}

func newFeed(ctx context.Context, c *collector, in *inputs) (*feed, error) {
	s := c.settings
	f := &feed{wire: newWire(s), collector: c, wanted: s.hint(c), item: c.counts.Items, game: c.counts.Games}
	if s.traces() {
		var err error
		if f.labeller, err = s.net().Digest(); err != nil {
			return nil, err
		}
	}
	f.nextItem, f.stop = iter.Pull2(in.items(ctx, nil))
	for range f.item { // skip the items that are done
		if _, err, ok := f.nextItem(); err != nil || !ok {
			f.stop()
			return nil, err
		}
	}
	return f, nil
}

// hint returns which classes to examine: all selected classes, or, if the work is local,
// only classes that need more positions, which saves work.
func (s *Settings) hint(c *collector) func(engine.Class) bool {
	if s.Pool == nil {
		return c.wants
	}
	return s.wants
}

// next is a [farm.Source] of shards: first items of files, then games.
func (f *feed) next(items int) (*shard, error) {
	s, err := f.nextItems(items)
	if err != nil || len(s.items) > 0 {
		return s, err
	}
	settings := f.collector.settings
	n := int64(max(1, min(items, f.maxGames())))
	if settings.Games > 0 {
		n = min(n, settings.Games-f.game)
	}
	if !settings.plays() || n <= 0 {
		return nil, io.EOF
	}
	s = &shard{kind: gamesShard, first: uint64(f.game), items: make([]item, n)}
	f.game += n
	return s, nil
}

// nextItems returns the next shard of items of files; it is empty after the last.
func (f *feed) nextItems(items int) (*shard, error) {
	s := &shard{kind: filesShard, first: fileItems + uint64(f.item)}
	for size := 0; len(s.items) < items && size < maxShardBytes/3; {
		it, err, ok := f.nextItem()
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		f.settings.find(it, f.wanted)
		if size++; f.selects() {
			size += spotLen * len(it.candidates)
		}
		s.items = append(s.items, *it)
	}
	f.item += int64(len(s.items))
	return s, nil
}

// take receives the positions found in a shard.
func (f *feed) take(s *shard) error {
	for i := range s.items {
		if err := f.collector.takeNext(&s.items[i], f.labeller); err != nil {
			return err
		}
	}
	return nil
}

// sourceOf returns the source of self-play positions.
func sourceOf(s *Settings) string {
	text := "selfplay " + nameOf(&s.Player)
	if s.Opponent.IsSet() {
		text += " vs " + nameOf(&s.Opponent)
	}
	if s.RandomPlies.To > 0 {
		text += " random-plies=" + s.RandomPlies.String()
	}
	if s.Epsilon > 0 {
		text += " epsilon=" + number(s.Epsilon)
	}
	return text
}
