package evalbench

import (
	"cmp"
	"context"
	"errors"

	"gammonlab/internal/workers"
)

// outcome is what became of an item: a pair of games, or a game of its own.
type outcome struct {
	item  int
	games [2]game // only the first, if games are played on their own
}

// play lets workers play the items that are not held and adds them to the result
// in order, up to the first that fails.
func (m *Match) play(ctx context.Context, result *Result) error {
	if err := m.takeHeld(result); err != nil {
		return err
	}
	if result.Games > 0 {
		if err := m.progress(result); err != nil {
			return err
		}
	}
	return m.playFrom(ctx, max(m.First, result.Games/m.gamesPerItem()), result)
}

// playFrom plays the items from the given one on.
func (m *Match) playFrom(ctx context.Context, first int, result *Result) error {
	runners := make([]*gameRunner, m.workers())
	for i := range runners {
		runners[i] = newGameRunner(m)
		defer runners[i].close()
	}
	return workers.Ordered(ctx, runners, workers.Numbers(first, m.First+m.items()), func(ctx context.Context, t *gameRunner, item int) (outcome, error) {
		return t.play(ctx, item)
	}, func(_ int, o outcome) error {
		err := m.add(&o, false, result)
		if err == nil || errors.Is(err, workers.ErrEnough) {
			err = cmp.Or(m.progress(result), err)
		}
		return err
	})
}

// add shows the next item to the observers and adds it to the result.
func (m *Match) add(o *outcome, held bool, result *Result) error {
	item := Item{Number: o.item, Held: held, outcome: o, judged: m.Judge != nil}
	for i := range m.gamesPerItem() {
		item.Games = append(item.Games, o.games[i].public())
	}
	err := m.observe(func(by Observer) error { return by.Item(&item) })
	if err == nil || errors.Is(err, workers.ErrEnough) {
		result.add(o)
	}
	return err
}

// progress shows the result so far to the observers.
func (m *Match) progress(result *Result) error {
	return m.observe(func(by Observer) error { return by.Progress(result) })
}

// observe calls the observers in order, up to the first that fails; after
// [workers.ErrEnough] it goes on to the others.
func (m *Match) observe(call func(Observer) error) error {
	var enough error
	for _, by := range m.Observers {
		switch err := call(by); {
		case errors.Is(err, workers.ErrEnough):
			enough = err
		case err != nil:
			return err
		}
	}
	return enough
}
