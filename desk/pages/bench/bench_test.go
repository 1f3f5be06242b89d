package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gammonlab/engine/named"

	"gammonlab/board"
	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/webtest"
	"gammonlab/engine/player"
	"gammonlab/evalbench"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/must"
	"gammonlab/internal/waittest"
)

var (
	good = tournament.Player{Name: "pubeval", Player: player.Pubeval{}}
	bad  = tournament.Player{Name: "<b>random\"", Player: player.NewRandom()}
)

// start serves the results in a folder.
func start(t *testing.T, folder ...string) *httptest.Server {
	t.Helper()
	return webtest.Start(t, Register, &backend.Backend{Ledgers: folder})
}

// standings returns the results that a server shows, and the files that are damaged.
func standings(t *testing.T, server *httptest.Server) ([]*Standing, []string) {
	t.Helper()
	status, text := webtest.Get(t, server.URL+apiPath)
	var a listAnswer
	must.OK(t, json.Unmarshal([]byte(text), &a))
	if status != http.StatusOK {
		t.Fatalf("status %d: %s", status, text)
	}
	return a.Ledgers, a.Damaged
}

// waitFor returns the only result once it has a status.
func waitFor(t *testing.T, server *httptest.Server, want Status) *Standing {
	t.Helper()
	for end := time.Now().Add(waittest.Patience); ; time.Sleep(100 * time.Millisecond) {
		all, _ := standings(t, server)
		if len(all) == 1 && all[0].Status == want && len(all[0].Pairings) == 1 {
			return all[0]
		}
		if time.Now().After(end) {
			t.Fatalf("there is %+v, want one that is %s", all, want)
		}
	}
}

// A test is shown with its bounds while it is played, without a verdict, and with one
// when it has decided.
func TestTestLive(t *testing.T) {
	dir := t.TempDir()
	server := start(t, dir)
	ledger, _, err := tournament.Open(filepath.Join(dir, "new.sprt"), tournament.Settings{Conditions: evalbench.Conditions{Variant: board.Hypergammon3, Seed: 7}})
	must.OK(t, err)
	test := &tournament.Test{A: good, B: bad, Criterion: tournament.Criterion{Equity: tournament.EquityBounds{1.6, 1.6001}, Alpha: 0.05, Beta: 0.05, MaxGames: 200_000}, Conditions: evalbench.Conditions{Variant: board.Hypergammon3, Seed: 7}, Workers: 2}
	test.Progress = func(v *tournament.Verdict) { time.Sleep(2 * time.Millisecond) }
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		test.Run(ctx, ledger)
	}()
	running := waitFor(t, server, Running)
	if running.Verdict != "" {
		t.Errorf("a verdict before the end: %q", running.Verdict)
	}
	cancel()
	<-ended
	must.OK(t, ledger.Close())
	stopped := waitFor(t, server, Unfinished)
	if stopped.Verdict != "" || stopped.Test == nil || stopped.Test.Decision != "undecided" || stopped.Test.Upper < 2.9 || stopped.Test.Upper > 3 {
		t.Errorf("the test that was interrupted: %+v, %+v", stopped, stopped.Test)
	}
	_, text := webtest.Get(t, server.URL+stopped.Path())
	if strings.Contains(text, "accepted") || !strings.Contains(text, ">not finished</span>") || !strings.Contains(text, "bounds −2.94 and &#43;2.94") || strings.Contains(text, "<b>random") {
		t.Errorf("the page is %s", text)
	}

	for _, want := range []string{"Course of the test", "Score so far", ">more won</th>", `>pubeval against &lt;b&gt;random&#34;</th>`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s on the page of the test: %s", want, text)
		}
	}
	if _, text := webtest.Get(t, server.URL+path); strings.Contains(text, "accepted") || !strings.Contains(text, ">not finished</span>") || !strings.Contains(text, stopped.Path()) {
		t.Errorf("the list is %s", text)
	}

	ledger, _, err = tournament.Open(filepath.Join(dir, "new.sprt"), tournament.Settings{Conditions: evalbench.Conditions{Variant: board.Hypergammon3, Seed: 7}})
	must.OK(t, err)
	test.Progress, test.Equity = nil, tournament.EquityBounds{-0.05, 0.05}
	verdict := must.Get(test.Run(t.Context(), ledger))(t)
	must.OK(t, ledger.Close())
	finished := waitFor(t, server, Finished)
	if finished.Test.Decision != verdict.Decision.String() || *finished.Test.LLR != verdict.LLR || finished.Pairings[0].A != "pubeval" || !strings.HasPrefix(finished.Verdict, "H1 accepted") {
		t.Errorf("the verdict is %+v of %+v, want %+v", finished.Test, finished.Pairings, verdict)
	}
	if p := finished.Pairings[0]; p.Games < 2*verdict.Pairs || *p.Raw.Value <= 0 {
		t.Errorf("the score is %+v", p)
	}
}

