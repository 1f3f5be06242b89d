package report

import (
	"bytes"
	"strings"
	"testing"

	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/evalbench"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/must"
	"gammonlab/internal/pagetest"
)

// TestTestVerdict checks the sentence for each decision, by the place of the
// bounds.
func TestTestVerdict(t *testing.T) {
	for _, c := range []struct {
		equity   tournament.EquityBounds
		elo      tournament.EloBounds
		decision evalbench.Decision
		want     string
	}{
		{tournament.EquityBounds{0, 0.02}, tournament.EloBounds{}, evalbench.AcceptH1, "A (a) is better than B (&lt;b)."},
		{tournament.EquityBounds{0, 0.02}, tournament.EloBounds{}, evalbench.AcceptH0, "A (a) is not better than B (&lt;b)."},
		{tournament.EquityBounds{-0.02, 0.02}, tournament.EloBounds{}, evalbench.AcceptH0, "B (&lt;b) is better than A (a)."},
		{tournament.EquityBounds{-0.02, 0}, tournament.EloBounds{}, evalbench.AcceptH1, "A (a) is not much worse than B (&lt;b)."},
		{tournament.EquityBounds{0.01, 0.02}, tournament.EloBounds{}, evalbench.AcceptH0, "A (a) is not much better than B (&lt;b)."},
		{tournament.EquityBounds{0, 0.02}, tournament.EloBounds{}, evalbench.Undecided, "The test has not decided which player is better."},
		{tournament.EquityBounds{}, tournament.EloBounds{0, 7}, evalbench.AcceptH1, "A (a) is better than B (&lt;b)."},
		{tournament.EquityBounds{}, tournament.EloBounds{-7, 0}, evalbench.AcceptH0, "B (&lt;b) is better than A (a)."},
	} {
		test := &tournament.Test{
			A: tournament.Player{Name: "a"}, B: tournament.Player{Name: "<b"},
			Criterion: tournament.Criterion{Equity: c.equity, Elo: c.elo, Alpha: 0.05, Beta: 0.05},
		}
		var trace TestTrace
		var last *tournament.Verdict
		for i := range 700 {
			last = &tournament.Verdict{Decision: c.decision, LLR: float64(i) / 100, Lower: -3, Upper: 3, Pairs: i + 1,
				Points: evalbench.Summary{Center: 0.1, Low: 0.05, High: 0.15}, Share: evalbench.Summary{Center: 0.6, Low: 0.55, High: 0.65},
				SD: 1, Superiority: 0.99}
			trace.Add(last)
		}
		for _, rules := range []evalbench.Rules{{}, {Length: 3}} {
			var out bytes.Buffer
			test.Rules = rules
			must.OK(t, Test(&out, test, last, &trace, Settings{}))
			text := out.String()
			if err := pagetest.Check(text); err != nil {
				t.Error(err)
			}
			if !strings.Contains(text, "<strong>"+c.want+"</strong>") || strings.Count(text, "<figure>") != 2 {
				t.Errorf("%+v: %s", c, text[strings.Index(text, "<strong"):][:200])
			}
			if matches := strings.Contains(text, "A has won 60.00 %"); matches != (rules.Length > 0) {
				t.Errorf("%v: matches %v", rules, matches)
			}
		}
	}
}

// TestSelectionPage has the sentence, a line of the chart and a row for each candidate, with names as they are.
func TestSelectionPage(t *testing.T) {
	of := func(name string) tournament.Player { return tournament.Player{Name: name, Player: player.NewRandom()} }
	pubeval := tournament.Player{Name: "<strong", Player: player.Pubeval{}}
	s := &tournament.Selection{
		A: named.Candidates{of("weak"), pubeval, of("wild")}, B: of("base"),
		Criterion: tournament.Criterion{Equity: tournament.EquityBounds{0, 0.8}, Alpha: 0.05, Beta: 0.05, MaxGames: 1000},
	}
	traces := make([]TestTrace, len(s.A))
	s.Each = func(i int, v *tournament.Verdict) { traces[i].Add(v) }
	now := must.Get(s.Run(t.Context(), tournament.NewLedger(s.Settings())))(t)
	var out bytes.Buffer
	must.OK(t, Selection(&out, now, traces, SettingsOf("gammonlab", s)))
	text := out.String()
	must.OK(t, pagetest.Check(text))
	for _, want := range []string{"<strong>&lt;strong is the best: it scores", "behind &lt;strong", ">weak<", ">wild<", "one is accepted in at most 5 %", "<figure>"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}
