package runs

import (
	"fmt"
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
	charts := must.Get(Charts(all, ChartOptions{Smooth: 0.5, Quantities: []string{"loss", "rate", Strength}, X: Wall, LogX: true}))(t)
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
	if len(files) != 2 || filepath.Base(files[0]) != "strength.png" || filepath.Base(files[1]) != "strength.svg" {
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
		{all, ChartOptions{Quantities: []string{"los"}}, `"los" was not measured, want one of strength, match_ppg, loss,`},
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
	if len(charts) != 1 || charts[0].Quantity.Name != Strength || charts[0].XLabel != "core-hours of work" {
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

// measuredRun is a run of the kind with two measurements against the opponent, which may have a digest.
func measuredRun(t *testing.T, name string, kind Kind, opponent, digest string, times ...string) *Run {
	t.Helper()
	metrics, part := "", ""
	if kind == Supervised {
		part = `"part":"race","validation_loss":1,`
	}
	for i, seconds := range times {
		metrics += fmt.Sprintf(`{"games":%d,"epoch":%[1]d,"positions":%[1]d,%sopponent":%q,"opponent_digest":%q,`, i+1, part+`"`, opponent, digest) +
			fmt.Sprintf(`"strength":%d,"strength_low":%[1]d.0,"strength_high":%d,"wall_seconds":1,"cpu_seconds":%s}`, i, i+1, seconds) + "\n"
	}
	f := folder(t, filepath.Join(t.TempDir(), name), kind, metrics)
	return mustOpen(t, f.Dir())[0]
}

// Strength over processor time is on one axis for both kinds of training, also for nets by class;
// other opponents have a chart of their own, if it compares.
func TestChartsByOpponent(t *testing.T) {
	a, b := measuredRun(t, "a", TD, "pubeval", "", "60", "120"), measuredRun(t, "b", Supervised, "pubeval", "", "30", "90")
	c, d := measuredRun(t, "c", TD, "net:x", "1234567890", "60", "90"), measuredRun(t, "d", Supervised, "net:x", "abcdefabcd", "60", "90")
	for _, test := range []struct {
		runs   []*Run
		o      ChartOptions
		charts string // name, title, and the numbers of values of each run
		apart  string
	}{
		{[]*Run{a, b}, ChartOptions{Compared: true}, "strength=Strength against pubeval[2 2]", ""},
		{[]*Run{a, b, c}, ChartOptions{Compared: true}, "strength_against_pubeval=Strength against pubeval[2 2 0]",
			"strength is not compared between different opponents: a, b against pubeval; c against net:x"},
		{[]*Run{a, c}, ChartOptions{Compared: true, X: CPU}, "", "strength is not compared between different opponents: a against pubeval; c against net:x"},
		{[]*Run{a, c}, ChartOptions{Compared: true, X: CPU, Quantities: []string{Strength}},
			"strength_against_pubeval=Strength against pubeval[2 0] strength_against_net:x=Strength against net:x[0 2]",
			"strength is not compared between different opponents: a against pubeval; c against net:x"},
		{[]*Run{c, d}, ChartOptions{Compared: true, Quantities: []string{"strength_against_net:x (abcdefab)"}},
			"strength_against_net:x (abcdefab)=Strength against net:x (abcdefab)[0 2]",
			"strength is not compared between different opponents: c against net:x (12345678); d against net:x (abcdefab)"},
	} {
		var words []string
		for _, chart := range must.Get(Charts(test.runs, test.o))(t) {
			var n []int
			for _, s := range chart.Series {
				n = append(n, len(s.X))
				if len(s.X) > 0 && (len(s.Lo) != len(s.X) || s.Hi[1] != 2000) {
					t.Errorf("%s: no band: %+v", chart.Title, s)
				}
			}
			words = append(words, fmt.Sprintf("%s=%s%v", chart.Quantity.Name, chart.Title, n))
			if !strings.HasPrefix(chart.XLabel, "core-") {
				t.Errorf("%s over %s", chart.Title, chart.XLabel)
			}
		}
		if got := strings.Join(words, " "); got != test.charts {
			t.Errorf("got  %s\nwant %s", got, test.charts)
		}
		if got := Apart(test.runs); got != test.apart {
			t.Errorf("got  %s\nwant %s", got, test.apart)
		}
	}
	for _, test := range []struct {
		runs []*Run
		want string
	}{
		{[]*Run{a, b}, "ppg against pubeval"}, {[]*Run{a, c}, "+1000 ± 500 mEq against net:x"},
	} {
		if got := Table(test.runs); !strings.Contains(got, test.want) {
			t.Errorf("%q is missing in\n%s", test.want, got)
		}
	}
}

// Titles name the losses of the runs, by the value of their flag. Settings of earlier versions have their
// present names.
func TestTitles(t *testing.T) {
	of := func(name, config string) *Run {
		f := folder(t, filepath.Join(t.TempDir(), name), Supervised, `{"epoch":1,"part":"all","validation_loss":1,"rate":0.1}`+"\n")
		write(t, f.Path("config.json"), config)
		return mustOpen(t, f.Dir())[0]
	}
	a, b := of("a", `{"format":"gammonlab-supervised-run 1","loss":"equity","rate":"0.1"}`), of("b", `{"format":"gammonlab-supervised-run 1","loss":"cross-entropy","alpha":"0.2"}`)
	for want, all := range map[string][]*Run{
		"Validation loss (equity) rate": {a}, "Validation loss (equity, cross-entropy) rate": {a, b},
	} {
		charts := must.Get(Charts(all, ChartOptions{}))(t)
		if got := charts[0].Title + " " + charts[1].Title; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got := Compare([]*Run{a, b}).Differences; len(got) != 2 || got[1].Name != "rate" {
		t.Errorf("settings %v", got)
	}
}
