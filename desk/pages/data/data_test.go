package data

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/report"
	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/scheduler"
	"gammonlab/desk/pages/webtest"
	"gammonlab/engine"
	"gammonlab/engine/bearoff/generate"
	"gammonlab/evalbench/positions"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// start serves the data in a folder, with a database of endings if there is one.
func start(t *testing.T, endings *engine.Databases, folder ...string) *httptest.Server {
	t.Helper()
	all := must.Get(models.New(models.Options{Names: []string{"td512"}, Load: nets.LoadShipped, Databases: endings, Workers: 2}))(t)
	return webtest.Start(t, Register, &backend.Backend{Models: all, Pool: scheduler.NewPool(t.Context(), 2), Data: folder})
}

// write writes a database of 40 rows: positions after the opening rolls, of which each
// second has a label.
func write(t *testing.T, path string) {
	t.Helper()
	w := must.Get(datasets.Create(path, datasets.Meta{Variant: board.Backgammon, Provenance: map[string]string{"made": "by <b>a test"}}))(t)
	defer w.Abort()
	n := 0
	for a := uint8(1); a <= 6; a++ {
		for b := uint8(1); b < a; b++ {
			for i, p := range board.Plays(board.Backgammon.Start(), board.Roll{a, b}) {
				if i >= 3 || n == 40 {
					continue
				}
				r := datasets.NewRow(p.Result)
				r.Source = fmt.Sprintf("roll <%d>", a)
				if n%2 == 0 {
					r.Method, r.Trials, r.Probabilities[engine.Win], r.EquityError = datasets.Rollout, 36, 0.5, float32(n)/1000
				}
				if w.Write(&r) == nil {
					n++
				}
			}
		}
	}
	must.OK(t, w.Close())
}

// list returns a server's list of databases.
func list(t *testing.T, server *httptest.Server) (a listAnswer) {
	t.Helper()
	_, text := webtest.Get(t, server.URL+apiPath)
	must.OK(t, json.Unmarshal([]byte(text), &a))
	return a
}

