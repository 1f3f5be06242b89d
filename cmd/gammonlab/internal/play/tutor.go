package play

import (
	"context"
	"strings"

	"gammonlab/desk/table"
	"gammonlab/internal/plaintext"
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
	j, err := t.Judge(ctx, d)
	if err != nil || j.Lost <= t.tutor {
		return err == nil, err
	}
	name, best := deedNames[d.Kind], plaintext.Capital(j.Best)
	if d.Kind == table.Move {
		name, best = d.Play, j.Best
	}
	if j.Reason != "" {
		best += ". " + strings.TrimSuffix(j.Reason, ".")
	}
	return t.confirm(name + " loses " + mEq(j.Lost) + " mEq. Best: " + best + ". Go on?")
}
