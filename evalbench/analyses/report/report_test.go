package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gammonlab/board/record"
	"gammonlab/engine"
	"gammonlab/engine/analysis"
	"gammonlab/engine/named"
	"gammonlab/evalbench/analyses/report"
	"gammonlab/internal/must"
	"gammonlab/internal/pagetest"
	"gammonlab/nets"
)

// analyse analyses a record that is kept with package analysis.
func analyse(t *testing.T, name string) *analysis.Report {
	t.Helper()
	return analyseWith(t, name, 0)
}

// analyseWith is analyse with a number of candidates for each roll.
func analyseWith(t *testing.T, name string, candidates int) *analysis.Report {
	t.Helper()
	m := must.Get(record.Load(filepath.Join("..", "..", "..", "engine", "analysis", "testdata", name)))(t)
	m.Names[0] = `<b>"Ann" & Co</b>`
	model := must.Get(nets.LoadShipped(nets.DefaultNet))(t)
	r, err := analysis.Analyse(t.Context(), m, analysis.Options{Strength: named.StrengthOf(engine.NewStatic(model, nil), 0), Workers: 2, Candidates: candidates})
	must.OK(t, err)
	return r
}

// count returns how many decisions lost at least the threshold.
func count(r *analysis.Report, threshold float64) int {
	n := 0
	for i := range r.Games {
		for _, d := range r.Games[i].Decisions {
			if d.Error.Equity >= threshold {
				n++
			}
		}
	}
	return n
}

// TestPage parses the page as XML, and looks for required and forbidden text.
func TestPage(t *testing.T) {
	const threshold = 0.06
	for i, name := range []string{"match5.mat", "money.mat"} {
		if i > 0 && testing.Short() {
			break
		}
		r := analyse(t, name)
		r.Games[0].Problem = "made up <for> the test"
		var out bytes.Buffer
		must.OK(t, report.HTML(&out, report.NewDocument(r, report.Options{Threshold: threshold})))
		text := out.String()
		if err := pagetest.Check(text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		want := count(r, threshold)
		if got := strings.Count(text, `<section class="card`); got != want || strings.Count(text, "<svg ") != want {
			t.Errorf("%s: %d errors on the page, want %d", name, got, want)
		}
		if strings.Contains(text, "<b>") || strings.Contains(text, "<for>") {
			t.Errorf("%s: text of the record stands on the page as it is", name)
		}
	}
}

func TestText(t *testing.T) {
	r := analyse(t, "money.mat")
	for _, tt := range []struct {
		options report.Options
		want    string
		entries int
	}{
		{report.Options{Threshold: 5}, "No decision lost 5000 mEq or more.", 0},
		{report.Options{Threshold: 0.06, Limit: 3}, "The worst 3 of ", 3},
		{report.Options{Threshold: 0.06}, "Decisions that lost 60 mEq or more", count(r, 0.06)},
		{report.Options{Threshold: 5, PerGame: true}, "Game 2 at ", 0},
	} {
		out := report.Text(r, tt.options)
		if !strings.Contains(out, tt.want) {
			t.Errorf("%+v: %q is missing in\n%s", tt.options, tt.want, out)
		}
		if got := strings.Count(out, "XGID="); got != tt.entries {
			t.Errorf("%+v: %d decisions, want %d", tt.options, got, tt.entries)
		}
	}
}

// TestPageInABrowser opens the page on a phone and on a big screen.
func TestPageInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector")
	}
	path := filepath.Join(t.TempDir(), "page.html")
	var out bytes.Buffer
	r := analyse(t, "match5.mat")
	r.Names[0] = strings.Repeat("longname", 20)
	must.OK(t, report.HTML(&out, report.NewDocument(r, report.Options{Threshold: 0.03})))
	must.OK(t, os.WriteFile(path, out.Bytes(), 0o666))
	browser := pagetest.Start(t)
	for _, width := range []int{390, 1280} {
		page := browser.Open(path, width, width < 500, ".card svg")
		if page.Width > width || page.Hidden > 0 || len(page.Faults)+len(page.Cut) > 0 || page.Counts[".card svg"] != count(r, 0.03) {
			t.Errorf("at %d: %+v, want %d boards and no wider", width, page, count(r, 0.03))
		}
	}
}

