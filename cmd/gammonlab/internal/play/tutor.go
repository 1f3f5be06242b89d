package play

import (
	"context"

	"gammonlab/desk/table"
)

// act performs the user's decision, after a warning if it costs much.
func (t *talk) act(ctx context.Context, d table.Deed) error {
	if goOn, err := t.warn(ctx, d); err != nil || !goOn {
		return err
	}
	t.fresh = t.fresh || d.Kind != table.Roll
	return t.Do(d)
}

// warn reports whether to perform the user's decision. If it costs more than the tutor
// allows, warn asks the user.
func (t *talk) warn(ctx context.Context, d table.Deed) (bool, error) {
	if t.tutor == 0 {
		return true, nil
	}
	lost, err := t.Cost(ctx, d)
	if err != nil || lost <= t.tutor {
		return err == nil, err
	}
	h, err := t.Hint(ctx)
	if err != nil || h == nil {
		return err == nil, err
	}
	name := deedNames[d.Kind]
	if d.Kind == table.Move {
		name = d.Play
	}
	return t.confirm(name + " loses " + mEq(lost) + " mEq. Best: " + h.Best + ". Go on?")
}
