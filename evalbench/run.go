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
// reported.
func (m *Match) play(ctx context.Context, result *Result) error {
	outcomes := make(chan outcome, m.workers())
	var next, stop atomic.Int64
	next.Store(int64(m.First))
	stop.Store(int64(m.First + m.items()))
	var workers sync.WaitGroup
	for range m.workers() {
		t, err := newTable(ctx, m)
		if err != nil {
			return err
		}
		workers.Go(func() {
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
	return m.collect(ctx, outcomes, result)
}

// lower sets v to x if that is less.
func lower(v *atomic.Int64, x int64) {
	for old := v.Load(); x < old; old = v.Load() {
		if v.CompareAndSwap(old, x) {
			return
		}
	}
}

// collect adds outcomes to the result in the order of items, until the first
// that failed or is missing, and waits until there are no more.
func (m *Match) collect(ctx context.Context, outcomes <-chan outcome, result *Result) error {
	var err error
	next := m.First
	early := map[int]outcome{} // those before which others are missing
	for o := range outcomes {
		early[o.item] = o
		for err == nil {
			o, ok := early[next]
			if !ok {
				break
			}
			delete(early, next)
			if err = o.err; err != nil {
				break
			}
			next++
			result.add(&o)
			m.tellPoints(&o)
			if m.Progress != nil {
				m.Progress(result)
			}
		}
	}
	if err == nil && next < m.First+m.items() {
		err = stopped(ctx)
	}
	return err
}

// tellPoints tells what A scored in the item's games to whom it concerns.
func (m *Match) tellPoints(o *outcome) {
	if m.Points == nil {
		return
	}
	var points [2]int
	for i := range points {
		points[i] = o.games[i].points
	}
	m.Points(o.item, points[:m.gamesPerItem()])
}

// stopped returns the error of a match that was cancelled.
func stopped(ctx context.Context) error {
	return fmt.Errorf("evalbench: the match was stopped: %w", context.Cause(ctx))
}
