package training

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/folders"
	"gammonlab/desk/pages/webtest"
	"gammonlab/internal/must"
)

// examples are run folders for tests.
const examples = "../../../evalbench/runs/testdata"

// start serves the runs in a folder.
func start(t *testing.T, folder ...string) *httptest.Server {
	t.Helper()
	return webtest.Start(t, Register, &backend.Backend{Runs: folder})
}

// ids returns the IDs of the runs by name.
func ids(t *testing.T, server *httptest.Server) map[string]string {
	t.Helper()
	_, text := webtest.Get(t, server.URL+apiPath)
	var list struct{ Runs []struct{ ID, Name string } }
	must.OK(t, json.Unmarshal([]byte(text), &list))
	all := map[string]string{}
	for _, r := range list.Runs {
		all[r.Name] = r.ID
	}
	return all
}

// The page shows all runs, and those that are chosen in charts, words and tables, also
// without a script.
func TestPage(t *testing.T) {
	server := start(t, examples)
	all := ids(t, server)
	if len(all) != 4 {
		t.Fatalf("the runs are %v", all)
	}
	query := url.Values{"run": {all["first"], all["second"]}, "smooth": {"0.5"}, "log_y": {"on"}}
	status, text := webtest.Get(t, server.URL+"/runs?"+query.Encode())
	for _, want := range []string{
		`value="` + all["parts"] + `"`, "<span class=\"status stopped\">stopped</span>", "Strength against pubeval", "<svg",
		"first: −335 (−532.4 to −137.6) at 6,000 games of self-play; the best is −335 at 6,000.",
		"running mean of weight 0.5, raw values behind", "<th scope=\"row\">lambda</th><td>0</td><td>0.7</td>",
		"data-events=\"/runs/events?log_y=on&amp;run=",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing", want)
		}
	}
	if status != http.StatusOK || strings.Contains(strings.ReplaceAll(text, "font-style=", ""), "style=") {
		t.Errorf("status %d, or styles in attributes", status)
	}
	if _, text := webtest.Get(t, start(t).URL+"/runs"); !strings.Contains(text, "--runs FOLDER") {
		t.Error("without a folder the page does not say how to name one")
	}
}

func TestMistakes(t *testing.T) {
	server := start(t, examples)
	id := ids(t, server)["first"]
	for path, want := range map[string]int{
		"/runs?run=none": 404, "/runs?run=../secret": 404, "/runs?x=time&run=" + id: 400, "/runs?smooth=1": 400, "/runs?smooth=NaN": 400, "/runs?smooth=a": 400,
		"/runs?" + strings.Repeat("run=x&", 2): 404,
		"/runs?x=epoch&run=" + id:              200, apiPath + "/none/metrics": 404, apiPath + "/" + id + "/metrics?since=-1": 400, apiPath + "/" + id + "/metrics?since=x": 400,
		apiPath + "/..%2f..%2fsecret/metrics": 404, apiPath + "/none/events": 404, "/runs/events?run=none": 404,
	} {
		status, text := webtest.Get(t, server.URL+path)
		if status != want {
			t.Errorf("%s: status %d, want %d: %s", path, status, want, text)
		}
	}
	if _, text := webtest.Get(t, server.URL+"/runs?x=epoch&run="+id); !strings.Contains(text, "have no epoch") {
		t.Error("the page does not say that the run lacks the axis")
	}
}

// The API returns lines of metrics unchanged, from any line on.
func TestMetrics(t *testing.T) {
	server := start(t, examples)
	id := ids(t, server)["first"]
	lines := strings.Split(strings.TrimSpace(string(must.Get(os.ReadFile(filepath.Join(examples, "first/metrics.jsonl")))(t))), "\n")
	var a metricsAnswer
	_, text := webtest.Get(t, server.URL+apiPath+"/"+id+"/metrics?since=2")
	must.OK(t, json.Unmarshal([]byte(text), &a))
	if a.Since != 2 || a.Next != len(lines) || len(a.Lines) != len(lines)-2 || string(a.Lines[0]) != lines[2] {
		t.Errorf("the answer is %s", text)
	}
}

// event reads the next event of a name from a stream.
func event(t *testing.T, from *bufio.Scanner, name string) string {
	t.Helper()
	found := false
	for from.Scan() {
		if data, ok := strings.CutPrefix(from.Text(), "data: "); ok && found {
			return data
		}
		if kind, ok := strings.CutPrefix(from.Text(), "event: "); ok {
			found = kind == name
		}
	}
	t.Fatalf("the stream ended without %s: %v", name, from.Err())
	return ""
}

