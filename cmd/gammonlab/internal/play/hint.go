package play

import (
	"context"
	"fmt"

	"gammonlab/engine"
	"gammonlab/internal/plaintext"
)

// hint prints the net's evaluation of the user's decision.
func (t *talk) hint(ctx context.Context) error {
	h, err := t.Hint(ctx)
	if h == nil || err != nil {
		return err
	}
	if h.Ranking != nil {
		plays := *h.Ranking
		plays.Stakes = nil // otherwise lines are longer than terminals
		t.sayf("%s:\n%s", h.Unit, plays.Table())
		return nil
	}
	chances := h.Chances.Probabilities()
	t.sayf("%s, %d-ply; your chances:\n%s\n%s\n", h.Unit, h.Plies, engine.ProbabilityHeader, chances.Columns())
	for _, o := range h.Options {
		mwc := ""
		if o.MWC != nil {
			mwc = fmt.Sprintf("  %7s MWC", plaintext.Percentage(*o.MWC))
		}
		t.sayf("%-14s %s%s\n", o.Name, plaintext.Signed(float32(o.Equity), 3), mwc)
	}
	t.sayf("%s\n", h.Best)
	return nil
}
