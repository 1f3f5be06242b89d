package journal_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/journal"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
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
			r := datasets.Row{Position: pos, Class: engine.ClassOf(&pos), Source: fmt.Sprintf("source %d", len(rows)%3)}
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
func open(t testing.TB, out string) (*journal.Journal, []datasets.Row) {
	t.Helper()
	var rows []datasets.Row
	j, err := journal.Open(out, board.Backgammon, settings, func(r *datasets.Row) error {
		rows = append(rows, *r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return j, rows
}

func wantRows(t testing.TB, got, want []datasets.Row) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d rows, want %d", len(got), len(want))
	}
	for i := range got {
		if !same(&got[i], &want[i]) {
			t.Fatalf("row %d is %+v, want %+v", i, got[i], want[i])
		}
	}
}

// same compares rows by the bits of their numbers.
func same(a, b *datasets.Row) bool {
	floats := func(r *datasets.Row) (bits [12]uint32) {
		for k := range engine.Outputs {
			bits[k], bits[engine.Outputs+k] = math.Float32bits(r.Probabilities[k]), math.Float32bits(r.Errors[k])
		}
		bits[10], bits[11] = math.Float32bits(r.EquityError), math.Float32bits(r.Cubeful)
		return bits
	}
	x, y := *a, *b
	if floats(&x) != floats(&y) {
		return false
	}
	for _, r := range []*datasets.Row{&x, &y} {
		r.Probabilities, r.Errors, r.EquityError, r.Cubeful = engine.Probabilities{}, [engine.Outputs]float32{}, 0, 0
	}
	return x == y
}

// write makes a journal of a frame for each of the parts, and returns it and the
// size of the file after each frame, of the head first.
func write(t testing.TB, out string, parts [][]datasets.Row) (sizes []int64) {
	t.Helper()
	for i := -1; i < len(parts); i++ {
		j, _ := open(t, out)
		if i >= 0 {
			if err := j.Append(parts[i], uint64(i+1), fmt.Append(nil, "note ", i)); err != nil {
				t.Fatal(err)
			}
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(out + journal.Suffix)
		if err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, info.Size())
	}
	return sizes
}

func split(rows []datasets.Row, n int) (parts [][]datasets.Row) {
	for i := range n {
		parts = append(parts, rows[i*len(rows)/n:(i+1)*len(rows)/n])
	}
	return parts
}

func TestKeepsAndGoesOn(t *testing.T) {
	out := filepath.Join(t.TempDir(), "db")
	rows := someRows(t, 500, 1)
	j, got := open(t, out)
	if items, note := j.Done(); len(got) != 0 || items != 0 || len(note) != 0 {
		t.Errorf("a new journal has %d rows, %d items, note %q", len(got), items, note)
	}
	if err := j.Append(rows[:300], 7, []byte("seven")); err != nil {
		t.Fatal(err)
	}
	if err := j.Append(nil, 9, []byte("nothing new")); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if err := j.Append(nil, 10, nil); err == nil {
		t.Error("a closed journal takes more")
	}
	j, got = open(t, out)
	wantRows(t, got, rows[:300])
	if items, note := j.Done(); items != 9 || string(note) != "nothing new" {
		t.Errorf("%d items, note %q, want 9, nothing new", items, note)
	}
	if err := j.Append(rows[300:], 11, nil); err != nil {
		t.Fatal(err)
	}
	if err := j.Finish(t.Context(), map[string]string{"seed": "1"}); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Errorf("closing a finished journal: %v", err)
	}
	if _, err := os.Stat(out + journal.Suffix); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the journal is still there: %v", err)
	}
	f, err := datasets.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if m := f.Meta(); m.Variant != board.Backgammon || m.Provenance["seed"] != "1" {
		t.Errorf("meta %+v", m)
	}
	var all []datasets.Row
	for {
		r, err := f.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	if len(all) != len(rows) {
		t.Fatalf("%d rows in the database, want %d", len(all), len(rows))
	}
	for i := range all {
		if all[i].Position != rows[i].Position || all[i].Source != rows[i].Source || all[i].Seed != rows[i].Seed {
			t.Fatalf("row %d of the database is %+v, want %+v", i, all[i], rows[i])
		}
	}
}

// However the file ends inside its last frame, that frame is dropped and the
// others are there; and the work goes on.
func TestTorn(t *testing.T) {
	const step = 7 // bytes: a cut in every field of a frame, if not at each byte
	dir := t.TempDir()
	parts := split(someRows(t, 6, 2), 3)
	sizes := write(t, filepath.Join(dir, "whole"), parts)
	whole, err := os.ReadFile(filepath.Join(dir, "whole"+journal.Suffix))
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "torn")
	check := func(name string, data []byte, frames int) {
		t.Helper()
		if err := os.WriteFile(out+journal.Suffix, data, 0o666); err != nil {
			t.Fatal(err)
		}
		j, got := open(t, out)
		var want []datasets.Row
		for _, p := range parts[:frames] {
			want = append(want, p...)
		}
		if len(got) != len(want) {
			t.Fatalf("%s: %d rows, want %d", name, len(got), len(want))
		}
		wantRows(t, got, want)
		if items, _ := j.Done(); items != uint64(frames) {
			t.Fatalf("%s: %d items, want %d", name, items, frames)
		}
		for i := frames; i < len(parts); i++ {
			if err := j.Append(parts[i], uint64(i+1), nil); err != nil {
				t.Fatal(err)
			}
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		j, got = open(t, out)
		wantRows(t, got, append(want, bytesOf(parts[frames:])...))
		j.Close()
	}
	for size := 0; size < len(whole); size += step {
		frames := 0
		for frames < len(parts) && int64(size) >= sizes[frames+1] {
			frames++
		}
		check(fmt.Sprint("the first ", size, " bytes"), whole[:size], frames)
	}
	check("zeros behind", append(bytes.Clone(whole), make([]byte, 5000)...), 3)
	check("anything behind", append(bytes.Clone(whole), "no frame"...), 3)
	check("the mark behind", append(bytes.Clone(whole), "\xf7GLF\xf7GLF\x10\x00"...), 3)
	for at := sizes[2]; at < sizes[3]; at += step {
		damaged := bytes.Clone(whole)
		damaged[at] ^= 0x20
		check(fmt.Sprint("damage at ", at), damaged, 2)
	}
}

