package runs

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

func TestCharts(t *testing.T) {
	all := mustOpen(t, "testdata/first", "testdata/second")
	charts := must.Get(Charts(all, ChartOptions{Smooth: 0.5, Quantities: []string{"loss", "rate", PubevalPPG}, X: Wall, LogX: true}))(t)
	if len(charts) != 3 || charts[0].XLabel != "seconds of work" || !charts[0].LogX || charts[0].LogY {
		t.Fatalf("%d charts, %+v", len(charts), charts[0].Curve)
	}
	loss := charts[0].Series[0]
	if len(charts[0].Series) != 2 || loss.Name != "first" || loss.Raw[1] == loss.Y[1] || loss.Raw[0] != loss.Y[0] || loss.X[0] != 0.125 {
		t.Errorf("smoothed %v from %v over %v", loss.Y, loss.Raw, loss.X)
	}
	if rate := charts[1].Series[0]; !slices.Equal(rate.Y, rate.Raw) {
		t.Errorf("a constant became %v", rate.Y)
	}
	if s := charts[2].Series[0]; len(s.Lo) != len(s.X) || s.Lo[0] >= s.Raw[0] || s.Hi[0] <= s.Raw[0] {
		t.Errorf("strength without its interval: %+v", s)
	}
	dir := filepath.Join(t.TempDir(), "new", "folder")
	files := must.Get(charts[2].Write(dir))(t)
	if len(files) != 2 || filepath.Base(files[0]) != "pubeval_ppg.png" || filepath.Base(files[1]) != "pubeval_ppg.svg" {
		t.Errorf("files %q", files)
	}
	svg := string(must.Get(os.ReadFile(files[1]))(t))
	if !strings.Contains(svg, ">first<") || !strings.Contains(svg, "95% interval") {
		t.Errorf("the chart lacks a name: %s", svg)
	}
}

// Runs with several parts have a line for each, and runs that lack a quantity keep
// their place in the key.
func TestChartsOfParts(t *testing.T) {
	all := mustOpen(t, "testdata/parts", "testdata/generations", "testdata/first")
	charts := must.Get(Charts(all[:2], ChartOptions{Quantities: []string{"training_loss"}}))(t)
	var names []string
	for _, s := range charts[0].Series {
		names = append(names, s.Name)
	}
	if want := []string{"parts, contact", "parts, crashed", "parts, race", "generations"}; !slices.Equal(names, want) || len(charts[0].Series[3].X) != 0 {
		t.Errorf("lines %q, want %q", names, want)
	}
	if charts[0].XLabel != Positions.Label() {
		t.Errorf("drawn over %s", charts[0].XLabel)
	}
	for _, c := range []struct {
		runs []*Run
		o    ChartOptions
		want string
	}{
		{all, ChartOptions{X: Epoch}, "the metrics of testdata/first have no epoch, want one of positions"},
		{all, ChartOptions{Quantities: []string{"los"}}, `"los" was not measured, want one of pubeval_ppg, match_ppg, loss,`},
		{all, ChartOptions{Smooth: 1}, "weight of smoothing 1, want 0 to below 1"},
		{all, ChartOptions{Smooth: math.NaN()}, "weight of smoothing NaN"},
		{nil, ChartOptions{}, "no runs to draw, want at least 1"},
	} {
		must.Fail(t, must.Err(Charts(c.runs, c.o)), c.want)
	}
	a := folder(t, filepath.Join(t.TempDir(), "a"), TD, `{"games":1,"loss":1}`+"\n")
	b := folder(t, filepath.Join(t.TempDir(), "b"), Supervised, `{"epoch":1,"part":"all","loss":1}`+"\n")
	must.Fail(t, must.Err(Charts(mustOpen(t, a.Dir(), b.Dir()), ChartOptions{})), "no axis in common")
}

