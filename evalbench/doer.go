package evalbench

import (
	"context"
	"fmt"
	"sync"

	"gammonlab/farm"
)

// seriesDoer is the [farm.Doer] of matches. The result of a shard is its items, see
// [Match.appendItem].
type seriesDoer struct {
	matches []*Match
	making  *sync.Mutex // guards the creation of runners, which clones the players of the matches
	match   int         // index of the runner's match
	runner  *gameRunner // nil in the doer from which clones are made
}

func newSeriesDoer(matches []*Match) *seriesDoer {
	return &seriesDoer{matches: matches, making: new(sync.Mutex)}
}

// Clone implements [farm.Doer].
func (d *seriesDoer) Clone() (farm.Doer, error) {
	c := &seriesDoer{matches: d.matches, making: d.making}
	if len(d.matches) > 0 {
		if err := c.playMatch(0); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Do implements [farm.Doer].
func (d *seriesDoer) Do(ctx context.Context, s farm.Shard, dst []byte) ([]byte, error) {
	at, err := placeOf(&s, d.matches)
	if err != nil {
		return nil, err
	}
	match := at.match
	for i := range s.Items {
		o, err := d.play(ctx, place{match, at.item + int(i)})
		if err != nil {
			return nil, err
		}
		dst = d.matches[match].appendItem(dst, &o)
	}
	return dst, nil
}

// play plays an item.
func (d *seriesDoer) play(ctx context.Context, at place) (outcome, error) {
	if err := d.playMatch(at.match); err != nil {
		return outcome{}, err
	}
	o, err := d.runner.play(ctx, at.item)
	if err != nil && len(d.matches) > 1 && ctx.Err() == nil {
		names := d.matches[at.match].newResult()
		err = fmt.Errorf("%s against %s: %w", names.NameA, names.NameB, err)
	}
	return o, err
}

// playMatch creates the runner of the match, unless it is the current one.
func (d *seriesDoer) playMatch(match int) (err error) {
	if d.runner != nil && d.match == match {
		return nil
	}
	d.Close()
	d.making.Lock()
	defer d.making.Unlock()
	d.match = match
	d.runner, err = newGameRunner(d.matches[match])
	return err
}

// Close stops other programs that players run.
func (d *seriesDoer) Close() error {
	if d.runner != nil {
		d.runner.close()
		d.runner = nil
	}
	return nil
}