// The page lists as many plays as the analysis has kept, and the one that was made
// by its rank among all.
func TestCandidatesOnThePage(t *testing.T) {
	for _, keep := range []int{1, 7, 0} {
		r := analyseWith(t, "match5.mat", keep)
		rows, last, worst := 0, "", 0
		for i := range r.Games {
			for _, d := range r.Games[i].Decisions {
				if d.Error.Equity < 0.03 || d.Played == nil {
					continue
				}
				rows += len(d.Moves)
				if d.Rank > worst {
					worst, last = d.Rank, fmt.Sprintf("<tr class=\"made\"><td>%d</td><td>%s</td>", d.Rank, d.Made)
				}
			}
		}
		var out bytes.Buffer
		must.OK(t, report.HTML(&out, report.NewDocument(r, report.Options{Threshold: 0.03})))
		if worst < 9 {
			t.Fatalf("the worst play is of rank %d, want one behind those that are kept", worst)
		}
		// Each row of a play has five cells, that of a cube decision four.
		// Decisions without a board have few rows.
		cards := regexp.MustCompile(`(?s)<div class="turn">.*?</div>\n`).ReplaceAllString(out.String(), "")
		got := len(regexp.MustCompile(`<td>\d+</td><td>[^<]+</td><td>[^<]*</td><td>[^<]*</td><td>`).FindAllString(cards, -1))
		if got != rows || !strings.Contains(out.String(), last) {
			t.Errorf("%d candidates kept: %d rows on the page, want %d, one of them %s", keep, got, rows, last)
		}
	}
}

// One player sits at the bottom of every board, and the points have the numbers of
// the player who decides.
func TestBoardsOfOneSide(t *testing.T) {
	r := analyse(t, "match5.mat")
	var out bytes.Buffer
	must.OK(t, report.HTML(&out, report.NewDocument(r, report.Options{Threshold: 0.03})))
	names := regexp.MustCompile(`y="(\d+)">([^<]*)</text>`)
	turned, straight := 0, 0
	for _, board := range strings.Split(out.String(), "<svg ")[1:] {
		board, after, _ := strings.Cut(board, "</svg>")
		at := map[string]string{}
		for _, found := range names.FindAllStringSubmatch(board, -1) {
			at[found[2]] = found[1]
		}
		if at["Bob"] != "19" || at["&lt;b&gt;&#34;Ann&#34; &amp; Co&lt;/b&gt;"] == "19" {
			t.Fatalf("Bob is not at the top of %.300s", board)
		}
		// The ace point of the player at the bottom is at the bottom.
		decides := strings.Contains(after[:strings.Index(after, "</h3>")], ": Bob ")
		if top := at["1"] == "36"; top != decides || top == (at["13"] == "36") {
			t.Fatalf("Bob decides: %v, the ace point is at %s, the midpoint at %s", decides, at["1"], at["13"])
		}
		if decides {
			turned++
		} else {
			straight++
		}
	}
	if turned < 5 || straight < 5 {
		t.Errorf("%d boards for one player, %d for the other", turned, straight)
	}
}

// TestRatings looks for the ratings that a record states, in the report and in JSON.
func TestRatings(t *testing.T) {
	r := &analysis.Report{Length: 3, Names: [2]string{"Ann", "Bob"}}
	for _, test := range []struct {
		ratings   [2]string
		title, js string
	}{
		{[2]string{"1706", "1767/350"}, "Ann (1706) - Bob (1767/350): match to 3, 0 games", `"ratings":["1706","1767/350"]`},
		{[2]string{"", "1767"}, "Ann - Bob (1767): match to 3, 0 games", `"ratings":["","1767"]`},
		{[2]string{}, "Ann - Bob: match to 3, 0 games", `"names":["Ann","Bob"],"plies"`},
	} {
		r.Ratings = test.ratings
		if got := report.NewSummary(r).Title; got != test.title {
			t.Errorf("the title is %q, want %q", got, test.title)
		}
		if js := string(must.Get(json.Marshal(r))(t)); !strings.Contains(js, test.js) {
			t.Errorf("%s lacks %s", js, test.js)
		}
	}
}