// follow opens a stream.
func follow(t *testing.T, address string) *bufio.Scanner {
	t.Helper()
	response := must.Get(http.Get(address))(t)
	t.Cleanup(func() { response.Body.Close() })
	if response.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d", address, response.StatusCode)
	}
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<22)
	return lines
}

// Streams send new data: complete lines of metrics, and the changed parts of
// the page.
func TestEvents(t *testing.T) {
	dir := t.TempDir()
	run := filepath.Join(dir, "a<b>\u202e\"")
	must.OK(t, os.CopyFS(run, os.DirFS(filepath.Join(examples, "first"))))
	server := start(t, dir)
	id := ids(t, server)["a<b>\u202e\""]
	page, api := follow(t, server.URL+"/runs/events?run="+id), follow(t, server.URL+apiPath+"/"+id+"/events")
	var n struct {
		HTML   map[string]string
		Curves map[string]struct{ Data [][]*float64 }
	}
	must.OK(t, json.Unmarshal([]byte(event(t, page, "state")), &n))
	figure := "q" + "6c6f7373" // loss
	before := len(n.Curves[figure].Data[0])
	var a metricsAnswer
	must.OK(t, json.Unmarshal([]byte(event(t, api, "append")), &a))
	metrics := must.Get(os.OpenFile(filepath.Join(run, "metrics.jsonl"), os.O_APPEND|os.O_WRONLY, 0))(t)
	must.Get(metrics.WriteString("{\"games\": 8000, \"loss\": 0.001}\n{\"games\":"))(t) // in one call, since the server may read the file at any time
	must.OK(t, metrics.Close())
	must.OK(t, json.Unmarshal([]byte(event(t, page, "state")), &n))
	if got := len(n.Curves[figure].Data[0]); got != before+1 || !strings.Contains(n.HTML["said-"+figure], "0.001 at 8,000 games") {
		t.Errorf("%d points after %d, %q", got, before, n.HTML["said-"+figure])
	}
	if strings.Contains(n.HTML["said-"+figure], "<b>") {
		t.Errorf("a name is markup: %s", n.HTML["said-"+figure])
	}
	var b metricsAnswer
	must.OK(t, json.Unmarshal([]byte(event(t, api, "append")), &b))
	if b.Since != a.Next || len(b.Lines) != 1 || string(b.Lines[0]) != `{"games":8000,"loss":0.001}` && string(b.Lines[0]) != `{"games": 8000, "loss": 0.001}` {
		t.Errorf("after %d lines came %+v", a.Next, b)
	}
}

// The page names damaged runs and shows all others.
func TestDamaged(t *testing.T) {
	dir := t.TempDir()
	must.OK(t, os.CopyFS(filepath.Join(dir, "good"), os.DirFS(filepath.Join(examples, "first"))))
	must.OK(t, os.CopyFS(filepath.Join(dir, "bad"), os.DirFS(filepath.Join(examples, "second"))))
	must.OK(t, os.WriteFile(filepath.Join(dir, "bad/metrics.jsonl"), []byte("{\"games\": 1}\n<script>\n"), 0o666))
	server := start(t, dir)
	_, text := webtest.Get(t, server.URL+"/runs")
	if !strings.Contains(text, "metrics.jsonl:2:") || strings.Contains(text, "<script>\n") || !strings.Contains(text, ">good</a></th>") {
		t.Errorf("the page is %s", text)
	}
}

