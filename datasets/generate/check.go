package generate

import (
	"errors"
	"fmt"

	"gammonlab/datasets"
)

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