// A test of several candidates is shown with the scores of each, and with its sentence at the end.
func TestSelection(t *testing.T) {
	dir := t.TempDir()
	server := start(t, dir)
	conditions := evalbench.Conditions{Variant: board.Hypergammon3, Seed: 7}
	s := &tournament.Selection{
		A: named.Candidates{good, {Name: "other", Player: bad.Player}}, B: bad, Conditions: conditions,
		Criterion: tournament.Criterion{Equity: tournament.EquityBounds{0, 0.8}, Alpha: 0.05, Beta: 0.05, MaxGames: 2000},
	}
	l, _, err := tournament.Open(filepath.Join(dir, "all.sprt"), s.Settings())
	must.OK(t, err)
	want := must.Get(s.Run(t.Context(), l))(t)
	must.OK(t, l.Close())
	all, _ := standings(t, server)
	shown := all[0]
	if shown.Status != Finished || shown.Verdict != want.Sentence()+"." || len(shown.Pairings) != 2 || shown.Table == nil || shown.Test != nil {
		t.Errorf("%+v, want %s", shown, want.Sentence())
	}
	for _, p := range shown.Pairings {
		if p.B != bad.Name || p.Planned != 0 {
			t.Errorf("%+v, want the score of a candidate against %s", p, bad.Name)
		}
	}
}

// near reports whether the score of the only pairing is want, except for
// rounding.
func near(s *Standing, want float64) bool { return math.Abs(*s.Pairings[0].Raw.Value-want) < 1e-9 }

// A match of fixed length has a verdict only when all its games are played. The
// page shows its luck-adjusted score and its raw score.
func TestMatch(t *testing.T) {
	dir := t.TempDir()
	server := start(t, dir)
	path := filepath.Join(dir, "match")
	play := func(plan, games int) *evalbench.Result {
		settings := tournament.Settings{Conditions: evalbench.Conditions{Variant: board.Hypergammon3, Seed: 7}}
		l, _, err := tournament.Open(path, settings)
		must.OK(t, err)
		m := &evalbench.Match{A: named.Player{Name: good.Name, Player: good.Player}, B: named.Player{Name: bad.Name, Player: bad.Player}, Conditions: evalbench.Conditions{Variant: settings.Variant, Seed: 7}, Games: plan, Workers: 2}
		must.OK(t, l.Match(m))
		m.Games = games
		result := must.Get(m.Run(t.Context()))(t)
		must.OK(t, l.Close())
		return result
	}
	play(400, 100)
	s := waitFor(t, server, Unfinished)
	if s.Verdict != "" || s.Pairings[0].Games != 100 || s.Pairings[0].Planned != 400 || s.Pairings[0].Raw.Low == nil {
		t.Errorf("a quarter of the match: %+v, %+v", s, s.Pairings)
	}
	want := play(400, 400)
	s = waitFor(t, server, Finished)
	if ppg := want.PPG(); s.Verdict != "pubeval is better than <b>random\"." || !near(s, ppg.Center) {
		t.Errorf("the match: %+v, want %v", s, ppg.Center)
	}
	must.OK(t, os.Remove(path))
	must.OK(t, os.Remove(path+tournament.PlanSuffix))
	must.OK(t, os.WriteFile(path+".json", must.Get(json.Marshal(want))(t), 0o666))
	time.Sleep(freshness)
	s = waitFor(t, server, Finished)
	if s.Name != "match.json" || s.Kind != "match" || s.Pairings[0].Games != 400 || !near(s, want.PPG().Center) {
		t.Errorf("the saved result: %+v", s)
	}
}

