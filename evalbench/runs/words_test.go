package runs_test

import (
	"slices"
	"strings"
	"testing"

	"gammonlab/evalbench/runs"
	"gammonlab/internal/chart"
	"gammonlab/internal/must"
)

// Charts also have sentences, with the best value, and tables.
func TestWords(t *testing.T) {
	all := must.Get(runs.OpenAll([]string{"testdata/first", "testdata/second"}))(t)
	charts := must.Get(runs.Charts(all, runs.ChartOptions{Smooth: 0.9, Quantities: []string{runs.Strength, "loss", "games_per_second"}}))(t)
	said := ""
	for _, c := range charts {
		said += strings.Join(c.Sentences(), "\n") + "\n"
	}
	for _, want := range []string{
		"first: −335 (−532.4 to −137.6)", " at 6,000 games of self-play; the best is −335 at 6,000.",
		"second: −160 (", "; the best is −65 at 4,000.", "; from 0.003717 to ",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is missing in\n%s", want, said)
		}
	}
	for name, want := range map[string]int{
		"strength": 1, "strength_against_random": 1, "start_ppg": 1, "match_ppg": 0, "loss": 0, "training_loss": 0, "validation_loss": -1,
		"divergence": -1, "equity_rmse_race": -1, "label_error": 0, "rate": 0, "bench.loss_of_time": 0,
	} {
		if got := (runs.Quantity{Name: name}).Better(); got != want {
			t.Errorf("%s: better is %d, want %d", name, got, want)
		}
	}
	head, rows := charts[0].Table(2)
	if !slices.Equal(head, []string{"games of self-play", "first", "second"}) || len(rows) != 2 || rows[1][0] != "6,000" || !strings.HasPrefix(rows[1][1], "−335 (") || !strings.HasPrefix(charts[0].YLabel, "mEq per game") || charts[0].Quantity.Unit != "points per game" {
		t.Errorf("the table is %q\n%q", head, rows)
	}
}

func TestNumber(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", -0.333333333: "−0.3333", 123456.7: "123,457", -1234: "−1,234", 0.00001234: "1.234e−05", 999.99999: "1000", 2.5: "2.5", 1e20: "1e+20",
	} {
		if got := runs.Number(x); got != want {
			t.Errorf("%v is %s, want %s", x, got, want)
		}
	}
}

// A thinned series keeps its ends and its extremes.
func TestThin(t *testing.T) {
	s := chart.Series{Name: "a"}
	for i := range 10_000 {
		s.X = append(s.X, float64(i))
		s.Y = append(s.Y, 1)
		s.Lo, s.Hi = append(s.Lo, 0), append(s.Hi, 2)
	}
	s.Y[1234], s.Y[7777] = -5, 9
	c := runs.Chart{Curve: chart.Curve{Series: []chart.Series{s, {Name: "empty"}}}}
	c.Thin(100)
	got := c.Series[0]
	if n := len(got.X); n > 100 || n < 50 || len(got.Lo) != n || got.Raw != nil {
		t.Errorf("%d points", n)
	}
	if got.X[0] != 0 || got.X[len(got.X)-1] != 9999 || slices.Min(got.Y) != -5 || slices.Max(got.Y) != 9 || !slices.IsSorted(got.X) {
		t.Errorf("the thinned series is %v", got)
	}
	if len(s.X) != 10_000 || c.Series[1].Name != "empty" {
		t.Error("the other series has changed")
	}
}