// Runs of different kinds are compared by what both have measured, over processor time. The
// point before the first game has no loss, and no place on a logarithmic axis.
func TestChartsOfTwoKinds(t *testing.T) {
	a := folder(t, filepath.Join(t.TempDir(), "a"), TD,
		`{"games":0,"positions":0,"pubeval_ppg":-2,"pubeval_ppg_low":-2.1,"pubeval_ppg_high":-1.9,"wall_seconds":1,"cpu_seconds":2}`+"\n"+
			`{"games":8,"positions":400,"loss":0.1,"rate":0.1,"pubeval_ppg":-1,"pubeval_ppg_low":-1.1,"pubeval_ppg_high":-0.9,"wall_seconds":3600,"cpu_seconds":7200}`+"\n")
	b := folder(t, filepath.Join(t.TempDir(), "b"), Supervised,
		`{"epoch":1,"part":"all","positions":50,"validation_loss":0.2,"bench":{"pubeval_ppg":0.5,"pubeval_ppg_low":0.4,"pubeval_ppg_high":0.6},"wall_seconds":60,"cpu_seconds":3600}`+"\n")
	both := mustOpen(t, a.Dir(), b.Dir())
	charts := must.Get(Charts(both, ChartOptions{X: CPU, Compared: true}))(t)
	if len(charts) != 1 || charts[0].Quantity.Name != PubevalPPG || charts[0].XLabel != "core-hours of work" {
		t.Fatalf("%d charts, %+v", len(charts), charts)
	}
	if x, y := charts[0].Series[0].X, charts[0].Series[1].X; !slices.Equal(x, []float64{2. / 3600, 2}) || !slices.Equal(y, []float64{1}) {
		t.Errorf("core-hours %v and %v", x, y)
	}
	for what, o := range map[string]struct {
		runs []*Run
		o    ChartOptions
		n    int
	}{
		"not only compared":  {both, ChartOptions{X: CPU}, 4},
		"a single run":       {both[:1], ChartOptions{X: CPU, Compared: true}, 3},
		"a quantity by name": {both, ChartOptions{X: CPU, Compared: true, Quantities: []string{"loss"}}, 1},
	} {
		if got := must.Get(Charts(o.runs, o.o))(t); len(got) != o.n {
			t.Errorf("%s: %d charts, want %d", what, len(got), o.n)
		}
	}
	for _, c := range must.Get(Charts(both[:1], ChartOptions{X: Games, LogX: true}))(t) {
		if s := c.Series[0]; !slices.Equal(s.X, []float64{8}) {
			t.Errorf("%s over the logarithm of games %v", c.Quantity.Name, s.X)
		}
	}
}

// Long runs are shown by the hour.
func TestWallUnits(t *testing.T) {
	for _, c := range []struct {
		seconds, label string
		x              float64
	}{{"90", "seconds of work", 90}, {"600", "minutes of work", 10}, {"36000", "hours of work", 10}} {
		f := folder(t, filepath.Join(t.TempDir(), "run"), TD, `{"games":1,"loss":1,"wall_seconds":`+c.seconds+"}\n")
		chart := must.Get(Charts(mustOpen(t, f.Dir()), ChartOptions{X: Wall}))(t)[0]
		if chart.XLabel != c.label || chart.Series[0].X[0] != c.x {
			t.Errorf("%s s: %s at %v", c.seconds, chart.XLabel, chart.Series[0].X)
		}
	}
}

// Names of quantities, which are from files, cannot lead out of the folder.
func TestChartFiles(t *testing.T) {
	for name, want := range map[string]string{"../../x": "_.._x.png", "a b/c": "a_b_c.png", "λ": "_.png"} {
		c := Chart{Quantity: Quantity{Name: name}}
		if got := c.Files()[0]; got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestSmooth(t *testing.T) {
	for _, weight := range []float64{0, 0.3, 0.9, 0.999} {
		constant := slices.Repeat([]float64{0.1}, 1000)
		if got := Smooth(constant, weight); !slices.Equal(got, constant) {
			t.Errorf("weight %v: a constant became %v…", weight, got[:3])
		}
	}
	// The weighted mean by its definition.
	values, weight := []float64{3, -1, 4, 1, -5}, 0.7
	for n, got := range Smooth(values, weight) {
		sum, total := 0.0, 0.0
		for i, v := range values[:n+1] {
			w := math.Pow(weight, float64(n-i))
			sum, total = sum+w*v, total+w
		}
		if math.Abs(got-sum/total) > 1e-14 {
			t.Errorf("mean of %d is %v, want %v", n+1, got, sum/total)
		}
	}
}
