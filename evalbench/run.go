package evalbench

import (
	"context"
	"errors"

	"gammonlab/internal/workers"
)

// outcome is the result of an item: a pair of games, or one unpaired game.
type outcome struct {
	item  int
	games [2]game // only the first for unpaired games
}

// play plays the items that are not held and adds them to the result in order, up to
// the first that fails.
func (m *Match) play(ctx context.Context, result *Result) error {
	if err := m.takeHeld(result); err != nil {
		return err
	}
	if result.Games > 0 {
		if err := m.progress(result); err != nil {
			return err
		}
	}
	first := max(m.First, result.Games/m.gamesPerItem())
	series := Series{
		Pieces:  []Piece{{m, first, m.First + m.items() - first}},
		Workers: m.Workers, Pool: m.Pool, Ahead: m.Ahead, Durable: m.Durable,
	}
	work, err := series.work()
	if err != nil {
		return err
	}
	work.results = []*Result{result}
	return work.run(ctx)
}

// add passes the next item to the observers and adds it to the result.
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

// progress passes the result so far to the observers.
func (m *Match) progress(result *Result) error {
	return m.observe(func(by Observer) error { return by.Progress(result) })
}

// observe calls the observers in order, up to the first that fails. After
// [workers.ErrEnough] it still calls the remaining observers.
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
