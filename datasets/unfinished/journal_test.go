package unfinished_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/datasets/unfinished"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/internal/journal"
	"gammonlab/internal/must"
)

var settings = map[string]string{"seed": "1", "players": "pubeval"}

// someRows returns rows of positions from games, every second one labelled. The
// keys differ.
func someRows(t testing.TB, n int, seed uint64) []datasets.Row {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0))
	seen := map[board.Key]bool{}
	var rows []datasets.Row
	for more := n; len(rows) < n; more *= 2 {
		for _, pos := range enginetest.Positions(more, seed) {
			if seen[pos.Key()] || len(rows) == n {
				continue
			}
			seen[pos.Key()] = true
			r := datasets.NewRow(pos)
			r.Source = fmt.Sprintf("source %d", len(rows)%3)
			if len(rows)%2 == 1 {
				r.Method, r.Labeller, r.Trials, r.Seed = datasets.Rollout, "digest", 1296, rng.Uint64()
				r.Probabilities = engine.Probabilities{0.5, 0.25, 0.125, rng.Float32() / 4, 0}
				r.Errors = [engine.Outputs]float32{0.01, 0.02, rng.Float32(), 0, 0}
				r.EquityError, r.Cubeful = rng.Float32(), rng.Float32()-0.5
			}
			rows = append(rows, r)
		}
	}
	return rows
}

// open opens the journal of out and returns it with the rows in it.
func open(t testing.TB, out string) (*unfinished.Database, []datasets.Row) {
	t.Helper()
	var rows []datasets.Row
	j := must.Get(unfinished.Open(out, board.Backgammon, settings, func(r *datasets.Row) error {
		rows = append(rows, *r)
		return nil
	}))(t)
	return j, rows
}

// write makes a journal of a frame for each of the parts.
func write(t testing.TB, out string, parts [][]datasets.Row) {
	t.Helper()
	for i := range parts {
		j, _ := open(t, out)
		must.OK(t, j.Append(parts[i], uint64(i+1), fmt.Append(nil, "note ", i)))
		must.OK(t, j.Close())
	}
}

func split(rows []datasets.Row, n int) (parts [][]datasets.Row) {
	for i := range n {
		parts = append(parts, rows[i*len(rows)/n:(i+1)*len(rows)/n])
	}
	return parts
}

func TestJournalResumes(t *testing.T) {
	out := filepath.Join(t.TempDir(), "db")
	rows := someRows(t, 500, 1)
	j, got := open(t, out)
	if items, note := j.Done(); len(got) != 0 || items != 0 || len(note) != 0 {
		t.Errorf("a new journal has %d rows, %d items, note %q", len(got), items, note)
	}
	must.OK(t, j.Append(rows[:300], 7, []byte("seven")))
	must.OK(t, j.Append(nil, 9, []byte("nothing new")))
	must.OK(t, j.Close())
	j, got = open(t, out)
	datasetstest.Want(t, got, rows[:300])
	if items, note := j.Done(); items != 9 || string(note) != "nothing new" {
		t.Errorf("%d items, note %q, want 9, nothing new", items, note)
	}
	must.OK(t, j.Append(rows[300:], 11, nil))
	must.OK(t, j.Finish(t.Context(), map[string]string{"seed": "1"}))
	if err := j.Close(); err != nil {
		t.Errorf("closing a finished journal: %v", err)
	}
	if _, err := os.Stat(out + journal.Suffix); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the journal is still there: %v", err)
	}
	all, meta := datasetstest.Read(t, out)
	if meta.Variant != board.Backgammon || meta.Provenance["seed"] != "1" {
		t.Errorf("meta %+v", meta)
	}
	datasetstest.Want(t, all, rows)
}

// The journal of a killed process resumes after its last complete frame.
func TestTorn(t *testing.T) {
	out := filepath.Join(t.TempDir(), "db")
	parts := split(someRows(t, 6, 2), 3)
	write(t, out, parts)
	whole := must.Get(os.ReadFile(out + journal.Suffix))(t)
	must.OK(t, os.WriteFile(out+journal.Suffix, whole[:len(whole)-1], 0o666))
	j, got := open(t, out)
	datasetstest.Want(t, got, append(slices.Clone(parts[0]), parts[1]...))
	if items, note := j.Done(); items != 2 || string(note) != "note 1" {
		t.Errorf("%d items, note %q", items, note)
	}
	must.OK(t, j.Close())
	write(t, out, parts[2:])
	_, got = open(t, out)
	datasetstest.Want(t, got, slices.Concat(parts...))
}

func TestRefuses(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "db")
	write(t, out, split(someRows(t, 4, 4), 1))
	if err := os.WriteFile(filepath.Join(dir, "old"+journal.Suffix), []byte("gammonlab unfinished database 1\n{}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, out string
		variant   board.Variant
		settings  map[string]string
		want      string
	}{
		{"another value", out, board.Backgammon, map[string]string{"seed": "2", "players": "pubeval"},
			`other settings (seed "1", want "2")`},
		{"more settings", out, board.Backgammon, map[string]string{"seed": "1", "players": "pubeval", "noise": "0.1"},
			`(noise "", want "0.1")`},
		{"fewer settings", out, board.Backgammon, map[string]string{"seed": "1"}, `(players "pubeval", want "")`},
		{"another game", out, board.Nackgammon, settings, `(variant "backgammon", want "nackgammon")`},
		{"an earlier version", filepath.Join(dir, "old"), board.Backgammon, settings,
			"made by another version of this program: format 1, want 2"},
	} {
		_, err := unfinished.Open(c.out, c.variant, c.settings, nil)
		must.Fail(t, err, c.want, c.name)
	}
	// A refused journal is unchanged and can be opened with its own settings.
	j, rows := open(t, out)
	if err := j.Close(); err != nil || len(rows) != 4 {
		t.Errorf("%d rows left, %v", len(rows), err)
	}
}

func TestFinishStops(t *testing.T) {
	out := filepath.Join(t.TempDir(), "db")
	rows := someRows(t, 10, 5)
	j, _ := open(t, out)
	must.OK(t, j.Append(rows, 1, nil))
	stale := filepath.Join(filepath.Dir(out), ".db.1-0.tmp") // of a process that was killed here
	must.OK(t, os.WriteFile(stale, nil, 0o666))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := j.Finish(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Fatalf("a cancelled Finish: %v", err)
	}
	if _, err := os.Stat(out); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is a database: %v", err)
	}
	if _, err := os.Stat(stale); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what a killed process left is still there: %v", err)
	}
	must.OK(t, j.Close())
	j, got := open(t, out)
	datasetstest.Want(t, got, rows)
	must.OK(t, j.Finish(t.Context(), nil))
}

// An error of the visitor ends Open.
func TestVisitorsError(t *testing.T) {
	out := filepath.Join(t.TempDir(), "db")
	write(t, out, split(someRows(t, 4, 6), 2))
	broken := errors.New("twice the same key")
	if _, err := unfinished.Open(out, board.Backgammon, settings, func(*datasets.Row) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
}

func BenchmarkAppend(b *testing.B) {
	rows := someRows(b, 1000, 7)
	for i := range rows {
		rows[i] = datasets.Row{Position: rows[i].Position, Class: rows[i].Class, Source: rows[i].Source}
	}
	j, _ := open(b, filepath.Join(b.TempDir(), "db"))
	defer j.Close()
	items := uint64(0)
	for b.Loop() {
		items++
		must.OK(b, j.Append(rows, items, []byte("note")))
	}
	b.ReportMetric(float64(items)*float64(len(rows))/b.Elapsed().Seconds(), "rows/s")
}
