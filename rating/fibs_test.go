package rating

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

// tables are those of the FAQ, see testdata/README.md, with the formula of a
// cell for a difference and a length.
var tables = map[string]func(float64, int) float64{
	"change_favorite_wins": func(d float64, n int) float64 { return Change(d, n, true, 400) },
	"change_underdog_wins": func(d float64, n int) float64 { return Change(-d, n, true, 1000) },
	"ratio_lost_to_won_favorite": func(d float64, n int) float64 {
		return -Change(d, n, false, 500) / Change(d, n, true, 500)
	},
	"batting_average_favorite": WinProbability,
}

// TestTables compares every cell, with as many decimals as are printed. None
// deviates.
func TestTables(t *testing.T) {
	for name, formula := range tables {
		cells := readTable(t, filepath.Join("testdata", name+".csv"))
		if len(cells) != 13*7 {
			t.Errorf("%s: %d cells, want those of 13 differences and 7 lengths", name, len(cells))
		}
		for at, want := range cells {
			_, decimals, _ := strings.Cut(want, ".")
			got := strconv.FormatFloat(formula(at.difference, at.length), 'f', len(decimals), 64)
			if strings.TrimPrefix(got, "0") != want {
				t.Errorf("%s, difference %v, length %d: %s, want %s", name, at.difference, at.length, got, want)
			}
		}
	}
}

// cell is a place in a table.
type cell struct {
	difference float64
	length     int
}

func readTable(t *testing.T, path string) map[cell]string {
	t.Helper()
	file := must.Get(os.Open(path))(t)
	defer file.Close()
	rows := must.Get(csv.NewReader(file).ReadAll())(t)
	cells := map[cell]string{}
	for _, row := range rows[1:] {
		difference := must.Get(strconv.ParseFloat(row[0], 64))(t)
		for i, text := range row[1:] {
			length := must.Get(strconv.Atoi(rows[0][i+1]))(t)
			cells[cell{difference, length}] = text
		}
	}
	return cells
}

// TestChange has new players, whose ratings change up to five times as fast.
func TestChange(t *testing.T) {
	for _, tt := range []struct {
		difference float64
		length     int
		won        bool
		experience int
		want       float64
	}{
		{0, 1, true, 0, 10},
		{0, 1, false, 0, -10},
		{0, 4, true, 100, 16},
		{0, 9, true, 399, 6 * 1.01},
		{0, 9, true, 400, 6},
		{0, 9, true, 100000, 6},
		{1000, 4, true, 400, 8. / 11}, // odds of 10 to 1
		{1000, 4, false, 400, -80. / 11},
		{-1000, 4, true, 400, 80. / 11},
	} {
		got := Change(tt.difference, tt.length, tt.won, tt.experience)
		if math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("Change(%v, %d, %v, %d) = %v, want %v", tt.difference, tt.length, tt.won, tt.experience, got, tt.want)
		}
	}
}

// TestChangeIsFair: with the chances that the formula supposes, ratings are
// expected to stay, and what one wins of an equal in experience the other loses.
func TestChangeIsFair(t *testing.T) {
	for _, experience := range []int{0, 150, 400, 5000} {
		for _, length := range []int{1, 3, 7, 25} {
			for d := -900.0; d <= 900; d += 150 {
				won, lost := Change(d, length, true, experience), Change(d, length, false, experience)
				p := WinProbability(d, length)
				if mean := p*won + (1-p)*lost; math.Abs(mean) > 1e-12 {
					t.Errorf("difference %v, length %d: %v points expected", d, length, mean)
				}
				if other := Change(-d, length, false, experience); math.Abs(won+other) > 1e-12 {
					t.Errorf("difference %v, length %d: one wins %v, the other loses %v", d, length, won, -other)
				}
				if back := Difference(p, length); math.Abs(back-d) > 1e-9 {
					t.Errorf("Difference(WinProbability(%v, %d)) = %v", d, length, back)
				}
			}
		}
	}
}