// The page shows saved results of all commands and names damaged files.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"match.json":      `{"a":"x","b":"y","ppg":0.1,"ppg_low":-0.1,"ppg_high":0.3,"a_wins":5,"games":10,"form":"cubeless","luck_adjusted":{"ppg":0.12,"ppg_low":0.05,"ppg_high":0.2}}`,
		"sprt.json":       `{"a":"x","b":"y","decision":"undecided","llr":1.5,"llr_lower":-2.9,"llr_upper":2.9,"unit":"ppg","e0":0,"e1":0.1,"games":10,"ppg":0.1}`,
		"tournament.json": `{"players":[{"player":"x"},{"player":"y"}],"pairings":[{"a":0,"b":1,"games":10,"ppg":0.1}]}`,
		"speed.json":      `{"evals_per_second":1234,"name":"<script>alert(1)</script>"}`,
		"bad.json":        `{"a":`, "bad2.json": `{"players":[],"pairings":[{"a":0,"b":1}]}`, "torn": "gammonlab results 4\nxx", "other": "text",
		"bad3": "gammonlab results 4\n00000000 00000002 {}\n00000000 00000002 {}\n",
	} {
		must.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	must.OK(t, os.Symlink("/etc/hostname", filepath.Join(dir, "link.json")))
	server := start(t, dir)
	all, damaged := standings(t, server)
	names := map[string]*Standing{}
	for _, s := range all {
		names[s.Name] = s
	}
	if len(names) != 6 || len(damaged) != 2 {
		t.Errorf("results %v, damaged %q", names, damaged)
	}
	if s := names["match.json"]; s.Verdict != "x is better than y." || s.Status != Finished {
		t.Errorf("the match is %+v", s)
	}
	if s := names["sprt.json"]; s.Verdict != "" || s.Status != Unfinished {
		t.Errorf("the test is %+v", s)
	}
	_, text := webtest.Get(t, server.URL+path)
	if strings.Contains(text, "<script>alert") || !strings.Contains(text, "&#43;120.0 (&#43;50.0 to &#43;200.0) mEq") {
		t.Errorf("the page is %s", text)
	}
	for path, want := range map[string]int{apiPath + "/" + names["speed.json"].ID: 200, apiPath + "/none": 404, apiPath + "/..%2fx": 404, apiPath + "/none/events": 404} {
		if status, text := webtest.Get(t, server.URL+path); status != want {
			t.Errorf("%s: status %d, want %d: %s", path, status, want, text)
		}
	}
	if _, text := webtest.Get(t, start(t).URL+"/bench"); !strings.Contains(text, "--ledgers FOLDER") {
		t.Error("without a folder the page does not say how to name one")
	}
}

// A tournament has ratings on its page, in the list and in the answer of the call; the table in a
// saved result has the same.
func TestTournament(t *testing.T) {
	dir := t.TempDir()
	settings := tournament.Settings{Conditions: evalbench.Conditions{Variant: board.Hypergammon3, Seed: 7}}
	ledger, _, err := tournament.Open(filepath.Join(dir, "three.results"), settings)
	must.OK(t, err)
	play := &tournament.Tournament{Players: []tournament.Player{good, bad, {Name: "other", Player: player.NewRandom(), Digest: "x"}}, Games: 40, Conditions: settings.Conditions, Workers: 2}
	must.OK(t, play.Run(t.Context(), ledger))
	table := must.Get(ledger.Table())(t)
	must.OK(t, ledger.Close())
	must.OK(t, os.WriteFile(filepath.Join(dir, "saved.json"), must.Get(json.Marshal(table.Record(settings)))(t), 0o666))
	server := start(t, dir)
	all, damaged := standings(t, server)
	if len(all) != 2 || len(damaged) > 0 {
		t.Fatalf("%d results, %q", len(all), damaged)
	}
	for _, s := range all {
		if s.Table == nil || s.Table.Players[0].Player != "pubeval" || s.Table.Players[0].Rating != table.Rows[0].Rating.Center {
			t.Errorf("%s has the table %+v", s.Name, s.Table)
		}
		_, text := webtest.Get(t, server.URL+s.Path())
		for _, want := range []string{"Tournament of 3 players", "Ratings, above the mean", "&lt;b&gt;random&#34;", "Fit of ratings to results", "<svg"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %s on %s", s.Name, want, text)
			}
		}
		if pairs := strings.Contains(text, "both won"); pairs != (s.Kind == "tournament" && s.Name == "three.results") {
			t.Errorf("%s, %s: pairs %v", s.Name, s.Kind, pairs)
		}
	}
	if _, text := webtest.Get(t, server.URL+path); !strings.Contains(text, "best: pubeval, &#43;") {
		t.Errorf("the list is %s", text)
	}
}

// The stream of a finished result sends the result and ends.
func TestEvents(t *testing.T) {
	dir := t.TempDir()
	must.OK(t, os.WriteFile(filepath.Join(dir, "a.json"), []byte(`{"n": 1}`), 0o666))
	server := start(t, dir)
	all, _ := standings(t, server)
	response := must.Get(http.Get(server.URL + apiPath + "/" + all[0].ID + "/events"))(t)
	defer response.Body.Close()
	names := ""
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		if name, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			names += name + " "
		}
	}
	if names != "state end " {
		t.Errorf("the events are %s", names)
	}
}
