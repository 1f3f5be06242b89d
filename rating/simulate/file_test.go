package simulate

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/internal/must"
)

func TestFileKeepsStudy(t *testing.T) {
	want, path := smallStudy(t)
	again := filepath.Join(t.TempDir(), "again.parquet")
	must.OK(t, Write(again, want))
	got := must.Get(Read(again))(t)
	if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
	if bytesOf(t, path) != bytesOf(t, again) {
		t.Error("the bytes of equal studies differ")
	}
}

// Several groups of rows, with figures at their ends.
func TestFileOfManyRows(t *testing.T) {
	if testing.Short() {
		t.Skip("writes more than a group of rows")
	}
	s := &Study{Settings: Settings{Grid: parse(t, `{"name": "large", "lengths": [1], "matches": 70000, "pairs": [
		{"a": {"name": "é", "checker": 0, "cube": 1}, "b": {"name": "b", "checker": 1e-30, "cube": 0}}]}`), Seed: math.MaxUint64}}
	c := s.Grid.cells()[0]
	for i := range c.matches {
		r := s.row(c, i)
		r.Won, r.Games, r.Plies, r.Luck = i%2 == 0, 1, int32(i+1), float64(i)/3-1000
		r.PlaysB, r.CubeErrorA = math.MaxInt32, math.SmallestNonzeroFloat64
		s.Rows = append(s.Rows, r)
	}
	path := filepath.Join(t.TempDir(), "large.parquet")
	must.OK(t, Write(path, s))
	got := must.Get(Read(path))(t)
	for i := range got.Rows {
		if got.Rows[i] != s.Rows[i] {
			t.Fatalf("row %d is %+v, want %+v", i+1, got.Rows[i], s.Rows[i])
		}
	}
	if len(got.Rows) != len(s.Rows) || got.Seed != s.Seed {
		t.Errorf("%d rows of seed %d", len(got.Rows), got.Seed)
	}
}

// Rows that no simulation can have are neither written nor read.
func TestBadRows(t *testing.T) {
	good, _ := smallStudy(t)
	for want, change := range map[string]func(*Study){
		"14 rows, want 15 for the grid":                         func(s *Study) { s.Rows = s.Rows[1:] },
		"row 2: column match is 7, want 1 by the grid":          func(s *Study) { s.Rows[1].Match = 7 },
		"row 3: column pair is 1, want 0 by the grid":           func(s *Study) { s.Rows[2].Pair = 1 },
		`row 1: column player_a is "x", want "good"`:            func(s *Study) { s.Rows[0].PlayerA = "x" },
		"row 1: column cube_b is 0.5, want 0.3":                 func(s *Study) { s.Rows[0].CubeB = 0.5 },
		"row 1: column seed is 1, want ":                        func(s *Study) { s.Rows[0].Seed = 1 },
		"row 4: column games is 0, want 1 or more":              func(s *Study) { s.Rows[3].Games = 0 },
		"row 4: column cubes_b is -1, want 0 or more":           func(s *Study) { s.Rows[3].CubesB = -1 },
		"row 4: column luck_adjusted is NaN, want a number":     func(s *Study) { s.Rows[3].Luck = math.NaN() },
		"row 4: column play_error_a is -1, want a sum of error": func(s *Study) { s.Rows[3].PlayErrorA = -1 },
		"row 4: column cube_error_b is +Inf, want a sum of err": func(s *Study) { s.Rows[3].CubeErrorB = math.Inf(1) },
	} {
		s := *good
		s.Rows = slices.Clone(good.Rows)
		change(&s)
		path := filepath.Join(t.TempDir(), "study.parquet")
		err := Write(path, &s)
		must.Fail(t, err, want)
		if _, err := os.Stat(path); !os.IsNotExist(err) {
			t.Errorf("%s: a file was written", want)
		}
	}
}

// A change of any byte is found, and so is truncation at any byte.
func TestDamagedFiles(t *testing.T) {
	_, path := smallStudy(t)
	whole := bytesOf(t, path)
	bad := filepath.Join(t.TempDir(), "bad.parquet")
	step := 61
	if testing.Short() {
		step = 307
	}
	for at := 0; at < len(whole); at += step {
		changed := []byte(whole)
		changed[at] ^= byte(1 + at%255)
		for _, data := range [][]byte{changed, []byte(whole)[:at]} {
			must.OK(t, os.WriteFile(bad, data, 0o600))
			if _, err := Read(bad); err == nil || !strings.HasPrefix(err.Error(), bad+": ") {
				t.Errorf("byte %d: %v", at, err)
			}
		}
	}
}

func TestFilesOfOtherKinds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.parquet")
	w := must.Get(datasets.Create(path, datasets.Meta{Variant: board.Backgammon}))(t)
	must.OK(t, w.Close())
	must.Fail(t, must.Err(Read(path)), `format is "gammonlab-dataset", want gammonlab-rating-study`, "a database")
	if _, err := Read(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	_, path = smallStudy(t)
	must.Fail(t, must.Err(datasets.Open(path)), "format is", "a study is a database")
}
