package report

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/pagetest"
	"gammonlab/internal/supervised/iterate"
	"gammonlab/nets"
)

// score returns a score with half its interval.
func score(ppg, margin float64) *iterate.Score {
	return &iterate.Score{Games: 100, Estimate: iterate.Estimate{PPG: ppg, Low: ppg - margin, High: ppg + margin}}
}

// luckless returns a luck-adjusted score.
func luckless(ppg, margin float64) *iterate.Score {
	s := score(9, 9)
	s.Adjusted = &score(ppg, margin).Estimate
	return s
}

// exampleRun is a run of three generations, of which the first and the third were
// promoted.
func exampleRun() *Run {
	contact := 30.5
	point := func(g int, match *iterate.Score, promoted bool) iterate.Point {
		return iterate.Point{
			Generation: g, Games: 10, Positions: 500, Rows: 900, LabelChange: 12.3, Promoted: promoted,
			Nets:    []iterate.NetPoint{{Part: nets.Contact, Layers: "250-64-5", Equity: contact, ByClass: iterate.ByClass{Contact: &contact}}},
			Values:  []iterate.Value{{File: "sets/back<b>games.parquet", Positions: 9, Equity: 80 - float64(g), ByClass: iterate.ByClass{Contact: &contact}}},
			Pubeval: score(0.5, 0.02), Start: score(0.06, 0.03), Match: match,
		}
	}
	cfg := iterate.DefaultConfig()
	cfg.Start, cfg.Generations = "<start>.safetensors", 5
	start := point(0, nil, false)
	start.Nets, start.Start = nil, nil
	return &Run{
		Config: cfg,
		Points: []iterate.Point{
			start, point(1, luckless(0.03, 0.003), true), point(2, luckless(-0.01, 0.004), false), point(3, luckless(0.02, 0.004), true),
		},
		Timings: []iterate.Timing{
			{Generation: 0, Step: iterate.Pubeval, CPU: 1800, Wall: 900}, {Generation: 1, Step: iterate.Training, CPU: 3600, Wall: 900},
			{Generation: 2, Step: iterate.Training, CPU: 7200, Wall: 1800}, {Generation: 3, Step: iterate.Pubeval, CPU: 1800, Wall: 900},
		},
	}
}

func TestPromotions(t *testing.T) {
	r := exampleRun()
	curve := promotions(r.Points, byCoreHours(r.Points, r.Timings))
	for s, want := range [][]float64{{0, 0.03, 0.03, 0.05}, {0.06, 0.06, 0.06}} {
		got := curve.Series[s].Y
		if len(got) != len(want) {
			t.Fatalf("%s: %v, want %v", curve.Series[s].Name, got, want)
		}
		for i := range want {
			if math.Abs(got[i]-want[i]) > 1e-12 {
				t.Errorf("%s: %v, want %v", curve.Series[s].Name, got, want)
			}
		}
	}
	if last := curve.Series[0].Hi[3] - curve.Series[0].Y[3]; math.Abs(last-0.005) > 1e-12 {
		t.Errorf("the last margin is %v, want 0.005, the root of the sum of squares", last)
	}
	for i, want := range []float64{0.5, 1.5, 3.5, 4} {
		if got := curve.Series[0].X[i]; math.Abs(got-want) > 1e-12 {
			t.Errorf("generation %d ends after %v core-hours, want %v", i, got, want)
		}
	}
	if axis := byCoreHours(r.Points, nil); axis.Label != "generation" || axis.At[3] != 3 {
		t.Errorf("without timings: %+v, want generations", axis)
	}
}

func TestPage(t *testing.T) {
	var page bytes.Buffer
	must.OK(t, Write(&page, exampleRun()))
	text := page.String()
	for _, want := range []string{
		"Nets from &lt;start&gt;.safetensors", "3 of 5 generations, 4 core-hours",
		"The best net is the candidate of generation 3, &#43;20.0 ± 4.0 mEq a game against the previous best net",
		"Errors by class", "back&lt;b&gt;games.parquet", "contact 250-64-5", "<td>30.5</td>", "<td>77.0</td>", "&#34;generations&#34;: 5",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	if got := strings.Count(text, "<figure>"); got != 4 {
		t.Errorf("%d charts, want 4", got)
	}
}

// TestPageOfABeginning prints a run without generations except number 0, and
// without measurements.
func TestPageOfABeginning(t *testing.T) {
	r := &Run{Config: iterate.DefaultConfig(), Points: []iterate.Point{{}}}
	var page bytes.Buffer
	must.OK(t, Write(&page, r))
	if want := "no candidate has been promoted yet"; !strings.Contains(page.String(), want) || strings.Contains(page.String(), "NaN") {
		t.Errorf("the page has no %q, or NaN:\n%s", want, page.String())
	}
}

func TestPageInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("short: takes a browser")
	}
	browser := pagetest.Start(t)
	path := filepath.Join(t.TempDir(), "run.html")
	file := must.Get(os.Create(path))(t)
	must.OK(t, Write(file, exampleRun()))
	must.OK(t, file.Close())
	for _, width := range []int{1200, 400} {
		page := browser.Open(path, width, width < 500, "figure svg", "table")
		if page.Width > width || page.Hidden > 0 || len(page.Faults) > 0 {
			t.Errorf("%d pixels wide: %+v", width, page)
		}
		if page.Counts["figure svg"] != 4 || page.Counts["table"] != 5 {
			t.Errorf("%d pixels wide: %v, want 4 charts and 5 tables", width, page.Counts)
		}
	}
}