// Notes of runs are kept in the folder of the server. The search finds runs by words of the name,
// settings, tags and notes.
func TestNotes(t *testing.T) {
	save := t.TempDir()
	server := webtest.Start(t, Register, &backend.Backend{Runs: []string{examples}, Save: save})
	id := ids(t, server)["first"]
	form := url.Values{"tags": {"#base, quick base"}, "note": {" old <labels> "}}
	response := must.Get(http.PostForm(server.URL+path+"/"+id+"/note?find=first", form))(t)
	response.Body.Close()
	if at := response.Request.URL.String(); response.StatusCode != http.StatusOK || at != server.URL+"/runs?find=first" {
		t.Errorf("status %d at %s", response.StatusCode, at)
	}
	server = webtest.Start(t, Register, &backend.Backend{Runs: []string{examples}, Save: save})
	for query, want := range map[string]bool{
		"": true, "first": true, "%23base": true, "labels+quick": true, "games%3d24000": true, "TRAIN+TD": true, "labels+none": false, "%23bas+second": false,
	} {
		_, text := webtest.Get(t, server.URL+path+"?find="+query)
		if got := strings.Contains(text, `id="run-`+id); got != want {
			t.Errorf("%s finds it: %v", query, got)
		}
		if want && !strings.Contains(text, `<span class="tag">#base</span> <span class="tag">#quick</span> old &lt;labels&gt;</summary>`) {
			t.Errorf("the note is missing: %s", text)
		}
	}
	if _, text := webtest.Get(t, server.URL+apiPath); !strings.Contains(text, `"tags":["base","quick"],"note":"old \u003clabels\u003e"`) {
		t.Error(text)
	}
	for _, c := range []struct{ tags, note, want string }{
		{strings.Repeat("x", 41), "", "want 1 to 40 letters"}, {strings.Repeat("a b ", 5) + "c d e f g h i j k l m n o p q r s t u v", "", "want at most 20"}, {"", strings.Repeat("x", 10001), "10001 letters"},
	} {
		if _, err := newNote(c.tags, c.note); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	if response := must.Get(http.PostForm(start(t, examples).URL+path+"/"+id+"/note", form))(t); response.StatusCode != http.StatusConflict {
		t.Errorf("without a folder: status %d", response.StatusCode)
	}
	must.OK(t, os.WriteFile(filepath.Join(save, notesFile), []byte("{\"x\": {\"tags\": 1}}"), 0o666))
	must.Fail(t, must.Err(openNotes(save)), notesFile)
}

// Charts are exported with the options of the page.
func TestExport(t *testing.T) {
	server := start(t, examples)
	all := ids(t, server)
	query := "?run=" + all["first"] + "&run=" + all["second"] + "&quantity="
	for file, want := range map[string]string{"chart.svg": "<svg", "chart.png": "\x89PNG", "chart.csv": "games of self-play,first (high),first (low),first,"} {
		status, text := webtest.Get(t, server.URL+path+"/files/"+file+query+"strength")
		if at := strings.Index(text, want); status != http.StatusOK || at < 0 || at > 200 {
			t.Errorf("%s: status %d, %.200s", file, status, text)
		}
	}
	_, text := webtest.Get(t, server.URL+path+"/files/chart.csv"+query+"loss&smooth=0.5&x=wall")
	if lines := strings.Split(text, "\n"); !strings.HasPrefix(lines[0], "seconds of work,first (raw),first,second (raw),second") || !strings.HasPrefix(lines[1], "0.125,0.00371731111,0.0037173111") && !strings.HasPrefix(lines[1], "0.125,0.0037173111036710293,0.0037173111036710293,,") {
		t.Errorf("%.300s", text)
	}
	for at, want := range map[string]int{"chart.gif" + query + "loss": 404, "svg" + query + "loss": 404, "chart.svg" + query + "none": 400, "chart.svg?run=none&quantity=loss": 404} {
		if status, text := webtest.Get(t, server.URL+path+"/files/"+at); status != want {
			t.Errorf("%s: status %d, want %d: %s", at, status, want, text)
		}
	}
}

// One chart is large, others are if they are pinned; quantities that never change are text.
func TestArrangement(t *testing.T) {
	server := start(t, examples)
	id := ids(t, server)["first"]
	_, text := webtest.Get(t, server.URL+path+"?run="+id+"&focus=loss&pin=gammon_share")
	large := strings.Count(text, `class="large"`)
	if large != 2 || !strings.Contains(text, `id="q6c6f7373" class="large"`) || !strings.Contains(text, "<dt>rate</dt><dd>first: 0.1; always the same</dd>") {
		t.Errorf("%d large charts in %s", large, text)
	}
	if want := `href="/runs/files/chart.csv?run=` + id + `&amp;quantity=loss"`; !strings.Contains(text, want) {
		t.Errorf("no %s in %s", want, text)
	}
	if _, text := webtest.Get(t, server.URL+path+"?run="+id+"&focus=none"); strings.Count(text, `class="large"`) != 1 {
		t.Error("an unknown focus is not the first chart")
	}
}

// TestSteps: runs that a recipe has made are called by their settings, in the list and in the keys.
func TestSteps(t *testing.T) {
	folder := t.TempDir()
	for from, to := range map[string]string{"first": "net-0123456789abcdef", "second": "net-fedcba9876543210"} {
		must.OK(t, os.CopyFS(filepath.Join(folder, "steps", to, "run"), os.DirFS(filepath.Join(examples, from))))
	}
	server := start(t, folder)
	query := url.Values{}
	for _, id := range ids(t, server) {
		query.Add("run", id)
	}
	_, text := webtest.Get(t, server.URL+"/runs?"+query.Encode())
	for _, want := range []string{
		`hidden 10, λ 0, rate 0.1 (seed 1): −335`, `<p class="soft">steps/net-0123456789abcdef/run</p>`, `<p class="soft">steps/net-fedcba9876543210/run</p>`,
		"hidden 20, λ 0.7, rate exp:0.1:0.01 (seed 2): ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing", want)
		}
	}
}

