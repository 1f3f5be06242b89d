package td

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/nets"
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

// A trainer that is interrupted anywhere, also between two steps on the positions
// of a round, goes on to the same net.
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

// interrupted returns the folder of a run with the games update that was
// interrupted amid a segment, and its newest checkpoint.
func interrupted(t *testing.T) (dir, checkpoint string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "run")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	cfg := tinyOf(GamesUpdate)
	cfg.Games, cfg.Segment = 1<<20, 1<<20 // so that it does not end meanwhile
	begin(t, ctx, dir, cfg, Hooks{Progress: func(games int64) {
		if games >= 80 {
			cancel()
		}
	}})
	checkpoint, err := folderAt(dir).files.Newest()
	if err != nil {
		t.Fatal(err)
	}
	return dir, checkpoint
}

// TestOpenRefusesInterrupted damages in one way each what an interrupted run goes
// on from.
func TestOpenRefusesInterrupted(t *testing.T) {
	change := func(key, value string) func(t *testing.T, checkpoint string) {
		return func(t *testing.T, checkpoint string) {
			m, err := nets.Load(checkpoint)
			if err != nil {
				t.Fatal(err)
			}
			m.Provenance[key] = value
			if value == "" {
				delete(m.Provenance, key)
			}
			if err := m.Save(checkpoint); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, c := range []struct {
		name  string
		spoil func(t *testing.T, checkpoint string)
		want  string
	}{
		{"no older net", func(t *testing.T, checkpoint string) {
			if err := os.Remove(olderPath(checkpoint)); err != nil {
				t.Fatal(err)
			}
		}, "without the net of a round earlier"},
		{"older net cut off", func(t *testing.T, checkpoint string) {
			if err := os.Truncate(olderPath(checkpoint), 1000); err != nil {
				t.Fatal(err)
			}
		}, "older"},
		{"older net of other games", func(t *testing.T, checkpoint string) {
			change(keyGames, "72")(t, olderPath(checkpoint))
		}, "games is 72, the checkpoint's"},
		{"no segment", change(keySegment, ""), "it has no segment_games"},
		{"another segment", change(keySegment, "128"), "segment_games is 128"},
		{"no number", change(keySegment, "x"), "segment_games"},
		{"no stats", change(keyMark, "{"), "segment_stats"},
	} {
		dir, checkpoint := interrupted(t)
		c.spoil(t, checkpoint)
		if _, _, err := Open(dir); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}
