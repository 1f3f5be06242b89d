package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/evalbench/stats"
	"gammonlab/internal/must"
)

// valuesReport has parts of what bench values prints.
type valuesReport struct {
	Groups []struct {
		Class     string
		Positions int
		RMSE      stats.Interval `json:"equity_rmse"`
		Beyond    *float64       `json:"equity_rmse_beyond_noise"`
	}
	Calibration, Worst []any
}

// Models are compared with labels, as a table, a chart and JSON.
func TestBenchValues(t *testing.T) {
	plot := filepath.Join(t.TempDir(), "calibration.svg")
	args := []string{"bench", "values", gnubgTable, "--model", tiny, "--plies", "0", "--plies", "1", "--bearoff", "none", "--worst", "1"}
	out, errOut, code := command(t, "", append(args, "--plot", plot)...)
	if code != exitOK {
		t.Fatalf("exit code %d, %s", code, errOut)
	}
	for _, want := range []string{"0ply-selfplay, contact", "RMSE mEq", tiny + ", 0-ply", tiny + ", 1-ply on 0ply-selfplay, number 1", "standard error not known"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	if svg, err := os.ReadFile(plot); err != nil || !strings.Contains(string(svg), "<svg") {
		t.Errorf("the plot: %v", err)
	}
	out, errOut, code = command(t, "", append(args, "--json")...)
	if code != exitOK {
		t.Fatalf("exit code %d, %s", code, errOut)
	}
	var reports []valuesReport
	must.OK(t, json.Unmarshal([]byte(out), &reports))
	if len(reports) != 2 || len(reports[0].Worst) != 1 || len(reports[0].Calibration) < 5 {
		t.Fatalf("%d reports: %+v", len(reports), reports)
	}
	g := reports[0].Groups[0]
	if g.Class != "all" || g.Beyond != nil || !(*g.RMSE.Value > 0) || *g.RMSE.Low > *g.RMSE.Value || *g.RMSE.High < *g.RMSE.Value {
		t.Errorf("all: %+v", g)
	}
}

// The example of rolled-out positions, with which docs/howto/which-net-is-better.md begins,
// tells a strong net from a weak one.
func TestBenchValuesOfExample(t *testing.T) {
	out, errOut, code := command(t, "", "bench", "values", "--json", "--bearoff", "none",
		"--model", "fast", "--model", "td512", "../../examples/positions/rollouts.csv")
	if code != exitOK {
		t.Fatalf("exit code %d, %s", code, errOut)
	}
	var reports []valuesReport
	must.OK(t, json.Unmarshal([]byte(out), &reports))
	fast, weak := reports[0].Groups, reports[1].Groups
	if len(fast) != 4 || fast[0].Positions != 240 {
		t.Fatalf("want 240 positions of three classes, got %+v", fast)
	}
	if *fast[0].RMSE.High >= *weak[0].RMSE.Low {
		t.Errorf("equity RMSE %+v of fast, %+v of td512: the intervals meet", fast[0].RMSE, weak[0].RMSE)
	}
	if contact := fast[1]; contact.Beyond == nil {
		t.Error("the labels of contact have no standard errors")
	}
}

func TestBenchValuesUsage(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{nil, exitUsage, "no file"},
		{[]string{"none.csv"}, exitFailed, "none.csv"},
		{[]string{gnubgTable, "--plies", "9"}, exitUsage, "--plies"},
		{[]string{gnubgTable, "--tolerance", "2"}, exitUsage, "--tolerance"},
		{[]string{gnubgTable, "--worst", "-1"}, exitUsage, "--worst"},
		{[]string{gnubgTable, "--model", "none"}, exitFailed, "none"},
		{[]string{gnubgTable, "--plot", filepath.Join(t.TempDir(), "x.gif"), "--model", tiny}, exitFailed, "gif"},
	} {
		_, errOut, code := command(t, "", append([]string{"bench", "values"}, c.args...)...)
		if code != c.code || !strings.Contains(errOut, c.want) {
			t.Errorf("%v: exit code %d, %s, want %d, %s", c.args, code, errOut, c.code, c.want)
		}
	}
}