// TestBrokenWriter wants the error of a full disk.
func TestBrokenWriter(t *testing.T) {
	r := analyse(t, "money.mat")
	if report.HTML(broken{}, report.NewDocument(r, report.Options{})) == nil {
		t.Error("an error of the writer is lost")
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// The record of short.xg has an analysis of a play and of a double.
func TestCompare(t *testing.T) {
	m := must.Get(record.Load(filepath.Join("..", "..", "..", "board", "record", "testdata", "short.xg")))(t)
	model := must.Get(nets.LoadShipped(nets.DefaultNet))(t)
	compare := func() (*analysis.Report, string) {
		r := must.Get(analysis.Analyse(t.Context(), m, analysis.Options{Strength: named.StrengthOf(engine.NewStatic(model, nil), 0), Workers: 1}))(t)
		return r, report.Text(r, report.Options{Compare: true})
	}
	r, text := compare()
	wants(t, text, "by eXtreme Gammon: the same choice in 3 of 3 decisions\n", " here, -0.500 in the record\n", "Anna: error 0.000 here, 0.000 in the record\n")
	d := r.Games[0].Decisions
	if len(d) != 3 || len(d[0].Recorded.Plays) != 2 || d[0].Recorded.Best != "8/5 6/5" || d[1].Recorded.Error.Equity != 0.5 || d[2].Recorded.Best != "take" {
		t.Errorf("%d decisions, of the play %+v", len(d), d[0].Recorded)
	}
	wants(t, string(must.Get(json.Marshal(r))(t)), `"recorded":{"source":"eXtreme Gammon","level":"4-ply","best":"8/5 6/5","agrees":true,"error":{"cubeful_equity":0,"cost":0},"moves":[{`)

	plays := m.Games[0].Actions[0].Analysis.Plays
	plays[0].Equity, plays[1].Equity = plays[1].Equity, plays[0].Equity
	plays[0], plays[1] = plays[1], plays[0]
	_, text = compare()
	wants(t, text, "the same choice in 2 of 3 decisions\n", "Different choices\n", "best 8/5 6/5 here, 24/23 13/10 in the record (3-ply)\n", "Anna: error 0.000 here, -0.250 in the record\n")
	for _, move := range []string{"8/5 6/5", "24/23 13/10"} {
		if line := regexp.MustCompile(`\n     ` + move + ` +[-+]0\.\d{3} +[-+]0\.\d{3}\n`); !line.MatchString(text) {
			t.Errorf("no equities of %s:\n%s", move, text)
		}
	}

	m.Games[0].Actions[0].Analysis, m.Games[0].Actions[1].Analysis = nil, nil
	_, text = compare()
	wants(t, text, "The record has no analysis to compare with.")
}

// A copied position has no decision to count: the report has its choices beside those of
// the record, and no tables.
func TestCompareOfPositions(t *testing.T) {
	model := must.Get(nets.LoadShipped(nets.DefaultNet))(t)
	for file, tt := range map[string]struct{ text, page []string }{
		"xg-roller.txt": {
			[]string{"The record ends before game 1, move 1: Ann to play 52\n", "by eXtreme Gammon: the same choice in 1 of 1 decisions\n",
				"18/11 in the record (XG Roller++)\n", "24/22 18/13 ", "-0.114\n", "13/6 ", "-0.201\n"},
			[]string{"Move 1: Ann to play 52", "best by eXtreme Gammon (XG Roller++): 18/11. Equities in the record: 18/11 -0.003; 24/22 18/13 -0.114; 13/6 -0.201"},
		},
		"xg-rollout.txt": {
			[]string{"8/5 6/5 in the record (rollout of 1296 games)\n", "+0.239 ±0.003\n", "+0.018 ±0.005\n"},
			[]string{"(rollout of 1296 games): 8/5 6/5. Equities in the record: 8/5 6/5 +0.239 ±0.003; 24/23 13/10 +0.018 ±0.005"},
		},
		"xg-cube-toogood.txt": {
			[]string{"Bob to double or not\n", "too good to redouble, pass in the record (XG Roller++)\n", "+1.068\n", "+1.573\n", "+1.000\n"},
			[]string{"Move 1: Bob to double or not", "Equities in the record: no double +1.068; double, take +1.573; double, pass +1.000"},
		},
		"bgblitz-cube.txt": {
			[]string{"anna to double or not\n", "by BGBlitz: the same choice in 1 of 1 decisions\n", "no double, take in the record (level unknown)\n", "+0.431\n", "+0.267\n"},
			[]string{"best by BGBlitz (level unknown): no double, take"},
		},
	} {
		m := must.Get(record.Load(filepath.Join("..", "..", "..", "board", "record", "testdata", file)))(t)
		r := must.Get(analysis.Analyse(t.Context(), m, analysis.Options{Strength: named.StrengthOf(engine.NewStatic(model, nil), 0), Workers: 1}))(t)
		o := report.Options{Compare: true, Threshold: 0.03}
		var page bytes.Buffer
		text := report.Text(r, o)
		must.OK(t, report.HTML(&page, report.NewDocument(r, o)))
		wants(t, text, tt.text...)
		wants(t, strings.ReplaceAll(page.String(), "&#43;", "+"), append(tt.page, "<svg")...)
		for _, absent := range []string{"Luck", "No decision lost"} {
			if strings.Contains(text, absent) || strings.Contains(page.String(), absent) {
				t.Errorf("%s: %q without a decision", file, absent)
			}
		}
	}
}

// wants reports parts that the text lacks.
func wants(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in:\n%s", part, text)
		}
	}
}
