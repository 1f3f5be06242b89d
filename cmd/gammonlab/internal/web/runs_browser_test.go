package web

import (
	"bytes"
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/pagetest"
)

// runIDs returns the IDs of the runs that a server shows.
func runIDs(t testing.TB, server *httptest.Server) []string {
	t.Helper()
	_, text := get(t, server, "/api/v1/runs")
	var list struct{ Runs []struct{ ID string } }
	must.OK(t, json.Unmarshal([]byte(text), &list))
	var all []string
	for _, r := range list.Runs {
		all = append(all, r.ID)
	}
	return all
}

// points is how many points of the loss the page draws.
const points = "[...gammonlab.plots].filter(([figure]) => figure.id === 'q6c6f7373').map(([, plot]) => plot.u.data[0].length)[0]"

// Comparisons fit phones and screens, and break no rule of axe-core.
func TestComparisonInBrowser(t *testing.T) {
	t.Parallel()
	server := serveSite(t, newSiteOf(t, shown{runs: "../../../../internal/evalbench/runs/testdata"}))
	b := pagetest.Start(t)
	ids := runIDs(t, server)
	look(t, b, server.URL, "/runs")
	look(t, b, server.URL, "/runs?smooth=0.8&run="+ids[0]+"&run="+ids[3])
}

// The page of a run that has not measured anything yet gets charts when it has.
func TestFirstFigures(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must.OK(t, os.CopyFS(filepath.Join(dir, "new"), os.DirFS("../../../../internal/evalbench/runs/testdata/first")))
	metrics := filepath.Join(dir, "new", "metrics.jsonl")
	text := must.Get(os.ReadFile(metrics))(t)
	must.OK(t, os.WriteFile(metrics, nil, 0o666))
	server := serveSite(t, newSiteOf(t, shown{runs: dir}))
	b := pagetest.Start(t)
	b.Visit(server.URL, "/runs?run="+runIDs(t, server)[0], 1280, false)
	b.Await("document.body.textContent.includes('Nothing has been measured yet')")
	first := bytes.IndexByte(text, '\n') + 1
	must.OK(t, os.WriteFile(metrics, text[:first], 0o666))
	b.Await(points + " == 1")
	must.OK(t, os.WriteFile(metrics, text, 0o666)) // with a quantity that the first line lacks
	b.Await(points + " >= 6")
	if faults := b.Faults(); len(faults) > 0 {
		t.Errorf("faults %q", faults)
	}
}