// The page lists databases with their rows and names damaged ones; it does not read
// files outside the folder.
func TestDatabases(t *testing.T) {
	dir, outside := t.TempDir(), filepath.Join(t.TempDir(), "secret.parquet")
	write(t, filepath.Join(dir, "a<b>.parquet"))
	write(t, outside)
	must.OK(t, os.Symlink(outside, filepath.Join(dir, "link.parquet")))
	text := must.Get(os.ReadFile(outside))(t)
	must.OK(t, os.WriteFile(filepath.Join(dir, "torn.parquet"), text[:len(text)/2], 0o666))
	server := start(t, nil, dir)
	a := list(t, server)
	if len(a.Databases) != 1 || a.Databases[0].Rows < 30 || len(a.Damaged) != 1 || !strings.Contains(a.Damaged[0], "torn.parquet") {
		t.Fatalf("the list is %+v", a)
	}
	if _, page := webtest.Get(t, server.URL+path); strings.Contains(page, "a<b>") || !strings.Contains(page, "a&lt;b&gt;.parquet</a>") {
		t.Errorf("the page is %s", page)
	}
	at := server.URL + path + "/databases/" + a.Databases[0].ID
	_, page := webtest.Get(t, at+"?check=all")
	for _, want := range []string{"rows by class and label", "by &lt;b&gt;a test", "and no position occurs twice", "<h3>Row 1</h3>", "roll &lt;2&gt;", "Next rows", "<svg"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if status, page := webtest.Get(t, server.URL+path+"/databases/none"); status != 404 {
		t.Errorf("status %d: %s", status, page)
	}
}

// The page can filter rows and divides them into pages, which together contain
// all rows once.
func TestRows(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.parquet"))
	server := start(t, nil, dir)
	db := list(t, server).Databases[0]
	at := server.URL + apiPath + "/databases/" + db.ID
	read := func(query string) (all []report.RowRecord) {
		for from := int64(1); from > 0; {
			var a rowsAnswer
			_, text := webtest.Get(t, fmt.Sprintf("%s/rows?from=%d&%s", at, from, query))
			must.OK(t, json.Unmarshal([]byte(text), &a))
			if len(a.Rows) > pageRows {
				t.Fatalf("%d rows on a page", len(a.Rows))
			}
			all, from = append(all, a.Rows...), a.Next
		}
		return all
	}
	every := read("")
	for i, r := range every {
		if r.Number != int64(i+1) {
			t.Errorf("row %d is number %d", i+1, r.Number)
		}
	}
	if int64(len(every)) != db.Rows {
		t.Errorf("%d rows, want %d", len(every), db.Rows)
	}
	labelled, erring := read("method=rollout"), read("error=10")
	if len(labelled) < 15 || len(labelled) >= len(every) || len(erring) >= len(labelled) || *erring[0].Label.Error.Equity < 0.01 || labelled[0].Label.Win != 0.5 {
		t.Errorf("%d rows, %d labelled, %d with an error", len(every), len(labelled), len(erring))
	}
	if n := len(read("source=%3C2%3E")); n == 0 || n > 3 {
		t.Errorf("%d rows of a source", n)
	}
	if n := len(read("class=race")); n != 0 {
		t.Errorf("%d races", n)
	}
	for query, want := range map[string]int{"class=none": 400, "method=x": 400, "error=-1": 400, "error=NaN": 400, "from=0": 400, "from=x": 400, "from=100000": 200} {
		if status, text := webtest.Get(t, at+"/rows?"+query); status != want {
			t.Errorf("%s: status %d, want %d: %s", query, status, want, text)
		}
	}
	var info struct {
		Rows    int64
		Classes []struct{ Class string }
	}
	_, text := webtest.Get(t, at)
	must.OK(t, json.Unmarshal([]byte(text), &info))
	if info.Rows != db.Rows || len(info.Classes) != 1 || info.Classes[0].Class != "contact" {
		t.Errorf("the database is %s", text)
	}
}

// The page shows decisions with the net's choice next to the rollouts.
func TestBenchmark(t *testing.T) {
	dir := t.TempDir()
	set := positions.Standard()
	set.Decisions = set.Decisions[:12]
	var file bytes.Buffer
	must.OK(t, set.Write(&file))
	must.OK(t, os.WriteFile(filepath.Join(dir, "own.jsonl"), file.Bytes(), 0o666))
	must.OK(t, os.WriteFile(filepath.Join(dir, "metrics.jsonl"), []byte("{\"games\": 1}\n"), 0o666))
	must.OK(t, os.WriteFile(filepath.Join(dir, "torn.jsonl"), file.Bytes()[:len(file.Bytes())/2], 0o666))
	server := start(t, nil, dir)
	names := map[string]string{}
	for _, b := range list(t, server).Benchmarks {
		names[b.Name] = b.ID
	}
	if len(names) != 3 {
		t.Errorf("the benchmarks are %v", names)
	}
	status, page := webtest.Get(t, server.URL+path+"/benchmarks/"+names["own.jsonl"]+"?from=3")
	if status != 200 || !strings.Contains(page, "Decisions 3 to 12 of 12") || !strings.Contains(page, `<tr class="made">`) || !strings.Contains(page, "correct by the rollouts") || strings.Contains(page, "Next decisions") {
		t.Errorf("status %d: the page is %.3000s", status, page)
	}
	if status, page := webtest.Get(t, server.URL+path+"/benchmarks/standard"); status != 200 || !strings.Contains(page, "?from=11&amp;model=td512&amp;plies=0") {
		t.Errorf("status %d: the page is %.3000s", status, page)
	}
	for query, want := range map[string]int{
		"/benchmarks/standard?from=0": 400, "/benchmarks/standard?from=99999999": 400, "/benchmarks/standard?plies=9": 400,
		"/benchmarks/standard?model=none": 400, "/benchmarks/none": 404, "/benchmarks/" + names["torn.jsonl"]: 500,
	} {
		if status, _ := webtest.Get(t, server.URL+path+query); status != want {
			t.Errorf("%s: status %d, want %d", query, status, want)
		}
	}
}

// The page lists databases of endings with the data of their headers, and names
// other files with the same extension.
func TestListOfEndings(t *testing.T) {
	dir := t.TempDir()
	must.OK(t, os.Mkdir(filepath.Join(dir, "deep"), 0o777))
	file := filepath.Join(dir, "deep", "small.bd")
	must.OK(t, generate.TwoSided(t.Context(), file, generate.TwoSidedOptions{Points: 3, Checkers: 2}))
	must.OK(t, os.WriteFile(filepath.Join(dir, "other.bd"), []byte("something else"), 0o666))
	server := start(t, nil, dir)
	a := list(t, server)
	want := endingsAnswer{"deep/small.bd", "two-sided", 3, 2, must.Get(os.Stat(file))(t).Size()}
	if len(a.Endings) != 1 || a.Endings[0] != want || len(a.Damaged) != 1 || !strings.Contains(a.Damaged[0], "other.bd: file has 14 bytes") {
		t.Errorf("the list is %+v, want %+v", a, want)
	}
	if _, page := webtest.Get(t, server.URL+path); !strings.Contains(page, `<th scope="row">deep/small.bd</th><td class="text">two-sided</td><td>3</td><td>2</td>`) || strings.Contains(page, "Look up") {
		t.Errorf("the page is %s", page)
	}
}

// Endings are looked up by position.
func TestEndings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "small.bd")
	must.OK(t, generate.TwoSided(t.Context(), file, generate.TwoSidedOptions{Points: 3, Checkers: 3}))
	endings := new(engine.Databases)
	must.OK(t, endings.Open(file))
	server := start(t, endings)
	ending := board.Position{Own: board.Side{0: 1, 2: 1}, Opp: board.Side{1: 2}}
	_, page := webtest.Get(t, server.URL+path+"?position="+strings.ReplaceAll(ending.ID(), "+", "%2B"))
	if !strings.Contains(page, "Equity") || strings.Contains(page, `class="problem"`) {
		t.Errorf("the page is %s", page)
	}
	_, page = webtest.Get(t, server.URL+path+"?position=4HPwATDgc/ABMA")
	if !strings.Contains(page, "no database contains it") {
		t.Errorf("the page is %s", page)
	}
	if status, text := webtest.Get(t, server.URL+apiPath+"/endings?position="+strings.ReplaceAll(ending.ID(), "+", "%2B")); status != 200 || !strings.Contains(text, `"chances"`) {
		t.Errorf("status %d: %s", status, text)
	}
	for _, position := range []string{"", "x", "4HPwATDgc/ABMA"} {
		if status, text := webtest.Get(t, server.URL+apiPath+"/endings?position="+position); status != 400 {
			t.Errorf("%q: status %d: %s", position, status, text)
		}
	}
}
