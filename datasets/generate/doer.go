package generate

import (
	"context"
	"fmt"

	"gammonlab/engine"
	"gammonlab/farm"
	"gammonlab/internal/fields"
	"gammonlab/internal/workers"
)

// doer plays the games of shards and examines the positions of files. It implements
// [farm.Doer].
type doer struct {
	wire
	wanted   func(engine.Class) bool // reports whether positions of the class may be kept
	games    *gamePlayer             // nil without self-play
	selector *informativeSelector    // nil if all positions are kept
	it       item
}

func newDoer(s *Settings, wanted func(engine.Class) bool) (*doer, error) {
	d := &doer{wire: wire{s}, wanted: wanted}
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

// Clone implements [farm.Doer].
func (d *doer) Clone() (farm.Doer, error) { return newDoer(d.settings, d.wanted) }

// Do implements [farm.Doer].
func (d *doer) Do(ctx context.Context, s farm.Shard, dst []byte) ([]byte, error) {
	in := fields.NewReader(s.Payload)
	kind, err := d.kindOf(&in, s)
	if err == nil && kind == gamesShard && d.games == nil {
		err = fmt.Errorf("games %d to %d, but there are no players", s.First, s.First+s.Items)
	}
	if err != nil {
		return dst, err
	}
	for i := range s.Items {
		if err := workers.Interrupted(ctx); err != nil {
			return dst, err
		}
		if kind == gamesShard {
			dst, err = d.play(ctx, dst, int64(s.First+i))
		} else {
			dst, err = d.examine(ctx, dst, &in)
		}
		if err != nil {
			return dst, err
		}
	}
	return dst, in.End()
}

// play plays a game.
func (d *doer) play(ctx context.Context, dst []byte, game int64) ([]byte, error) {
	var err error
	if d.it.spots, err = d.games.play(ctx, d.it.spots[:0], game); err != nil {
		return dst, err
	}
	d.settings.find(&d.it, d.wanted)
	if d.selector != nil {
		if err := d.selector.choose(ctx, &d.it); err != nil {
			return dst, err
		}
	}
	return d.appendGame(dst, &d.it), nil
}

// examine selects the positions of an item of a file.
func (d *doer) examine(ctx context.Context, dst []byte, in *fields.Reader) ([]byte, error) {
	if err := d.readSpots(in, &d.it); err != nil {
		return dst, err
	}
	n := len(d.it.candidates)
	if d.selector == nil {
		if n > 0 {
			return dst, fmt.Errorf("%d positions of a file, but there is no selector", n)
		}
		return dst, nil
	}
	if err := d.selector.choose(ctx, &d.it); err != nil {
		return dst, err
	}
	return d.appendAnswers(dst, &d.it, n), nil
}
