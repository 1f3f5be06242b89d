package report_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gammonlab/engine/named"

	"gammonlab/engine/enginetest"
	"gammonlab/engine/player"
	"gammonlab/evalbench"
	"gammonlab/evalbench/report"
	"gammonlab/internal/must"
	"gammonlab/internal/pagetest"
	"gammonlab/nets"
)

// played is a match with its trace.
type played struct {
	result *evalbench.Result
	trace  *report.Trace
}

func play(t *testing.T, m evalbench.Match) played {
	t.Helper()
	trace := report.NewTrace(&m)
	m.Observers = append(m.Observers, evalbench.OnItem(trace.Add))
	result := must.Get(m.Run(t.Context()))(t)
	return played{result, trace}
}

// page returns the page of a match.
func (p played) page(t *testing.T) string {
	t.Helper()
	var out bytes.Buffer
	settings := report.Settings{Command: "again <it> & again", List: [][2]string{{"net of A", "12<ab"}}}
	must.OK(t, report.Match(&out, p.result, p.trace, settings))
	return out.String()
}

// judged is a match with luck and a judge, of a name that could break a page.
func judged(t *testing.T, rules evalbench.Rules, games int) evalbench.Match {
	t.Helper()
	static := enginetest.Shipped(t, nets.DefaultNet)
	return evalbench.Match{
		A: named.Player{Name: `<b>"Ann" & Co</b>`, Player: player.NewGreedy(static)}, B: named.Player{Name: strings.Repeat("long", 40), Player: player.Pubeval{}},
		Conditions: evalbench.Conditions{Rules: rules, Seed: 4}, Games: games, Assessment: evalbench.Assessment{Luck: named.Model{Evaluator: static}, Judge: new(int), JudgeModel: named.Model{Evaluator: static}},
	}
}

var tags = regexp.MustCompile(`<[^>]*>`)

// TestVerdict checks the sentences about players of known strength.
func TestVerdict(t *testing.T) {
	pubeval, random := player.Pubeval{}, player.Random{}
	for _, c := range []struct {
		name string
		m    evalbench.Match
		want []string
	}{
		{"better", evalbench.Match{A: named.Player{Player: pubeval}, B: named.Player{Player: &random}, Games: 60}, []string{
			"A (a) is better than B (b).", "It gains 2.", "points a game: with 95 % confidence between +2.",
			"The likelihood that it is the better player: more than 99.99 %."}},
		{"worse", evalbench.Match{A: named.Player{Player: &random}, B: named.Player{Player: pubeval}, Games: 60, Unpaired: true}, []string{
			"B (b) is better than A (a).", "It gains 2.", "between +2.", "more than 99.99 %", "60 games, not paired"}},
		{"equal", evalbench.Match{A: named.Player{Player: &random}, B: named.Player{Player: &random}, Games: 60}, []string{
			"The match does not show who is better.", "so either may be better", "The likelihood that B (b) is the better player: ", "From 97.5 % on"}},
		{"likely", evalbench.Match{A: named.Player{Player: &random}, B: named.Player{Player: &random}, Games: 20}, []string{
			"B (b) is probably better than A (a), but that is not certain.", "B (b) gains ", "so either may be better",
			"The likelihood that B (b) is the better player: "}},
		{"the same", evalbench.Match{A: named.Player{Player: pubeval}, B: named.Player{Player: pubeval}, Games: 60}, []string{
			"The match does not show who is better.", "likelihood that A (a) is the better player: 50.00 %", "Warning: all 30 observations are equal"}},
		{"matches", evalbench.Match{A: named.Player{Player: pubeval}, B: named.Player{Player: &random}, Games: 60, Conditions: evalbench.Conditions{Rules: evalbench.Rules{Length: 3}}}, []string{
			"A (a) is better than B (b).", "It wins ", " % of the matches: with 95 % confidence between ", "FIBS rating", "games a match"}},
		{"a pair", evalbench.Match{A: named.Player{Player: pubeval}, B: named.Player{Player: &random}, Games: 2}, []string{
			"There are too few games to show who is better.", "Warning: 1 observation gives no interval"}},
		{"two pairs", evalbench.Match{A: named.Player{Player: pubeval}, B: named.Player{Player: &random}, Games: 4, Conditions: evalbench.Conditions{Rules: evalbench.Rules{Length: 3}}}, []string{
			"There are too few games to show who is better.", "Warning: all 2 observations are equal", "likelihood that A is better87.50 %"}},
		{"a game", evalbench.Match{A: named.Player{Player: pubeval}, B: named.Player{Player: &random}, Games: 1, Unpaired: true}, []string{
			"There are too few games to show who is better."}},
	} {
		c.m.A.Name, c.m.B.Name, c.m.Seed = "a", "b", 2
		text := play(t, c.m).page(t)
		if err := pagetest.Check(text); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		plain := strings.ReplaceAll(tags.ReplaceAllString(text, ""), "\u00a0", " ")
		for _, want := range c.want {
			if !strings.Contains(plain, strings.ReplaceAll(want, "+", "&#43;")) {
				t.Errorf("%s: %q is missing in\n%.900s", c.name, want, plain[strings.Index(plain, "A (a)"):])
			}
		}
	}
}

