package evalbench

import (
	"context"
	"errors"

	"gammonlab/internal/workers"
)

// outcome is what became of an item: a pair of games, or a game of its own.
type outcome struct {
	item  int
	games [2]game // only the first, if games are played on their own
}

// play has workers play the items and adds up what they bring, in order, up to
// the first that fails. Items that are held are not played.
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
	tables := make([]*table, m.workers())
	for i := range tables {
		tables[i] = newTable(m)
		defer tables[i].close()
	}
	return workers.Ordered(ctx, tables, workers.Numbers(first, m.First+m.items()), func(ctx context.Context, t *table, item int) (outcome, error) {
		return t.play(ctx, item)
	}, func(_ int, o outcome) error { return m.add(&o, result) })
}

// add adds the next item to the result.
func (m *Match) add(o *outcome, result *Result) error {
	for i := range o.games {
		if o.games[i].record == nil {
			continue
		}
		if err := m.Record(o.item, i, o.games[i].record); err != nil {
			return err
		}
	}
	m.count(o, result)
	err := m.keep(o)
	if (err == nil || errors.Is(err, workers.ErrEnough)) && m.Progress != nil {
		m.Progress(result)
	}
	return err
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
