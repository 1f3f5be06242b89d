package evalbench

import (
	"context"
	"fmt"
	"sync"

	"gammonlab/farm"
)

// shard has consecutive items of a match, with their outcomes once they are played.
type shard struct {
	place           // of the first item
	items    uint64 // number of items
	outcomes []outcome
}

// seriesDoer is the [farm.Worker] of matches.
type seriesDoer struct {
	matches []*Match
	making  *sync.Mutex // guards the creation of runners, which clones the players of the matches
	match   int         // index of the runner's match
	runner  *gameRunner // nil in the doer from which clones are made
}

func newSeriesDoer(matches []*Match) *seriesDoer {
	return &seriesDoer{matches: matches, making: new(sync.Mutex)}
}

// Clone implements [farm.Worker].
func (d *seriesDoer) Clone() (farm.Worker[*shard], error) {
	c := &seriesDoer{matches: d.matches, making: d.making}
	if len(d.matches) > 0 {
		if err := c.playMatch(0); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Do implements [farm.Worker].
func (d *seriesDoer) Do(ctx context.Context, s *shard) error {
	for i := range s.items {
		o, err := d.play(ctx, place{s.match, s.item + int(i)})
		if err != nil {
			return err
		}
		s.outcomes = append(s.outcomes, o)
	}
	return nil
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
