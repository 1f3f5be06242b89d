package serve

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine/player"
	"gammonlab/evalbench"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/must"
	"gammonlab/internal/pagetest"
)

// Matches and tests fit phones and screens and break no rule of axe-core; one that ends
// is seen to be finished without a reload.
func TestResultsInBrowser(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	match := `{"a":"net:new-net-with-a-long-name.safetensors,plies=2","b":"net:default","variant":"backgammon","form":"cubeless","seed":1,"games":1000,` +
		`"ppg":0.0123,"ppg_low":-0.04,"ppg_high":0.0646,"a_wins":500,"luck_adjusted":{"ppg":0.0161,"ppg_low":0.0012,"ppg_high":0.031}}`
	must.OK(t, os.WriteFile(filepath.Join(dir, "match.json"), []byte(match), 0o666))
	must.OK(t, os.WriteFile(filepath.Join(dir, "speed.json"), []byte(`{"evals_per_second": 123456, "games_per_second": 78}`), 0o666))
	a, b := tournament.Player{Name: "pubeval", Player: player.Pubeval{}}, tournament.Player{Name: "random", Player: player.NewRandom()}
	test := &tournament.Test{A: a, B: b, Criterion: tournament.Criterion{Equity: tournament.EquityBounds{1.6, 1.6001}, Alpha: 0.05, Beta: 0.05, MaxGames: 40}, Conditions: evalbench.Conditions{Variant: board.Hypergammon3, Seed: 7}, Workers: 1}
	play := func() {
		ledger, _, err := tournament.Open(filepath.Join(dir, "new.sprt"), test.Settings())
		must.OK(t, err)
		must.Get(test.Run(t.Context(), ledger))(t)
		must.OK(t, ledger.Close())
	}
	play()
	plan := filepath.Join(dir, "new.sprt"+tournament.PlanSuffix)
	var fields map[string]any
	must.OK(t, json.Unmarshal(must.Get(os.ReadFile(plan))(t), &fields))
	fields["test"].(map[string]any)["max_games"] = 400
	must.OK(t, os.WriteFile(plan, must.Get(json.Marshal(fields))(t), 0o666))

	server := serveSite(t, newSiteOf(t, shown{ledgers: dir}))
	browser := pagetest.Start(t)
	look(t, browser, server.URL, "/bench")
	browser.Await("document.querySelector('#list').textContent.includes('not finished')")
	test.Equity, test.MaxGames = tournament.EquityBounds{-0.05, 0.05}, 20_000
	play()
	browser.Await("!document.querySelector('#list').textContent.includes('not finished')")
	browser.Await("document.querySelector('#list .verdict') && document.querySelector('#list').textContent.includes('H1 accepted')")
	if faults := browser.Faults(); len(faults) > 0 {
		t.Errorf("faults %q", faults)
	}
	_, text := get(t, server, "/api/v1/ledgers")
	var list struct{ Ledgers []struct{ ID, Name string } }
	must.OK(t, json.Unmarshal([]byte(text), &list))
	for _, l := range list.Ledgers {
		look(t, browser, server.URL, "/bench/"+l.ID)
	}
}

// Databases, their rows and decisions of benchmarks fit phones and screens and break no
// rule of axe-core.
func TestDataInBrowser(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	w := must.Get(datasets.Create(filepath.Join(dir, "rows.parquet"), datasets.Meta{Variant: board.Backgammon, Provenance: map[string]string{"command": "dataset generate --games 1000 --seed 7 --out rows.parquet"}}))(t)
	defer w.Abort()
	for i, p := range board.Plays(board.Backgammon.Start(), board.Roll{6, 5})[:5] {
		r := datasets.NewRow(p.Result)
		r.Method, r.Trials, r.EquityError, r.Source = datasets.Rollout, 1296, 0.004, "opening rolls"
		r.Probabilities = [5]float32{0.5 + float32(i)/100, 0.13, 0.01, 0.14, 0.01}
		must.OK(t, w.Write(&r))
	}
	must.OK(t, w.Close())
	server := serveSite(t, newSiteOf(t, shown{data: dir}))
	_, text := get(t, server, "/api/v1/data")
	var list struct{ Databases []struct{ ID string } }
	must.OK(t, json.Unmarshal([]byte(text), &list))
	browser := pagetest.Start(t)
	for _, path := range []string{"/data", "/data/databases/" + list.Databases[0].ID + "?check=all", "/data/benchmarks/standard?from=258"} {
		look(t, browser, server.URL, path)
	}
}

// Rating studies fit phones and screens and break no rule of axe-core.
func TestRatingsInBrowser(t *testing.T) {
	t.Parallel()
	server := serveSite(t, newSiteOf(t, shown{data: "../../../../rating/study"}))
	_, text := get(t, server, "/ratings")
	_, rest, _ := strings.Cut(text, `name="file" value="`)
	id, _, _ := strings.Cut(rest, `"`)
	look(t, pagetest.Start(t), server.URL, "/ratings?file="+id)
}
