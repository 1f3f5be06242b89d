package generate

import (
	"bytes"
	"errors"
	"fmt"

	"gammonlab/datasets"
	"gammonlab/farm"
	"gammonlab/internal/fields"
)

// check returns an error if result cannot be the result of the shard.
func (w *wire) check(s farm.Shard, result []byte) error {
	in, out := fields.NewReader(s.Payload), fields.NewReader(result)
	kind, err := w.kindOf(&in, s)
	if err != nil {
		return err
	}
	var it item
	var again []byte
	for i := uint64(0); i < s.Items && err == nil; i++ {
		if kind == gamesShard {
			w.readGame(&out, &it, "")
			again = w.appendGame(again, &it)
		} else if err = w.readSpots(&in, &it); err == nil {
			n := len(it.candidates)
			w.readAnswers(&out, &it)
			again = w.appendAnswers(again, &it, n)
		}
		if err = errors.Join(err, out.Err()); err == nil {
			err = w.checkItem(kind, &it)
		}
		if err != nil {
			return fmt.Errorf("item %d: %w", (s.First+i)%fileItems, err)
		}
	}
	switch err := errors.Join(in.End(), out.End()); {
	case err != nil:
		return err
	case !bytes.Equal(again, result):
		return errors.New("the result is not in canonical form")
	}
	return nil
}

// checkItem checks the positions found in an item.
func (w *wire) checkItem(kind byte, it *item) error {
	for i := range it.candidates {
		f := &it.candidates[i]
		err := w.checkWeight(f)
		if f.choice && err == nil {
			continue
		}
		if err == nil {
			err = f.checkFlags(w.selects())
		}
		if kind == gamesShard && (!w.settings.wants(f.class) || !w.settings.wantsPosition(&f.pos, nil)) {
			err = errors.New("the settings exclude it")
		}
		if err == nil && f.label != nil {
			row := datasets.NewRow(f.pos)
			f.label.put(&row)
			err = row.Check()
		}
		if err != nil {
			return fmt.Errorf("position %s: %w", f.pos.ID(), err)
		}
	}
	return nil
}

// checkWeight checks the weight of a position, if the selector computes weights.
func (w *wire) checkWeight(f *candidate) error {
	if !w.weighs() || !f.informative {
		return nil
	}
	if !datasets.IsWeight(f.weight) {
		return fmt.Errorf("its weight is %v, want a number of at least 0", f.weight)
	}
	return nil
}

// checkFlags checks the flags of a position; selects is true if there is a selector.
func (f *candidate) checkFlags(selects bool) error {
	switch {
	case !selects && (!f.informative || f.compared):
		return errors.New("it was selected, but there is no selector")
	case f.disagree && !f.compared:
		return errors.New("0-ply and 1-ply disagree about plays that were not compared")
	}
	return nil
}
