package generate

import (
	"context"
	"fmt"
	"slices"

	"gammonlab/engine"
	"gammonlab/farm"
	"gammonlab/internal/workers"
)

// doer plays the games of shards and examines the positions of files. It implements
// [farm.Worker].
type doer struct {
	wire
	wanted   func(engine.Class) bool // reports whether positions of the class may be kept
	games    *gamePlayer             // nil without self-play
	selector *informativeSelector    // nil if all positions are kept
	spots    []spot                  // scratch memory
}

func newDoer(s *Settings, wanted func(engine.Class) bool) (*doer, error) {
	d := &doer{wire: newWire(s), wanted: wanted}
	var err error
	if s.Player.Player != nil {
		if d.games, err = newGamePlayer(s); err != nil {
			return nil, err
		}
	}
	if !d.selects() {
		return d, nil
	}
	d.selector, err = newInformativeSelector(s, d.weighs())
	return d, err
}

// Clone implements [farm.Worker].
func (d *doer) Clone() (farm.Worker[*shard], error) { return newDoer(d.settings, d.wanted) }

// Do implements [farm.Worker].
func (d *doer) Do(ctx context.Context, s *shard) error {
	if s.kind == gamesShard && d.games == nil {
		return fmt.Errorf("games %d to %d, but there are no players", s.first, s.first+uint64(len(s.items)))
	}
	for i := range s.items {
		if err := workers.Interrupted(ctx); err != nil {
			return err
		}
		it := &s.items[i]
		if s.kind == gamesShard {
			if err := d.play(ctx, it, int64(s.first)+int64(i)); err != nil {
				return err
			}
		}
		if d.selector != nil {
			if err := d.selector.choose(ctx, it); err != nil {
				return err
			}
		}
	}
	return nil
}

// play plays a game and finds its positions.
func (d *doer) play(ctx context.Context, it *item, game int64) (err error) {
	if d.spots, err = d.games.play(ctx, d.spots[:0], game); err != nil {
		return err
	}
	played := item{spots: d.spots, candidates: slices.Grow(it.candidates[:0], len(d.spots))}
	d.settings.find(&played, d.wanted)
	it.candidates = played.candidates
	for i := range it.candidates {
		it.candidates[i].source = d.source
	}
	return nil
}
