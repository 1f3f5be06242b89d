package serve

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

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
	server := serveSite(t, newSiteOf(t, shown{runs: "../../../../evalbench/runs/testdata"}))
	b := pagetest.Start(t)
	ids := runIDs(t, server)
	look(t, b, server.URL, "/runs")
	look(t, b, server.URL, "/runs?smooth=0.8&run="+ids[0]+"&run="+ids[3])
	look(t, b, server.URL, "/runs/"+ids[0])
}

// The list of a sweep of 110 runs fits phones and screens, breaks no rule of axe-core, is sorted and put
// together without a reload, and keeps what is selected from page to page.
func TestManyRunsInBrowser(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	config := string(must.Get(os.ReadFile("../../../../evalbench/runs/testdata/first/config.json"))(t))
	for i := range 110 {
		run := filepath.Join(dir, "sweep", "steps", fmt.Sprintf("td-%016x", i), "run")
		must.OK(t, os.CopyFS(run, os.DirFS("../../../../evalbench/runs/testdata/first")))
		text := strings.Replace(strings.Replace(config, "    10\n", fmt.Sprintf("    %d\n", 10+i/5), 1), `"seed": 1`, fmt.Sprintf(`"seed": %d`, 1+i%5), 1)
		must.OK(t, os.WriteFile(filepath.Join(run, "config.json"), []byte(text), 0o666))
	}
	server := serveSite(t, newSiteOf(t, shown{runs: dir}))
	b := pagetest.Start(t)
	look(t, b, server.URL, "/runs?seeds=on&sort=result")
	look(t, b, server.URL, "/runs")
	const titles = "[...document.querySelectorAll('#list tbody th[scope=row] a')].map((l) => l.textContent.trim())"
	b.Evaluate(nil, "window.same = true; document.querySelector('#list [name=run]').click(); document.querySelector('[name=page]').click()")
	b.Await(titles + ".length === 10 && document.querySelector('#count').textContent.includes('1 selected ones are on other pages') && window.same")
	b.Evaluate(nil, "document.querySelector('#pick-all').click(); document.querySelector('[name=page]').click()")
	b.Await(titles + ".length === 100 && document.querySelectorAll('#list :checked').length === 1 && document.querySelectorAll('#list [name=run][type=hidden]').length === 10 && window.same")
	b.Evaluate(nil, "document.querySelector('[name=seeds]').click()")
	b.Await(titles + ".length === 22 && document.querySelectorAll('#list [name=run]:checked').length === 2 && window.same")
	b.Evaluate(nil, "document.querySelector('#find').value = 'hidden>28'; document.querySelector('#find').dispatchEvent(new Event('input', {bubbles: true}))")
	b.Await(titles + "[0] === 'hidden 10 (seed 1)' && " + titles + ".length === 4") // the selected one, and those that it finds
	b.Evaluate(nil, "document.querySelector('[name=all]').click()")
	b.Await("!window.same && document.querySelectorAll('.key.chosen li').length === 16")
	if faults := b.Faults(); len(faults) > 0 {
		t.Errorf("faults %q", faults)
	}
}

// The page of a run draws its curves and follows them without a reload; one click in the list opens it.
func TestRunInBrowser(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must.OK(t, os.CopyFS(filepath.Join(dir, "new"), os.DirFS("../../../../evalbench/runs/testdata/first")))
	server := serveSite(t, newSiteOf(t, shown{runs: dir}))
	b := pagetest.Start(t)
	b.Visit(server.URL, "/runs", 1280, false)
	b.Evaluate(nil, "document.querySelector('#list th[scope=row] a').click()")
	b.Await("location.pathname.startsWith('/runs/') && window.gammonlab?.plots?.size > 0")
	b.Await(points + " == 6")
	metrics := must.Get(os.OpenFile(filepath.Join(dir, "new", "metrics.jsonl"), os.O_APPEND|os.O_WRONLY, 0))(t)
	must.Get(metrics.WriteString(`{"games":7000,"positions":500000,"loss":0.004,"wall_seconds":2,"cpu_seconds":2}` + "\n"))(t)
	must.OK(t, metrics.Close())
	b.Await(points + " == 7 && document.querySelector('[id^=about-]').textContent.includes('7,000 of 24,000 games')")
	if faults := b.Faults(); len(faults) > 0 {
		t.Errorf("faults %q", faults)
	}
}

