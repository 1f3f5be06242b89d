package evalbench

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
)

// outcome is what became of an item: a pair of games, or a game of its own.
type outcome struct {
	item  int
	games [2]game // only the first, if games are played on their own
	err   error
}

// play has workers play the items and adds up what they bring. Workers take
// items in order, and after a failure none that comes later, so that the items
// before the first failure are all played and it is always the first that is
// reported. Items that are held are not played.
func (m *Match) play(ctx context.Context, result *Result) error {
	if err := m.takeHeld(result); err != nil {
		return err
	}
	if result.Games > 0 && m.Progress != nil {
		m.Progress(result)
	}
	return m.playFrom(ctx, max(m.First, result.Games/m.gamesPerItem()), result)
}

// playFrom plays the items from the given one on.
func (m *Match) playFrom(ctx context.Context, first int, result *Result) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	outcomes := make(chan outcome, m.workers())
	var next, stop atomic.Int64
	next.Store(int64(first))
	stop.Store(int64(m.First + m.items()))
	tables := make([]*table, m.workers())
	for i := range tables {
		var err error
		if tables[i], err = newTable(ctx, m); err != nil {
			return err
		}
	}
	var workers sync.WaitGroup
	for _, t := range tables {
		workers.Go(func() {
			defer t.close()
			for ctx.Err() == nil {
				item := next.Add(1) - 1
				if item >= stop.Load() {
					return
				}
				o := t.play(int(item))
				if o.err != nil {
					lower(&stop, item)
				}
				outcomes <- o
			}
		})
	}
	go func() {
		workers.Wait()
		close(outcomes)
	}()
	c := collector{match: m, result: result, next: first}
	return c.collect(ctx, cancel, outcomes)
}

// lower sets v to x if that is less.
func lower(v *atomic.Int64, x int64) {
	for old := v.Load(); x < old; old = v.Load() {
		if v.CompareAndSwap(old, x) {
			return
		}
	}
}

// collector puts together what workers bring.
type collector struct {
	match  *Match
	result *Result
	next   int // item
}

// collect adds outcomes to the result in the order of items, until the first
// that failed or is missing, and waits until there are no more.
func (c *collector) collect(ctx context.Context, cancel context.CancelCauseFunc, outcomes <-chan outcome) error {
	var err error
	early := map[int]outcome{} // those before which others are missing
	for o := range outcomes {
		early[o.item] = o
		for err == nil {
			o, ok := early[c.next]
			if !ok {
				break
			}
			delete(early, c.next)
			if err = c.add(&o); err != nil {
				cancel(err) // those that are at work need not go on
			}
		}
	}
	if err == nil && c.next < c.match.First+c.match.items() {
		err = stopped(ctx)
	}
	return err
}

// add adds the next item.
func (c *collector) add(o *outcome) error {
	if o.err != nil {
		return o.err
	}
	for i := range o.games {
		if o.games[i].record == nil {
			continue
		}
		if err := c.match.Record(o.item, i, o.games[i].record); err != nil {
			return err
		}
	}
	c.next++
	c.match.count(o, c.result)
	if err := c.match.keep(o); err != nil {
		return err
	}
	if c.match.Progress != nil {
		c.match.Progress(c.result)
	}
	return nil
}

// count adds an item to the result.
func (m *Match) count(o *outcome, result *Result) {
	result.add(o)
	m.tellPoints(o)
	m.tellGames(o)
}

// tellPoints tells what A scored in the item's games to whom it concerns.
func (m *Match) tellPoints(o *outcome) {
	if m.Points == nil {
		return
	}
	m.Points(o.item, o.points(m))
}

// tellGames tells whom it concerns of the item's games.
func (m *Match) tellGames(o *outcome) {
	if m.Each == nil {
		return
	}
	var games [2]Game
	for i := range games {
		games[i] = o.games[i].told()
	}
	m.Each(o.item, games[:m.gamesPerItem()])
}

// stopped returns the error of a match that was cancelled.
func stopped(ctx context.Context) error {
	return fmt.Errorf("evalbench: the match was stopped: %w", context.Cause(ctx))
}
