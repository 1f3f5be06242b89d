package datasets_test

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/internal/must"
	"gammonlab/internal/seed"
)

// same reports whether two rows are the same to the bit.
func same(a, b *datasets.Row) bool { return spell(a) == spell(b) }

// spell spells a row with all its bits.
func spell(r *datasets.Row) string {
	floats := []float32{r.EquityError, r.Cubeful}
	floats = append(append(floats, r.Probabilities[:]...), r.Errors[:]...)
	text := fmt.Sprintf("%s %v %v %d %q %q %d", r.Position.ID(), r.Class, r.Method, r.Trials, r.Labeller, r.Source, r.Seed)
	for _, v := range floats {
		if v != v {
			v = float32(math.NaN()) // of which there are many
		}
		text += fmt.Sprintf(" %08x", math.Float32bits(v))
	}
	return text
}

// someRows returns rows of all kinds, of different positions from random games
// of the variant.
func someRows(n int, v board.Variant, seedOf uint64) []datasets.Row {
	source := seed.Stream(seedOf, 0)
	rng, dice := rand.New(source), board.NewDice(source)
	seen := map[board.Key]bool{}
	var rows []datasets.Row
	for {
		for pos := v.Start(); pos.Result() == 0; {
			if !seen[pos.Key()] {
				seen[pos.Key()] = true
				if rows = append(rows, someRow(pos, rng)); len(rows) == n {
					return rows
				}
			}
			if plays := board.Plays(pos, dice.Next()); len(plays) > 0 {
				pos = plays[rng.IntN(len(plays))].Result
			} else {
				pos = pos.Swap()
			}
		}
	}
}

// someRow labels a position somehow.
func someRow(pos board.Position, rng *rand.Rand) datasets.Row {
	r := datasets.NewRow(pos)
	r.Seed, r.Source = rng.Uint64(), []string{"self-play", "", "a match, é", "self-play"}[rng.IntN(4)]
	if r.Method = datasets.Methods()[rng.IntN(len(datasets.Methods()))]; r.Method == datasets.Unlabelled {
		return r
	}
	win := rng.Float32()
	r.Probabilities = engine.Probabilities{win, win * win, win * win * win, (1 - win) * 0.3, (1 - win) * 0.1}
	if rng.IntN(3) > 0 {
		for k := range r.Errors {
			r.Errors[k] = rng.Float32() / 100
		}
		r.EquityError = rng.Float32() / 20
	}
	if rng.IntN(2) > 0 {
		r.Cubeful = 2*win - 1
	}
	r.Trials, r.Labeller = rng.Int32N(5000), fmt.Sprintf("%064x", rng.IntN(3))
	return r
}

// writeRows writes a database into a new folder and returns its path.
func writeRows(t testing.TB, m datasets.Meta, rows []datasets.Row) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rows.parquet")
	w := must.Get(datasets.Create(path, m))(t)
	defer w.Abort()
	for i := range rows {
		must.OK(t, w.Write(&rows[i]))
	}
	must.OK(t, w.Close())
	return path
}

// readRows reads a database.
func readRows(path string) ([]datasets.Row, error) {
	f, err := datasets.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := datasets.ReadAll(f)
	if err == nil && int64(len(rows)) != f.Len() {
		err = fmt.Errorf("%d rows were read, Len is %d", len(rows), f.Len())
	}
	if err == nil {
		if _, again := f.Read(); !errors.Is(again, io.EOF) {
			err = fmt.Errorf("after the last row: %v, want EOF", again)
		}
	}
	return rows, err
}

// wantRows compares rows.
func wantRows(t testing.TB, got, want []datasets.Row) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d rows, want %d", len(got), len(want))
	}
	for i := range got {
		if !same(&got[i], &want[i]) {
			t.Fatalf("row %d is %s, want %s", i+1, spell(&got[i]), spell(&want[i]))
		}
	}
}
