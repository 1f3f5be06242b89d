package bench

import (
	"path/filepath"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/evalbench"
)

// valuesReport has parts of what bench values prints.
type valuesReport struct {
	Groups []struct {
		Class     string
		Positions int
		RMSE      evalbench.Interval `json:"equity_rmse"`
		Beyond    *float64           `json:"equity_rmse_beyond_noise"`
	}
	Calibration, Worst []any
}

// Models are compared with labels, as a table, a chart and JSON.
func TestValues(t *testing.T) {
	slow(t)
	plot := filepath.Join(t.TempDir(), "calibration.svg")
	args := []string{"bench", "values", clitest.GnubgTable, "--model", clitest.Tiny, "--plies", "0", "--plies", "1", "--bearoff", "none", "--worst", "1"}
	out := program.OK(t, append(args, "--plot", plot)...)
	clitest.Wants(t, out, "0ply-selfplay, contact", "RMSE mEq", clitest.Tiny+", 0-ply", clitest.Tiny+", 1-ply on 0ply-selfplay, number 1", "standard error not known")
	clitest.Wants(t, clitest.File(t, plot), "<svg")
	var reports []valuesReport
	program.JSON(t, &reports, append(args, "--json")...)
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
func TestValuesOfExample(t *testing.T) {
	slow(t)
	var reports []valuesReport
	program.JSON(t, &reports, "bench", "values", "--json", "--bearoff", "none",
		"--model", "fast", "--model", "td512", "../../../../examples/positions/rollouts.csv")
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

func TestValuesUsage(t *testing.T) {
	program.Mistakes(t, "bench values", []clitest.Mistake{
		{nil, 2, "no file"},
		{[]string{"none.csv"}, 1, "none.csv"},
		{[]string{clitest.GnubgTable, "--plies", "9"}, 2, "--plies"},
		{[]string{clitest.GnubgTable, "--tolerance", "2"}, 2, "--tolerance"},
		{[]string{clitest.GnubgTable, "--worst", "-1"}, 2, "--worst"},
		{[]string{clitest.GnubgTable, "--model", "none"}, 1, "none"},
		{[]string{clitest.GnubgTable, "--plot", filepath.Join(t.TempDir(), "x.gif"), "--model", clitest.Tiny}, 2, `x.gif", want a file that ends in .png, .svg or .pdf`},
	})
}