// sweep makes the runs of a recipe in a folder: of each number of hidden units and seed, with the
// strength that is 0.1 for each 10 units and falls with the seed.
func sweep(t *testing.T, folder string, hidden, seeds int) {
	t.Helper()
	config := string(must.Get(os.ReadFile(filepath.Join(examples, "first/config.json")))(t))
	for h := range hidden {
		for s := range seeds {
			dir := filepath.Join(folder, "steps", fmt.Sprintf("td-hidden-%d-seed-%d-%016x", 10*(h+1), s+1, 100*h+s), "run")
			must.OK(t, os.MkdirAll(dir, 0o777))
			text := strings.NewReplacer(`"hidden": [
    10
  ]`, fmt.Sprintf(`"hidden": [%d]`, 10*(h+1)), `"hidden": [10]`, fmt.Sprintf(`"hidden": [%d]`, 10*(h+1)), `"seed": 1`, fmt.Sprintf(`"seed": %d`, s+1)).Replace(config)
			must.OK(t, os.WriteFile(filepath.Join(dir, "config.json"), []byte(text), 0o666))
			ppg := 0.1*float64(h+1) - 0.01*float64(s)
			must.OK(t, os.WriteFile(filepath.Join(dir, "metrics.jsonl"), fmt.Appendf(nil, `{"games":100,"positions":5000,"loss":%g,"pubeval_ppg":%[2]g,"pubeval_ppg_low":%[2]g,"pubeval_ppg_high":%[2]g,"wall_seconds":1}`+"\n", 1-ppg, ppg), 0o666))
		}
	}
}

// titles returns the titles of the rows of the list.
func titles(text string) (all []string) {
	for _, part := range strings.Split(text, `<th scope="row"><a `)[1:] {
		_, title, _ := strings.Cut(part, ">")
		title, _, _ = strings.Cut(title, "</a>")
		all = append(all, title)
	}
	return all
}

