package evalbench

import (
	"cmp"
	"errors"

	"gammonlab/internal/workers"
)

// outcome is the result of an item: a pair of games, or one unpaired game.
type outcome struct {
	item  int
	games [2]Game // only the first for unpaired games
}

// add passes the next item to the observers and adds it to the result. It reports the
// progress, except for stored items.
func (m *Match) add(o *outcome, stored bool, result *Result) error {
	item := Item{Number: o.item, Stored: stored, outcome: o, judged: m.Judge != nil, Games: o.games[:m.gamesPerItem()]}
	err := m.observe(func(by Observer) error { return by.Item(&item) })
	if err == nil || errors.Is(err, workers.ErrEnough) {
		result.add(o)
		if !stored {
			err = cmp.Or(m.progress(result), err)
		}
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
