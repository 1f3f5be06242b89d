package web

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/cmd/gammonlab/internal/train"
	"gammonlab/internal/must"
	"gammonlab/internal/pagetest"
)

// beginRun begins a training run in a folder, which ends with the test, and returns when
// it has a first line of metrics.
func beginRun(t *testing.T, dir string) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	var out bytes.Buffer
	go func() {
		defer close(ended)
		program := cliutil.Program{Name: "gammonlab", Commands: []*cli.Command{train.Command()}}
		program.Run(ctx, strings.Fields("gammonlab train td --variant hypergammon1 --hidden 5 --games 1000000 --checkpoint 200 --bench-games 100 --bench-every 2000 --bearoff none --workers 1 --out "+dir), nil, &out, &out)
	}()
	t.Cleanup(func() {
		stop()
		<-ended
		if t.Failed() {
			t.Logf("the run said\n%s", out.String())
		}
	})
}

// runIDs returns the IDs of the runs that a server shows.
func runIDs(t *testing.T, server *httptest.Server) []string {
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

// A run that is trained is shown live: its curve grows to 200 points, by the words and
// the table too, and the cursor says values by keys.
func TestLiveCurve(t *testing.T) {
	dir := t.TempDir()
	server := serveSite(t, newSiteOf(t, shown{runs: dir}))
	b := pagetest.Start(t) // which ends its streams before the server waits for them
	beginRun(t, filepath.Join(dir, "live"))
	var ids []string
	for end := time.Now().Add(20 * time.Second); len(ids) == 0; ids = runIDs(t, server) {
		if time.Now().After(end) {
			t.Fatal("there is no run")
		}
		time.Sleep(50 * time.Millisecond)
	}
	page := b.Visit(server.URL, "/runs?run="+ids[0], 1280, false)
	if len(page.Faults) > 0 {
		t.Fatalf("faults %q", page.Faults)
	}
	b.Await(points + " >= 3")
	b.Await(points + " >= 200")
	b.Await("document.querySelectorAll('#rows-q6c6f7373 tr').length >= 200")
	if text := b.Text(".runs tbody tr"); !strings.Contains(text, "running") || !strings.Contains(text, "games") {
		t.Errorf("the list says %q", text)
	}
	b.Focus("#q6c6f7373 .curve")
	b.Press(kb.ArrowLeft)
	first := b.Text("#q6c6f7373 .value")
	b.Press(kb.ArrowLeft)
	second := b.Text("#q6c6f7373 .value")
	if !strings.Contains(first, "games of self-play: live ") || first == second {
		t.Errorf("the cursor says %q, then %q", first, second)
	}
	if faults := b.Faults(); len(faults) > 0 {
		t.Errorf("faults %q", faults)
	}
}

// Comparisons fit phones and screens, and break no rule of axe-core.
func TestComparisonInBrowser(t *testing.T) {
	server := serveSite(t, newSiteOf(t, shown{runs: "../../../../evalbench/runs/testdata"}))
	b := pagetest.Start(t)
	ids := runIDs(t, server)
	look(t, b, server.URL, "/runs")
	look(t, b, server.URL, "/runs?smooth=0.8&run="+ids[0]+"&run="+ids[3])
}

// The page of a run that has not measured anything yet gets charts when it has.
func TestFirstFigures(t *testing.T) {
	dir := t.TempDir()
	must.OK(t, os.CopyFS(filepath.Join(dir, "new"), os.DirFS("../../../../evalbench/runs/testdata/first")))
	metrics := filepath.Join(dir, "new", "metrics.jsonl")
	text := must.Get(os.ReadFile(metrics))(t)
	must.OK(t, os.WriteFile(metrics, nil, 0o666))
	server := serveSite(t, newSiteOf(t, shown{runs: dir}))
	b := pagetest.Start(t)
	b.Visit(server.URL, "/runs?run="+runIDs(t, server)[0], 1280, false)
	b.Await("document.body.textContent.includes('Nothing was measured yet')")
	first := bytes.IndexByte(text, '\n') + 1
	must.OK(t, os.WriteFile(metrics, text[:first], 0o666))
	b.Await(points + " == 1")
	must.OK(t, os.WriteFile(metrics, text, 0o666)) // with a quantity that the first line lacks
	b.Await(points + " >= 6")
	if faults := b.Faults(); len(faults) > 0 {
		t.Errorf("faults %q", faults)
	}
}