// TestPage checks all parts of a page with luck and errors, which does not
// depend on the number of workers.
func TestPage(t *testing.T) {
	all := []evalbench.Rules{{}, {Cube: true, Jacoby: true}, {Length: 3}}
	if testing.Short() {
		all = all[2:]
	}
	for _, rules := range all {
		m := judged(t, rules, 8)
		want := ""
		for i, workers := range []int{1, 2, 5} {
			if i == 1 && rules.Length == 0 {
				continue
			}
			m.Workers = workers
			p := play(t, m)
			text := p.page(t)
			if i > 0 {
				if text != want {
					t.Errorf("%v: another page by %d workers", rules, workers)
				}
				continue
			}
			want = text
			checkPage(t, rules.String(), text)
		}
	}
}

func checkPage(t *testing.T, name, text string) {
	t.Helper()
	if err := pagetest.Check(text); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	if strings.Contains(text, "<b>") || strings.Contains(text, "<it>") || strings.Contains(text, "<ab") {
		t.Errorf("%s: text of others stands on the page as it is", name)
	}
	for want, n := range map[string]int{
		", luck-adjusted: with": 1, "<figure>": 3, "<caption>": 3, "<section class=\"card": 8,
		"The worst mistakes of": 2, "None that costs 1 mEq.": 0, "Not judged: it is the judge.": 1, "is taken to be the judge": 1, "12&lt;ab": 1, "again &lt;it&gt; &amp; again": 1,
	} {
		if got := strings.Count(text, want); got != n {
			t.Errorf("%s: %q is there %d times, want %d", name, want, got, n)
		}
	}
}

// TestResumedPage checks the page of a match that was resumed.
func TestResumedPage(t *testing.T) {
	m := judged(t, evalbench.Rules{Length: 2}, 8)
	want := play(t, m).page(t)
	first := m
	first.Games = 4
	first.Observers = []evalbench.Observer{evalbench.OnItem(func(i *evalbench.Item) error {
		m.Stored = append(m.Stored, i.Encode())
		return nil
	})}
	play(t, first)
	if got := play(t, m).page(t); got != want {
		t.Error("a match in two runs has another page")
	}
}

// TestMistakesAreTheWorst compares the mistakes shown with all of them.
func TestMistakesAreTheWorst(t *testing.T) {
	m := judged(t, evalbench.Rules{}, 16)
	m.Luck = named.Model{}
	var costs []float64
	trace := report.NewTrace(&m)
	m.Observers = []evalbench.Observer{evalbench.OnItem(func(i *evalbench.Item) error {
		for k := range i.Games {
			costs = append(costs, i.Games[k].Worst[1].Cost)
		}
		return trace.Add(i)
	})}
	result := must.Get(m.Run(t.Context()))(t)
	text := played{result, trace}.page(t)
	last := -1
	for i := range 10 {
		worst := 0
		for j := range costs {
			if costs[j] > costs[worst] {
				worst = j
			}
		}
		at := strings.Index(text, fmt.Sprintf("costs %.0f mEq", 1000*costs[worst]))
		if at < last {
			t.Errorf("mistake %d of %.3f is at %d, want it after %d", i, costs[worst], at, last)
		}
		last, costs[worst] = at, 0
	}
}

// TestInABrowser opens a page on a phone, on a big screen, and prints it.
func TestInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector")
	}
	path := filepath.Join(t.TempDir(), "page.html")
	text := play(t, judged(t, evalbench.Rules{Length: 3}, 12)).page(t)
	must.OK(t, os.WriteFile(path, []byte(text), 0o666))
	browser := pagetest.Start(t)
	for _, width := range []int{390, 1280} {
		page := browser.Open(path, width, width < 500, "figure svg", ".card svg", "table")
		if page.Width > width || page.Hidden > 0 || len(page.Faults) > 0 {
			t.Errorf("at %d: %+v", width, page)
		}
		if page.Counts["figure svg"] != 3 || page.Counts[".card svg"] != 10 || page.Counts["table"] != 4 {
			t.Errorf("at %d: %v, want 3 charts, 10 boards and 4 tables", width, page.Counts)
		}
		if len(page.Cut) > 0 {
			t.Errorf("at %d these texts are cut off: %q", width, page.Cut)
		}
	}
	checkDark(t, browser, path)
	if pdf := browser.Print(); bytes.Count(pdf, []byte("/Type /Page\n")) < 3 {
		t.Errorf("printed on %d pages, want at least 3", bytes.Count(pdf, []byte("/Type /Page\n")))
	}
}

// checkDark wants charts in the colours of the page: no white background, and
// text and lines in other colours than on a light page.
func checkDark(t *testing.T, browser *pagetest.Browser, path string) {
	t.Helper()
	colors := map[bool][]string{}
	for _, dark := range []bool{false, true} {
		browser.Dark(dark)
		page := browser.Open(path, 1280, false)
		if light := page.Ground == "rgb(255, 255, 255)"; light == dark {
			t.Errorf("dark %v: the page is %s", dark, page.Ground)
		}
		colors[dark] = browser.Colors("figure svg text")
		for _, c := range browser.Colors("figure svg path") {
			if dark && c == "rgb(255, 255, 255)" {
				t.Error("on a dark page a chart has a white ground")
			}
		}
	}
	if len(colors[true]) == 0 || slices.ContainsFunc(colors[true], func(c string) bool { return slices.Contains(colors[false], c) }) {
		t.Errorf("texts of charts are %v on a light page and %v on a dark one", colors[false], colors[true])
	}
}