// A list of 120 runs has pages. It is sorted by result or setting, puts seeds together with the mean
// and its interval, and finds conditions.
func TestManyRuns(t *testing.T) {
	folder := t.TempDir()
	sweep(t, filepath.Join(folder, "one"), 12, 10)
	server := start(t, folder)
	get := func(query string) string {
		t.Helper()
		status, text := webtest.Get(t, server.URL+"/runs?"+query)
		if status != http.StatusOK {
			t.Fatalf("%s: status %d: %s", query, status, text)
		}
		return text
	}
	for query, want := range map[string]string{
		"":                                      "100 hidden 10 (seed 1) to hidden 100 (seed 10)",
		"page=2":                                "20 hidden 110 (seed 1) to hidden 120 (seed 10)",
		"page=9":                                "20 hidden 110 (seed 1) to hidden 120 (seed 10)",
		"sort=result":                           "100 hidden 120 (seed 1) to hidden 30 (seed 10)",
		"sort=result&page=2":                    "20 hidden 20 (seed 1) to hidden 10 (seed 10)",
		"sort=result&value=loss&find=hidden<40": "30 hidden 10 (seed 10) to hidden 30 (seed 1)",
		"sort=seed&find=hidden%3E100":           "20 hidden 110 (seed 1) to hidden 120 (seed 10)",
		"sort=seed&find=hidden%3D10":            "10 hidden 10 (seed 1) to hidden 10 (seed 10)",
		"find=hidden%3D[120]+seed%3D3":          "1 hidden 120 (seed 3) to hidden 120 (seed 3)",
		"find=strength%3E1.155":                 "5 hidden 120 (seed 1) to hidden 120 (seed 5)",
		"find=120+(seed+3)":                     "1 hidden 120 (seed 3) to hidden 120 (seed 3)",
		"seeds=on&sort=result":                  "12 hidden 120 to hidden 10",
		"seeds=on&sort=result&value=loss&find=hidden<40": "3 hidden 10 to hidden 30",
	} {
		all := titles(get(query))
		if len(all) == 0 {
			t.Errorf("%s: no rows", query)
			continue
		}
		if got := fmt.Sprintf("%d %s to %s", len(all), all[0], all[len(all)-1]); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	text := get("seeds=on&sort=result")
	// The mean over seeds of 1.2 − 0.01·(0 … 9), with t(9) = 2.262: 1.155 ± 2.262·0.03028/√10.
	if !strings.Contains(text, "1.155 ± 0.02166</td>") || !strings.Contains(text, "<td>10 runs</td>") {
		t.Errorf("the mean is missing in %s", text)
	}
	if text := get("page=2"); !strings.Contains(text, "Page 2 of 2") || !strings.Contains(text, `name="page" value="1"`) || strings.Contains(text, `name="page" value="3"`) {
		t.Error("page 2 does not lead to its neighbour only")
	}
	for query, want := range map[string]int{"page=0": 400, "page=x": 400, "sort=none": 400, "all=on": 200, "find=nothing+here": 200} {
		if status, text := webtest.Get(t, server.URL+"/runs?"+query); status != want {
			t.Errorf("%s: status %d, want %d: %s", query, status, want, text)
		}
	}
}

// Runs are selected by several IDs at once and all together; selected ones of other pages stay
// selected. More runs than a table has columns have a row each.
func TestSelection(t *testing.T) {
	folder := t.TempDir()
	sweep(t, filepath.Join(folder, "one"), 5, 25)
	server := start(t, folder)
	all := ids(t, server)
	var some []string
	for name, id := range all {
		if strings.Contains(name, "hidden-50-seed-2-") || strings.Contains(name, "hidden-50-seed-20-") || strings.Contains(name, "hidden-10-seed-1-") {
			some = append(some, id)
		}
	}
	_, text := webtest.Get(t, server.URL+"/runs?run="+strings.Join(some, ","))
	if n := strings.Count(text, `<input type="hidden" name="run"`); n != 2 || strings.Count(text, `checked="checked"`) != 1 || !strings.Contains(text, "2 selected ones are on other pages") {
		t.Errorf("%d hidden runs, want 2, and 1 that is checked", n)
	}
	_, text = webtest.Get(t, server.URL+"/runs?all=on&find=seed%3C5")
	if n := strings.Count(text, `checked="checked"`); n != 20 {
		t.Errorf("%d runs are selected, want 20", n)
	}
	if !strings.Contains(text, `<th scope="row">hidden 50 (seed 4)</th><td>[50]</td><td>4</td>`) {
		t.Errorf("no row of settings in %s", text[strings.Index(text, "Settings that differ"):])
	}
}

// Several sweeps have headings, and so have runs of no sweep.
func TestHeadings(t *testing.T) {
	folder := t.TempDir()
	sweep(t, filepath.Join(folder, "one"), 2, 2)
	sweep(t, filepath.Join(folder, "two"), 1, 3)
	must.OK(t, os.CopyFS(filepath.Join(folder, "single"), os.DirFS(filepath.Join(examples, "first"))))
	_, text := webtest.Get(t, start(t, folder).URL+"/runs")
	for _, want := range []string{">one: 4 runs</th>", ">single runs</th>", ">two: 3 runs</th>"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing", want)
		}
	}
}

// The stream of the page sends nothing while nothing changes.
func TestQuiet(t *testing.T) {
	folder := t.TempDir()
	sweep(t, folder, 2, 2)
	c := &catalog{folders: must.Get(folders.Open([]string{folder}))(t)}
	first, _, err := c.list()
	must.OK(t, err)
	c.read = time.Time{}
	second, _, err := c.list()
	must.OK(t, err)
	if len(first) != 4 || !slices.Equal(first, second) {
		t.Errorf("%v became %v", first, second)
	}
}
