package fit

import (
	"fmt"
	"math"
	"path/filepath"
	"testing"

	"gammonlab/engine/named"
	"gammonlab/internal/longtest"
	"gammonlab/internal/must"
	"gammonlab/nets"
	"gammonlab/rating"
	"gammonlab/rating/simulate"
)

// shipped returns the matches of a part of the study in the source tree.
func shipped(t *testing.T, part string) []simulate.Row {
	t.Helper()
	s := must.Get(simulate.Read(filepath.Join("..", "study", part+".parquet")))(t)
	return s.Rows
}

// largest returns the largest mean errors of the players over the matches of a pair and length,
// and the largest length.
func largest(rows []simulate.Row) (r rating.Range) {
	type cell struct {
		pair   string
		length int32
	}
	type sums struct {
		play, plays, cube, cubes float64
		linear                   bool // the linear law is fitted to the pair
	}
	of := map[cell]*[2]sums{}
	for i := range rows {
		row := &rows[i]
		at := cell{row.PlayerA + row.PlayerB, row.Length}
		if of[at] == nil {
			of[at] = new([2]sums)
		}
		a, b := &of[at][0], &of[at][1]
		linear := row.CheckerA == row.CubeA && row.CheckerB == row.CubeB
		*a = sums{a.play + row.PlayErrorA, a.plays + float64(row.PlaysA), a.cube + row.CubeErrorA, a.cubes + float64(row.CubesA), linear}
		*b = sums{b.play + row.PlayErrorB, b.plays + float64(row.PlaysB), b.cube + row.CubeErrorB, b.cubes + float64(row.CubesB), linear}
	}
	for at, sides := range of {
		for _, s := range sides {
			r.Play, r.Length = max(r.Play, s.play/s.plays), max(r.Length, int(at.length))
			if s.cubes > 0 {
				r.Cube = max(r.Cube, s.cube/s.cubes)
			}
			if s.linear {
				r.Decision = max(r.Decision, (s.play+s.cube)/(s.plays+s.cubes))
			}
		}
	}
	return r
}

// TestMeasuredCoefficients compares the coefficients of the ratings with the
// study that they are from.
func TestMeasuredCoefficients(t *testing.T) {
	if testing.Short() {
		t.Skip("fits 76,000 matches 1000 times")
	}
	report, err := Fit(t.Context(), append(shipped(t, "part1"), shipped(t, "part2")...), Options{Seed: 1, Workers: 2})
	must.OK(t, err)
	measured := must.Get(rating.Default())(t)
	play, cube := report.Bilinear.Trends[0], report.Bilinear.Trends[1]
	fitted := rating.Coefficients{
		PlayA: play.Constant.Value, PlayB: play.Inverse.Value, CubeA: cube.Constant.Value, CubeB: cube.Inverse.Value,
	}
	if got, want := fmt.Sprintf("%.1f", measured.Coefficients), fmt.Sprintf("%.1f", fitted); got != want {
		t.Errorf("rating/models/measured.json has %s, the study gives %s", got, want)
	}
	if got, want := *measured.Study, largest(append(shipped(t, "part1"), shipped(t, "part2")...)); math.Abs(got.Play-want.Play) > 5e-4 ||
		math.Abs(got.Cube-want.Cube) > 5e-4 || math.Abs(got.Decision-want.Decision) > 5e-5 || got.Length != want.Length {
		t.Errorf("measured.json: the study ends at %+v, want %+v", got, want)
	}
	linear := report.Linear.Trends[0]
	if got, want := fmt.Sprintf("%.1f %.1f", measured.Linear.A, measured.Linear.B), fmt.Sprintf("%.1f %.1f", linear.Constant.Value, linear.Inverse.Value); got != want {
		t.Errorf("measured.json has the linear law %s, the study gives %s", got, want)
	}
	for i, row := range report.Linear.Covariance {
		for j, want := range row {
			if got := measured.Linear.Covariance[i][j]; math.Abs(got-want) > 0.006 {
				t.Errorf("measured.json: linear.covariance[%d][%d] is %v, the study gives %v", i, j, got, want)
			}
		}
	}
	for i, row := range report.Bilinear.Covariance {
		for j, want := range row {
			if got := measured.Covariance[i][j]; math.Abs(got-want) > 0.006 {
				t.Errorf("measured.json: covariance[%d][%d] is %v, the study gives %v", i, j, got, want)
			}
		}
	}
}

// TestFreshMatches plays a few matches with other dice and another net, and
// compares their coefficients with those of the study in the source tree.
func TestFreshMatches(t *testing.T) {
	longtest.Skip(t, "TestMeasuredCoefficients fits the matches in the source tree")
	const length = 3
	matches := 60
	s := simulate.Settings{Study: "1", Lengths: []int{length}, Matches: &matches, Model: named.Model{Name: "td512"}, Seed: 2, Workers: 2}
	must.OK(t, s.Open(&named.Opener{Model: nets.LoadShipped}))
	study := must.Get(s.Run(t.Context(), filepath.Join(t.TempDir(), "fresh.parquet")))(t)
	fresh, old := slope(t, study.Rows, length), slope(t, shipped(t, "part1"), length)
	if d, e := fresh.Value-old.Value, math.Hypot(fresh.StdErr, old.StdErr); math.Abs(d) > 3*e {
		t.Errorf("a(%d) is %.0f by fresh matches and %.0f in the study: %.1f standard errors apart", length, fresh.Value, old.Value, d/e)
	}
}

// slope returns the coefficient of DEPD at a length.
func slope(t *testing.T, rows []simulate.Row, length int) Estimate {
	t.Helper()
	report := must.Get(Fit(t.Context(), rows, Options{Lengths: []int{length}, Bootstrap: 200}))(t)
	return report.Linear.Lengths[0].Coefficients[0]
}
