package report_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/evalbench/positions"
	"gammonlab/evalbench/report"
	"gammonlab/internal/chart"
	"gammonlab/internal/must"
	"gammonlab/internal/pagetest"
)

// answered returns a report of players with the given losses, by kind: each
// list belongs to a player.
func answered(t *testing.T, losses ...map[positions.Kind][]float64) *positions.Report {
	t.Helper()
	decisions := positions.Standard().Decisions
	r := new(positions.Report)
	for k, of := range losses {
		a := positions.Answers{Name: string(rune('a'+k)) + "<"}
		for _, kind := range []positions.Kind{positions.Play, positions.Double, positions.Take} {
			for i, loss := range of[kind] {
				a.Judged = append(a.Judged, positions.Judged{
					Decision: &decisions[i], Kind: kind, Loss: loss, Wrong: loss > 0, Made: "x<", Best: "y<",
				})
			}
		}
		r.Players = append(r.Players, a)
	}
	return r
}

func positionsPage(t *testing.T, r *positions.Report) string {
	t.Helper()
	bars := chart.Bars{XLabel: "mEq", Series: []string{"s"}, Sections: []chart.Section{
		{Name: "<part>", Rows: []chart.Row{{Name: "<row>", Values: []float64{1}}}},
	}}
	var out bytes.Buffer
	must.OK(t, report.Positions(&out, r, []positions.Chart{{Title: "<t>", Caption: "<c>", Picture: bars}},
		report.Settings{Command: "again <it>", List: [][2]string{{"<n>", "<v>"}}}))
	if err := pagetest.Check(out.String()); err != nil {
		t.Error(err)
	}
	return out.String()
}

// TestPositionsVerdict checks the sentence about players, with and without a
// significant difference.
func TestPositionsVerdict(t *testing.T) {
	type losses = map[positions.Kind][]float64
	few, many, other := []float64{0, 0.01, 0, 0.01}, []float64{0.1, 0.12, 0.1, 0.12}, []float64{0.01, 0, 0.02, 0}
	for _, c := range []struct {
		name    string
		players []losses
		want    []string
	}{
		{"one", []losses{{positions.Play: few}}, []string{"<strong>a&lt; loses 5.0 mEq per question of checker play.</strong>",
			"That is with 95 % confidence between 0.0 and 14.2.", "Of its answers 50.0 % are not the best, 50.0 % are clearly worse."}},
		{"first", []losses{{positions.Play: few}, {positions.Play: many}}, []string{"<strong>a&lt; errs least in checker play.</strong>",
			"a&lt; loses 5.0 mEq per question, the least: with", "b&lt; is next and loses 105.0 mEq more: with 95 % confidence between 95.8 and 114.2."}},
		{"second", []losses{{positions.Play: many}, {positions.Play: few}}, []string{"<strong>b&lt; errs least in checker play.</strong>", "a&lt; is next"}},
		{"open", []losses{{positions.Play: few}, {positions.Play: many}, {positions.Play: other}}, []string{
			"<strong>The questions do not show who errs least in checker play.</strong>", "The questions do not separate the first from c&lt;."}},
		{"cube alone", []losses{{positions.Play: few}, {positions.Play: many, positions.Take: few}}, []string{
			"b&lt; loses 5.0 mEq per question of taking. That is", "The others did not answer these questions."}},
		{"cube only", []losses{{positions.Double: few}, {positions.Double: many}}, []string{"<strong>a&lt; errs least in doubling.</strong>"}},
		{"too few", []losses{{positions.Play: few[:1]}, {positions.Play: many[:1]}}, []string{
			"<strong>The questions do not show who errs least in checker play.</strong>", "from too few questions for an interval", "Warning: 1 observation gives"}},
		{"no answers", []losses{{}}, []string{"<strong>No questions were answered.</strong>", "None that costs 1 mEq."}},
	} {
		text := positionsPage(t, answered(t, c.players...))
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				from := strings.Index(text, "<strong>")
				t.Errorf("%s: %q is missing in\n%.900s", c.name, want, text[from:])
			}
		}
	}
}

// TestPositionsPage opens the page of a player who errs in every kind of
// decision.
func TestPositionsPage(t *testing.T) {
	decisions := positions.Standard().Decisions
	exam := positions.Exam{Players: named.Players{named.Of("random", &player.Random{})}, Decisions: decisions, Seed: 1}
	judged := must.Get(exam.Run(t.Context()))(t).Players[0].Judged
	for i := range decisions {
		if d := &decisions[i]; d.IsCube() { // which random players are not asked about
			judged = append(judged, positions.Judged{Decision: d, Kind: positions.Take, Loss: 2, Wrong: true, Made: "pass", Best: "take"})
			break
		}
	}
	r := &positions.Report{Players: []positions.Answers{{Name: `<b>"Ann"</b>` + strings.Repeat("long", 40), Judged: judged}}}
	text := positionsPage(t, r)
	if positionsPage(t, r) != text {
		t.Error("another page of the same answers")
	}
	for want, n := range map[string]int{`<section class="card`: 20, "1. pass": 1, "Better: take.": 1, "costs 2000 mEq": 1, "<b>": 0, "<it>": 0, "<part>": 0} {
		if got := strings.Count(text, want); got != n {
			t.Errorf("%q is there %d times, want %d", want, got, n)
		}
	}
	if testing.Short() {
		return
	}
	path := filepath.Join(t.TempDir(), "page.html")
	must.OK(t, os.WriteFile(path, []byte(text), 0o666))
	page := pagetest.Start(t).Open(path, 390, true, ".card svg")
	if page.Width > 390 || page.Hidden > 0 || len(page.Faults)+len(page.Cut) > 0 || page.Counts[".card svg"] != 20 {
		t.Errorf("on a phone: %+v", page)
	}
}
