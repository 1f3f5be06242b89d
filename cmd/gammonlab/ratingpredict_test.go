package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/rating"
)

// contest is a match to 3 that is not finished.
const contest = ` 3 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 31: 24/23 13/10             62: 24/18 13/11
  2) 55: 13/3 13/3               41: 13/9 6/5
  3) 42: 8/4 6/4                 51: 13/8 24/23
`

func TestRatingPredict(t *testing.T) {
	analysis, errOut, code := command(t, contest, analyzed("--json", "-")...)
	if code != exitOK {
		t.Fatalf("analyze: exit code %d: %s", code, errOut)
	}
	for _, tt := range []struct {
		name, in string
		args     []string
	}{
		{"rating-predict", analysis + analysis, []string{"--fit", "manual", "-"}},
		{"rating-predict-json", "", []string{
			"--play-errors", "0.0254102", "--cube-errors", "0.0873401", "--match", "7", "--plays", "400", "--fit", "manual", "--json",
		}},
	} {
		out, errOut, code := command(t, tt.in, append([]string{"rating", "predict"}, tt.args...)...)
		if code != exitOK || errOut != "" {
			t.Fatalf("%s: exit code %d: %s", tt.name, code, errOut)
		}
		golden(t, tt.name, out)
	}
}

// TestRatingPredictFit: other coefficients, whose errors widen the interval.
func TestRatingPredictFit(t *testing.T) {
	file := filepath.Join(t.TempDir(), "fit.json")
	text := `{"coefficients": {"play_a": 10000}, "covariance": [[1e6,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]}`
	must.OK(t, os.WriteFile(file, []byte(text), 0o666))
	out, errOut, code := command(t, "", "rating", "predict", "--fit", file, "--perfect", "2000",
		"--play-errors", "0.01", "--cube-errors", "0", "--match", "5", "--plays", "1000000000", "--cubes", "50")
	if code != exitOK || !strings.Contains(out, "    1900     20 ") || !strings.Contains(out, "fit.json; errorless play 2000") {
		t.Errorf("exit code %d, output %q, errors %q", code, out, errOut)
	}
}

func TestRatingPredictMistakes(t *testing.T) {
	rates := func(more ...string) []string {
		return append([]string{"--play-errors", "0.01", "--cube-errors", "0.02", "--match", "7"}, more...)
	}
	for _, tt := range []struct {
		name, in string
		args     []string
		code     int
		want     string
	}{
		{"no file", "", nil, exitUsage, "want files"},
		{"both", "", rates("-"), exitUsage, "not both"},
		{"no plays", "", []string{"--cube-errors", "0.02", "--match", "7"}, exitUsage, "--play-errors is required"},
		{"no cubes", "", []string{"--play-errors", "0.02", "--match", "7"}, exitUsage, "--cube-errors is required"},
		{"no length", "", []string{"--play-errors", "0.02", "--cube-errors", "0.02"}, exitUsage, "--match is 0"},
		{"in mEq", "", rates("--play-errors", "8"), exitUsage, "8 mEq are 0.008"},
		{"negative", "", rates("--cube-errors", "-0.1"), exitUsage, "--cube-errors is -0.1"},
		{"not a number", "", rates("--cube-errors", "NaN"), exitUsage, "--cube-errors is NaN"},
		{"plays", "", rates("--plays", "0"), exitUsage, "--plays is 0"},
		{"cubes", "", rates("--cubes", "-1"), exitUsage, "--cubes is -1"},
		{"perfect", "", rates("--perfect", "Inf"), exitUsage, "--perfect is +Inf"},
		{"far from the study", "", rates("--play-errors", "0.3"), exitFailed, "no rating: the error per unforced play is 7.7 times"},
		{"no fit", "", rates("--fit", "missing.json"), exitFailed, "missing.json"},
		{"missing file", "", []string{"missing.json"}, exitFailed, "missing.json"},
		{"no analysis", "hello", []string{"-"}, exitFailed, "standard input: analysis 1"},
		{"session", `{"statistics": [{}, {}]}`, []string{"-"}, exitFailed, "a money session"},
	} {
		out, errOut, code := command(t, tt.in, append([]string{"rating", "predict"}, tt.args...)...)
		if code != tt.code || out != "" || !strings.Contains(errOut, tt.want) {
			t.Errorf("%s: exit code %d, output %q, errors %q", tt.name, code, out, errOut)
		}
	}
}

// TestAnalyzePrintsRatings wants the same ratings from analyze and predict, and
// none for money sessions.
func TestAnalyzePrintsRatings(t *testing.T) {
	page := filepath.Join(t.TempDir(), "page.html")
	text, errOut, code := command(t, contest, analyzed("--html", page, "-")...)
	if code != exitOK {
		t.Fatalf("exit code %d: %s", code, errOut)
	}
	html := must.Get(os.ReadFile(page))(t)
	analysis, _, _ := command(t, contest, analyzed("--json", "-")...)
	told, _, _ := command(t, analysis, "rating", "predict", "--fit", "manual", "-")
	fields := strings.Fields(strings.Split(told, "\n")[3])
	want := fields[0] + " ± " + fields[1]
	if !strings.Contains(text, want) || !strings.Contains(string(html), want) || !strings.Contains(analysis, `"interval95":`) {
		t.Errorf("predict says %q, analyze\n%s", want, text)
	}
	money, _, _ := command(t, session, analyzed("--keep-going", "-")...)
	if strings.Contains(money, "FIBS") {
		t.Errorf("a money session has a rating:\n%s", money)
	}
}

func TestRatingTable(t *testing.T) {
	for _, table := range rating.Tables() {
		out, errOut, code := command(t, "", "rating", "table", table.Name)
		if code != exitOK || !strings.HasPrefix(out, table.Title) {
			t.Errorf("%s: exit code %d, output %q, errors %q", table.Name, code, out, errOut)
		}
	}
	var table struct {
		Lengths []int
		Rows    []struct {
			Difference int
			Values     []float64
		}
	}
	answer(t, &table, "rating", "table", "--json", "average")
	if n := len(table.Rows); n != 13 || table.Rows[n-1].Difference != 480 || len(table.Rows[0].Values) != len(table.Lengths) || table.Rows[0].Values[0] != 0.5 {
		t.Errorf("as JSON %+v", table)
	}
	out, _, _ := command(t, "", "rating", "table", "average")
	golden(t, "rating-table", out)
	for _, args := range [][]string{{}, {"mean"}, {"ratio", "average"}} {
		out, errOut, code := command(t, "", append([]string{"rating", "table"}, args...)...)
		if code != exitUsage || out != "" || !strings.Contains(errOut, "favorite, underdog, ratio, average") {
			t.Errorf("%v: exit code %d, output %q, errors %q", args, code, out, errOut)
		}
	}
}
