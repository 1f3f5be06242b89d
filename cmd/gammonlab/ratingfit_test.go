package main

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/engine/named"
	"gammonlab/internal/must"
	"gammonlab/internal/seed"
	"gammonlab/rating"
	"gammonlab/rating/fit"
	"gammonlab/rating/simulate"
)

// drawnStudy writes a study of a shipped grid, 24 matches a pair at 3 and 7 points,
// whose results follow from the errors by the manual's bilinear law.
func drawnStudy(t *testing.T, part simulate.Part) string {
	t.Helper()
	grid := must.Get(simulate.Shipped(part))(t)
	grid.Restrict([]int{3, 7})
	grid.Scale(24)
	study := &simulate.Study{Settings: simulate.Settings{Grid: *grid, Seed: 1, Model: named.Model{Name: "none"}}}
	rng := rand.New(rand.NewPCG(1, 2))
	for i, pair := range grid.Pairs {
		for _, length := range grid.Lengths {
			cost := func(p simulate.Player) (play, cube float64) { return 0.6 * float64(p.Checker), 0.3 * float64(p.Cube) }
			playA, cubeA := cost(pair.A)
			playB, cubeB := cost(pair.B)
			chance := rating.WinProbability(rating.Manual.Loss(playB-playA, cubeB-cubeA, length), length)
			for match := range grid.Matches {
				study.Rows = append(study.Rows, simulate.Row{
					Pair: int32(i), PlayerA: pair.A.Name, PlayerB: pair.B.Name,
					CheckerA: pair.A.Checker, CubeA: pair.A.Cube, CheckerB: pair.B.Checker, CubeB: pair.B.Cube,
					Length: int32(length), Match: int32(match),
					Seed: seed.Derive(seed.Derive(1, uint64(i)), uint64(length)), Games: 3, Plies: 150,
					Won: rng.Float64() < chance, Luck: chance + 0.05*rng.NormFloat64(),
					PlaysA: 70, PlaysB: 70, PlayErrorA: 70 * playA, PlayErrorB: 70 * playB * (0.9 + 0.2*rng.Float64()),
					CubesA: 10, CubesB: 10, CubeErrorA: 10 * cubeA, CubeErrorB: 10 * cubeB,
				})
			}
		}
	}
	path := filepath.Join(t.TempDir(), "part"+string(part)+".parquet")
	must.OK(t, simulate.Write(path, study))
	return path
}

func TestRatingFit(t *testing.T) {
	one, two := drawnStudy(t, "1"), drawnStudy(t, "2")
	out, errOut, code := command(t, "", "rating", "fit", "--bootstrap", "50", one, two)
	if code != exitOK || errOut != "" {
		t.Fatalf("exit code %d, errors %q", code, errOut)
	}
	for _, want := range []string{
		"R = (", "(8798 + 25526/N)·EPM + (863 - 519/N)·EPC in the manual", "The bilinear model predicts held-out matches",
		"7 points, EPC", "linear, fitted to equal pairs", "DEPD·2·lesser rate", "when both players err at N = 3, 7",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("output without %q:\n%s", want, out)
		}
	}
	for _, line := range strings.Split(out, "\n") {
		if strings.Contains(line, "NaN") || strings.Contains(line, "Inf") || strings.Contains(line, "%!") {
			t.Errorf("line %q", line)
		}
	}

	var r fit.Report
	out, _, _ = command(t, "", "rating", "fit", one, two, "--json", "--bootstrap", "50", "--estimator", "wls", "--lengths", "7,3", "--workers", "1")
	must.OK(t, json.Unmarshal([]byte(out), &r))
	if a := r.Bilinear.Trends[0].Constant; math.Abs(*a.Deviation) > 4 || r.Matches != 24*2*22 || r.Method != fit.WLS || len(r.Points) != 44 {
		t.Errorf("constant of EPM %+v, %d matches, %d points, method %s", a, r.Matches, len(r.Points), r.Method)
	}

	// With one length of one part the report has no trends and no bilinear
	// model, and states this.
	out, errOut, code = command(t, "", "rating", "fit", "--bootstrap", "50", "--lengths", "3", one)
	if code != exitOK || !strings.Contains(out, "There is no bilinear model") || !strings.Contains(out, "has one length") {
		t.Errorf("exit code %d, errors %q, output\n%s", code, errOut, out)
	}
}

func TestRatingFitMistakes(t *testing.T) {
	one := drawnStudy(t, "1")
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{nil, exitUsage, "no file given"},
		{[]string{"--estimator", "lasso", one}, exitUsage, `method "lasso"`},
		{[]string{"--pairs", "3", one}, exitUsage, `part "3"`},
		{[]string{"--bootstrap", "0", one}, exitUsage, "--bootstrap 0"},
		{[]string{"--bootstrap", "5", one}, exitUsage, "5 resamples"},
		{[]string{"--confidence", "90", one}, exitUsage, "confidence 90"},
		{[]string{"--lengths", "3,x", one}, exitUsage, `--lengths is "3,x"`},
		{[]string{"--lengths", "0", one}, exitUsage, "length 0"},
		{[]string{"--workers", "0", one}, exitUsage, "--workers is 0"},
		{[]string{"--lengths", "5", one}, exitFailed, "no matches"},
		{[]string{"--pairs", "2", one}, exitFailed, "no pairs of part 2"},
		{[]string{one, one}, exitFailed, "occurs twice"},
		{[]string{"missing.parquet"}, exitFailed, "missing.parquet"},
		{[]string{"ratingfit_test.go"}, exitFailed, "ratingfit_test.go"},
	} {
		out, errOut, code := command(t, "", append([]string{"rating", "fit"}, c.args...)...)
		if code != c.code || !strings.Contains(errOut, c.want) || out != "" {
			t.Errorf("%v: exit code %d, errors %q, output %q, want %d and %q", c.args, code, errOut, out, c.code, c.want)
		}
	}
}