func bytesOf(parts [][]datasets.Row) (rows []datasets.Row) {
	for _, p := range parts {
		rows = append(rows, p...)
	}
	return rows
}

// Damage before the last frame is an error, as is damage to the head, and the
// file is left alone.
func TestDamage(t *testing.T) {
	out := filepath.Join(t.TempDir(), "db")
	sizes := write(t, out, split(someRows(t, 12, 3), 3))
	whole, err := os.ReadFile(out + journal.Suffix)
	if err != nil {
		t.Fatal(err)
	}
	for at := int64(0); at < sizes[2]; at += 5 {
		damaged := bytes.Clone(whole)
		damaged[at] ^= 0x01
		if err := os.WriteFile(out+journal.Suffix, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := journal.Open(out, board.Backgammon, settings, nil)
		want := "damaged at byte"
		if at < sizes[0] {
			want = "" // the magic, the settings or their checksum
		}
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), out+journal.Suffix) {
			t.Fatalf("byte %d changed: %v, want an error with %q and the file", at, err, want)
		}
		after, err := os.ReadFile(out + journal.Suffix)
		if err != nil || !bytes.Equal(after, damaged) {
			t.Fatalf("byte %d changed: the file was touched (%v)", at, err)
		}
	}
}

func TestRefuses(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "db")
	write(t, out, split(someRows(t, 4, 4), 1))
	if err := os.WriteFile(filepath.Join(dir, "letter"+journal.Suffix), []byte("Dear reader,\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, out string
		variant   board.Variant
		settings  map[string]string
		want      string
	}{
		{"another value", out, board.Backgammon, map[string]string{"seed": "2", "players": "pubeval"},
			`other settings (seed "1", want "2"); finish that or remove the file`},
		{"more settings", out, board.Backgammon, map[string]string{"seed": "1", "players": "pubeval", "noise": "0.1"},
			`(noise "", want "0.1")`},
		{"fewer settings", out, board.Backgammon, map[string]string{"seed": "1"}, `(players "pubeval", want "")`},
		{"another game", out, board.Nackgammon, settings, `(variant "backgammon", want "nackgammon")`},
		{"another file", filepath.Join(dir, "letter"), board.Backgammon, settings,
			`in the way: it begins with "Dear reader,\n", want "gammonlab unfinished database 1\n"`},
		{"no folder", filepath.Join(dir, "none", "db"), board.Backgammon, settings, "no such file"},
		{"endless settings", out, board.Backgammon, map[string]string{"x": strings.Repeat("x", 1<<20)}, "bytes, want at most"},
	} {
		_, err := journal.Open(c.out, c.variant, c.settings, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	// What is refused can still be finished.
	j, rows := open(t, out)
	if err := j.Close(); err != nil || len(rows) != 4 {
		t.Errorf("%d rows left, %v", len(rows), err)
	}
}

func TestOneWriter(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("files are locked on some systems only")
	}
	out := filepath.Join(t.TempDir(), "db")
	j, _ := open(t, out)
	defer j.Close()
	if _, err := journal.Open(out, board.Backgammon, settings, nil); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("a second writer: %v, want in use", err)
	}
}

func TestFinishStops(t *testing.T) {
	out := filepath.Join(t.TempDir(), "db")
	rows := someRows(t, 10, 5)
	j, _ := open(t, out)
	if err := j.Append(rows, 1, nil); err != nil {
		t.Fatal(err)
	}
	stale := filepath.Join(filepath.Dir(out), ".db.1-0.tmp") // of a process that was killed here
	if err := os.WriteFile(stale, nil, 0o666); err != nil {
		t.Fatal(err)
	}
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
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j, got := open(t, out)
	wantRows(t, got, rows)
	if err := j.Finish(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
}

// What a visitor does not like ends Open.
func TestVisitorsError(t *testing.T) {
	out := filepath.Join(t.TempDir(), "db")
	write(t, out, split(someRows(t, 4, 6), 2))
	broken := errors.New("twice the same key")
	if _, err := journal.Open(out, board.Backgammon, settings, func(*datasets.Row) error { return broken }); !errors.Is(err, broken) {
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
		if err := j.Append(rows, items, []byte("note")); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(items)*float64(len(rows))/b.Elapsed().Seconds(), "rows/s")
}
