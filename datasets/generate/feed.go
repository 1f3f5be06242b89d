package generate

import (
	"context"
	"fmt"
	"io"
	"iter"
	"sync"

	"gammonlab/engine"
	"gammonlab/farm"
	"gammonlab/internal/fields"
)

// feed divides the items into shards, and passes the results to the collector.
type feed struct {
	wire
	collector *collector
	wanted    func(engine.Class) bool // classes of the file positions to examine
	source    string                  // source of self-play positions
	labeller  string                  // digest of the net of a Trace

	nextItem func() (*item, error, bool) // returns the next item of files
	stop     func()
	item     int64 // number of the next item of files
	game     int64 // number of the next game

	mu     sync.Mutex
	handed []*item // items of files without results yet, in order
	played item    // the game that is passed to the collector
}

func newFeed(ctx context.Context, c *collector, in *inputs) (*feed, error) {
	s := c.settings
	f := &feed{
		wire: wire{s}, collector: c, wanted: s.hint(c), item: c.counts.Items, game: c.counts.Games,
		played: item{kind: selfPlay},
	}
	if s.plays() {
		f.source = sourceOf(s)
	}
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

// next implements [farm.Source]: first items of files, then games.
func (f *feed) next(items int) (farm.Shard, error) {
	s, err := f.nextItems(items)
	if err != nil || s.Items > 0 {
		return s, err
	}
	settings := f.collector.settings
	n := int64(max(1, min(items, f.maxGames())))
	if settings.Games > 0 {
		n = min(n, settings.Games-f.game)
	}
	if !settings.plays() || n <= 0 {
		return s, io.EOF
	}
	s = farm.Shard{First: uint64(f.game), Items: uint64(n), Payload: []byte{gamesShard}}
	f.game += n
	return s, nil
}

// nextItems returns the next shard of items of files; it is empty after the last.
func (f *feed) nextItems(items int) (farm.Shard, error) {
	s := farm.Shard{First: fileItems + uint64(f.item), Payload: []byte{filesShard}}
	for int(s.Items) < items && len(s.Payload) < maxShardBytes/3 {
		it, err, ok := f.nextItem()
		if err != nil {
			return s, err
		}
		if !ok {
			break
		}
		f.settings.find(it, f.wanted)
		s.Payload = f.appendSpots(s.Payload, it.candidates)
		s.Items++
		f.mu.Lock()
		f.handed = append(f.handed, it)
		f.mu.Unlock()
	}
	f.item += int64(s.Items)
	return s, nil
}

// take receives the positions found in a shard.
func (f *feed) take(s farm.Shard, result []byte) error {
	in := fields.NewReader(result)
	for i := range s.Items {
		it := &f.played
		if s.Payload[0] == filesShard {
			f.mu.Lock()
			it = f.handed[0]
			f.handed = f.handed[1:]
			f.mu.Unlock()
			f.readAnswers(&in, it)
		} else {
			f.readGame(&in, it, f.source)
		}
		if err := in.Err(); err != nil {
			return fmt.Errorf("item %d: %w", (s.First+i)%fileItems, err)
		}
		if err := f.collector.takeNext(it, f.labeller); err != nil {
			return err
		}
	}
	return in.End()
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
