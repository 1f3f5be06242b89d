package play

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"gammonlab/engine"
	"gammonlab/internal/plaintext"
)

// hint prints the net's evaluation of the user's decision.
func (t *talk) hint(ctx context.Context) error {
	h, err := t.Hint(ctx)
	if h == nil || err != nil {
		return err
	}
	if h.Dice != "" {
		h.At = nil // otherwise lines are longer than terminals
		for i := range h.Moves {
			h.Moves[i].MWC = nil
		}
		t.sayf("%s:\n%s", h.Unit, h.Table())
		return nil
	}
	choices := h.Choices()
	chances := choices[0].Probabilities()
	t.sayf("%s, %s; your chances:\n%s\n%s\n", h.Unit, h.Level(), engine.ProbabilityHeader, chances.Columns())
	for _, c := range choices {
		mwc := ""
		if c.MWC != nil {
			mwc = fmt.Sprintf("  %7s MWC", plaintext.Percentage(*c.MWC))
		}
		t.sayf("%-14s %s%s\n", c.Move, plaintext.Signed(c.Worth(), 3), mwc)
	}
	t.sayf("%s\n", h.Best)
	return nil
}

// playHint makes the play with a number in the hint.
func (t *talk) playHint(ctx context.Context, number string) error {
	h, err := t.Hint(ctx)
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(strings.TrimSpace(number))
	if err != nil || n < 1 || n > len(h.Moves) {
		t.sayf("There is no play %q: hint lists the plays 1 to %d.\n", "="+number, len(h.Moves))
		return nil
	}
	return t.playAs(ctx, h.Moves[n-1].Move)
}
