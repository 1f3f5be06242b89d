package api_test

import (
	"os"
	"path/filepath"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/engine/bearoff/generate"
	"gammonlab/internal/must"
)

// ending is a position that the databases of endings know.
var ending = (&board.Position{Own: board.Side{1: 1, 3: 1}, Opp: board.Side{2: 2}}).ID()

// endings makes small databases of endings.
func endings(t testing.TB) *engine.Databases {
	t.Helper()
	dir := t.TempDir()
	all := new(engine.Databases)
	one, two := filepath.Join(dir, "one.bd"), filepath.Join(dir, "two.bd")
	must.OK(t, generate.OneSided(t.Context(), one, generate.OneSidedOptions{Points: 3}))
	must.OK(t, generate.TwoSided(t.Context(), two, generate.TwoSidedOptions{Points: 3, Checkers: 2}))
	must.OK(t, all.Open(one))
	must.OK(t, all.Open(two))
	return all
}

// ledgers makes a folder with saved results.
func ledgers(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"match.json": `{"a":"x","b":"y","form":"cubeless","games":10,"a_wins":5,"ppg":0.1,"ppg_low":-0.1,"ppg_high":0.3,"luck_adjusted":{"ppg":0.1}}`,
		"sprt.json":  `{"a":"x","b":"y","decision":"H1","llr":2.95,"llr_lower":-2.9,"llr_upper":2.9,"unit":"ppg","e1":0.1,"games":10,"ppg":0.1}`,
		"speed.json": `{"evals_per_second":1234}`,
	} {
		must.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	return dir
}

// database makes a database with a row, beside one of endings.
func database(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rows.parquet")
	must.OK(t, generate.TwoSided(t.Context(), filepath.Join(filepath.Dir(path), "two.bd"), generate.TwoSidedOptions{Points: 2, Checkers: 2}))
	w := must.Get(datasets.Create(path, datasets.Meta{Variant: board.Backgammon}))(t)
	defer w.Abort()
	r := datasets.NewRow(board.Backgammon.Start())
	r.Method, r.Trials, r.Labeller, r.EquityError, r.Cubeful, r.Weight = datasets.Rollout, 36, "some net", 0.01, 0.1, 1
	r.Probabilities[engine.Win] = 0.5
	must.OK(t, w.Write(&r))
	must.OK(t, w.Close())
	return path
}
