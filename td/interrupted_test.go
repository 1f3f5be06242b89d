package td

import (
	"context"
	"errors"
	"testing"
)

// expiring is a context that ends when it has been looked at often enough. It
// serves one goroutine.
type expiring struct {
	context.Context
	left int
}

func (e *expiring) Err() error {
	if e.left == 0 {
		return context.Canceled
	}
	e.left--
	return nil
}

// A trainer that is interrupted anywhere, also between two steps on the
// positions of a round, ends with the same net after it is resumed.
func TestInterruptedAnywhere(t *testing.T) {
	for _, update := range []Update{OnlineUpdate, BatchUpdate} {
		cfg := tinyOf(update)
		want := mustNew(t, cfg)
		train(t, want, 1)
		trainer, interruptions := mustNew(t, cfg), 0
		for left := 1; !trainer.Done(); left += 7 {
			err := trainer.Segment(&expiring{t.Context(), left}, 1, nil)
			if err != nil && !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			if err != nil {
				interruptions++
			}
		}
		wantSameNet(t, string(update), trainer.Net(), want.Net())
		if trainer.Stats() != want.Stats() || interruptions < 5 {
			t.Errorf("%s: %+v after %d interruptions, want %+v", update, trainer.Stats(), interruptions, want.Stats())
		}
	}
}
