package lineage_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/lineage"
	"gammonlab/desk/pages/webtest"
	"gammonlab/internal/must"
	"gammonlab/recipe"
)

// write writes a store with records of finished steps.
func write(t *testing.T, dir string, records ...*recipe.Record) {
	t.Helper()
	for _, r := range records {
		folder := filepath.Join(dir, "steps", r.Step+"-"+r.Digest[:16])
		must.OK(t, os.MkdirAll(folder, 0o777))
		must.OK(t, r.Write(folder))
	}
}

// The page shows the nets of a store below their parents, with changes, results and work; a store
// that is damaged is named, and others are shown.
func TestNets(t *testing.T) {
	dir := t.TempDir()
	now := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	digest := func(letter string) string { return strings.Repeat(letter, 64) }
	record := func(step, letter string, hours int, rmse float64, inputs map[string]string, settings map[string]any) *recipe.Record {
		return &recipe.Record{
			Step: step, Recipe: "<sweep>", Command: "train supervised", Digest: digest(letter), Model: digest(letter), Settings: settings, Inputs: inputs,
			Kernel: "simd", Toolkit: "0", Finished: now.Add(time.Duration(hours) * time.Hour), Cores: float64(3600 * hours), Results: map[string]float64{"equity_rmse": rmse}, Files: []recipe.File{},
		}
	}
	first := record("first", "a", 1, 40.25, map[string]string{}, map[string]any{"rate": 0.1})
	second := record("second", "b", 2, 30.5, map[string]string{digest("a"): "first"}, map[string]any{"rate": 0.2})
	write(t, filepath.Join(dir, "store"), first, second)
	bad := filepath.Join(dir, "bad")
	write(t, bad, first)
	must.OK(t, os.WriteFile(filepath.Join(bad, "store.json"), []byte("{"), 0o666))
	server := webtest.Start(t, lineage.Register, &backend.Backend{Runs: []string{dir}})
	_, text := webtest.Get(t, server.URL+"/nets")
	for _, want := range []string{
		`class="depth0">&lt;sweep&gt; first`, `class="depth1">&lt;sweep&gt; second`, ">40.2<", ">30.5<", `data-label="core-hours in all">3<`, ">kept<", "rate", "Error by work", "bad", "bbbbbbbbbbbb<",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	_, text = webtest.Get(t, server.URL+"/api/v1/nets")
	var a struct {
		Nets    []recipe.Net
		Damaged []string
	}
	must.OK(t, json.Unmarshal([]byte(text), &a))
	if len(a.Nets) != 1 || len(a.Nets[0].Children) != 1 || len(a.Damaged) != 1 {
		t.Error(text)
	}
	if _, text := webtest.Get(t, webtest.Start(t, lineage.Register, &backend.Backend{}).URL+"/nets"); !strings.Contains(text, "recipe run FILE") {
		t.Error(text)
	}
}