// The page of a run that has not measured anything yet gets charts when it has.
func TestFirstFigures(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must.OK(t, os.CopyFS(filepath.Join(dir, "new"), os.DirFS("../../../../evalbench/runs/testdata/first")))
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

// A run is hidden in all charts, one cursor moves over all, another chart becomes the large one
// and is pinned, and the search and notes work without a reload. A new run appears in the list.
func TestRunsDeskInBrowser(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	source := os.DirFS("../../../../evalbench/runs/testdata")
	must.OK(t, os.CopyFS(dir, source))
	server := serveSite(t, newSiteOf(t, shown{runs: dir, save: t.TempDir()}))
	ids := runIDs(t, server)
	b := pagetest.Start(t)
	b.Visit(server.URL, "/runs?run="+ids[0]+"&run="+ids[3], 1280, false)
	b.Await(points + " >= 6")
	b.Click("[data-run='0']")
	b.Await("[...gammonlab.plots.values()].every(({u, curve}) => curve.lines.every((l, i) => u.series[i + 1].show === (l.run !== 1)))")
	b.Evaluate(nil, "document.querySelector('.focus .curve').focus()")
	b.Press(kb.ArrowRight)
	b.Await("[...document.querySelectorAll('.value')].filter((p) => p.textContent).length === gammonlab.plots.size && gammonlab.plots.size > 3")
	b.Evaluate(nil, "window.same = true; document.querySelector('#q6c6f7373 h3 a').click()")
	b.Await("document.querySelector('.focus #q6c6f7373 canvas') && location.search.includes('focus=loss')")
	b.Evaluate(nil, "document.querySelector('#q6c6f7373 [data-arrange]').click()")
	b.Await("document.querySelector('#q6c6f7373 [data-arrange]')?.textContent === 'Unpin' && [...gammonlab.plots.values()].every(({u, curve}) => curve.lines.every((l, i) => u.series[i + 1].show === (l.run !== 1)))")
	b.Evaluate(nil, "document.querySelector('#run-"+ids[1]+" details').open = true; document.querySelector('#tags-"+ids[1]+"').value = 'slow'; document.querySelector('#run-"+ids[1]+" form button').click()")
	b.Await("document.querySelector('#run-" + ids[1] + " .tag')?.textContent === '#slow'")
	b.Evaluate(nil, "document.querySelector('#find').value = '#slow'; document.querySelector('#find').dispatchEvent(new Event('input', {bubbles: true}))")
	b.Await("document.querySelectorAll('#list tbody tr').length === 3") // the compared ones stay
	b.Evaluate(nil, "document.querySelector('#find').value = ''; document.querySelector('#find').dispatchEvent(new Event('input', {bubbles: true}))")
	b.Await("document.querySelectorAll('#list tbody tr').length === 4")
	must.OK(t, os.CopyFS(filepath.Join(dir, "new"), must.Get(fs.Sub(source, "first"))(t)))
	b.Await("document.querySelectorAll('#list tbody tr').length === 5 && window.same")
	must.OK(t, os.RemoveAll(filepath.Join(dir, "new")))
	b.Await("document.querySelectorAll('#list tbody tr').length === 4")
	b.Evaluate(nil, "history.back()")
	b.Await("!location.search.includes('pin') && document.querySelector('#q6c6f7373 [data-arrange]')?.textContent === 'Pin'")
	if faults := b.Faults(); len(faults) > 0 {
		t.Errorf("faults %q", faults)
	}
}
