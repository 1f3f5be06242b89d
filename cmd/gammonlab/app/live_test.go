package app

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"gammonlab/internal/must"
	"gammonlab/internal/pagetest"
	"gammonlab/internal/waittest"
)

// firstRun returns the ID of the first run that a server shows, once there is one.
func firstRun(t *testing.T, server string) string {
	t.Helper()
	var list struct{ Runs []struct{ ID string } }
	waittest.Until(t, "a run", func() bool {
		response := must.Get(http.Get(server + "/api/v1/runs"))(t)
		err := json.NewDecoder(response.Body).Decode(&list)
		response.Body.Close()
		must.OK(t, err)
		return len(list.Runs) > 0
	})
	return list.Runs[0].ID
}

// points is how many points of the loss the page draws.
const points = "[...gammonlab.plots].filter(([figure]) => figure.id === 'q6c6f7373').map(([, plot]) => plot.u.data[0].length)[0]"

// The page of a run in training is updated: its curve, words and table grow to
// 200 points, and keys move a cursor that shows values.
func TestLiveCurve(t *testing.T) {
	dir := t.TempDir()
	server := program.Start(t, "serve", "--bearoff", "none", "--model", tiny, "--listen", "127.0.0.1:0", "--runs", dir).Err.Find(t, `http://127\.0\.0\.1:\d+`)
	b := pagetest.Start(t) // which ends its streams before the server waits for them
	program.Start(t, strings.Fields("train td --variant hypergammon1 --hidden 5 --games 1000000 --checkpoint 200 --bench-games 100 --bench-every 2000 --bearoff none --workers 1 --out "+filepath.Join(dir, "live"))...)
	page := b.Visit(server, "/runs?focus=loss&run="+firstRun(t, server), 1280, false)
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
	if !strings.Contains(first, "games of self-play: ") || !strings.Contains(first, "/live ") || first == second {
		t.Errorf("the cursor says %q, then %q", first, second)
	}
	if faults := b.Faults(); len(faults) > 0 {
		t.Errorf("faults %q", faults)
	}
}
