package jobs

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/scheduler"
	"gammonlab/desk/pages/site"
	"gammonlab/desk/pages/webtest"
	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/evalbench"
	"gammonlab/internal/must"
	"gammonlab/internal/setting"
	"gammonlab/nets"
	"gammonlab/work"
	_ "gammonlab/work/kinds"
	"gammonlab/work/paths"
)

func start(t *testing.T) *httptest.Server {
	t.Helper()
	all := must.Get(models.New(models.Options{Names: []string{"td512"}, Load: nets.LoadShipped, Workers: 2}))(t)
	register := func(s *site.Site, l *backend.Backend) error { return must.Err(Register(s, l)) }
	return webtest.Start(t, register, &backend.Backend{Models: all, Pool: scheduler.NewPool(t.Context(), 2), Jobs: t.TempDir(), Scratch: t.TempDir()})
}

// times matches the fields of results that differ between equal runs.
var times = regexp.MustCompile(`,"(seconds|games_per_second)":[^,}]*`)

// A job's result is that of the same settings in the program.
func TestCall(t *testing.T) {
	server := start(t)
	calls := []struct{ kind, body, text string }{ // text is one of the result; later calls read what earlier ones made
		{"bench-match", `{"a": "net:td512", "b": "pubeval", "games": 40, "cubeful": true, "max_beavers": 1, "bearoff": "none", "seed": 3, "luck": "a"}`, "40 games in 20 pairs"},
		{"bench-sprt", `{"a": "pubeval", "b": "random", "elo": "0,50", "cubeful": true, "bearoff": "none"}`, "H1 accepted"},
		{"bench-tournament", `{"players": ["net:td512,plies=0", "pubeval", "random"], "gauntlet": "pubeval", "games": 40, "match": 3, "bearoff": "none"}`, "2  pubeval"},
		{"rating-simulate", `{"study": "1", "matches": 1, "lengths": [1], "model": "td512", "bearoff": "none"}`, "study.parquet: 6 matches, SHA-256 "},
		{"bench-positions-run", `{"player": ["net:td512", "pubeval"], "plies": [0, 1], "bearoff": "none", "worst": 1}`, "net:td512,plies=1"},
		{"bench-suite", `{"player": "pubeval", "tests": "101-105", "bearoff": "none"}`, "tests"},
		{"openings-build", `{"model": "td512", "no_replies": true, "candidates": 1, "trials": 1, "truncate": 1, "truncate_plies": 0, "bearoff": "none"}`, "24/23 13/11"},
		{"rollout", `{"model": "td512", "position": "4HPwATDgc/ABMA", "dice": "31", "candidates": 2, "trials": 36, "truncate": 2, "bearoff": "none"}`, "8/5 6/5"},
		{"dataset-generate", `{"out": "a.parquet", "player": "net:td512", "noise": 0.02, "positions": 1500, "seed": 3, "bearoff": "none"}`, "a.parquet: 1500 positions"},
		{"bench-positions-build", `{"player": "net:td512", "model": "td512", "decisions": 2, "cubes": 1, "candidates": 2, "trials": 36, "truncate": 2, "bearoff": "none"}`, "2 rolls and 1 cubes"},
		{"dataset-label", `{"in": "a.parquet", "out": "b.parquet", "method": "static", "class": "race", "model": "td512", "bearoff": "none"}`, "b.parquet: 1500 rows"},
		{"bench-values", `{"file": ["b.parquet"], "model": ["td512"], "plies": [0, 1], "worst": 1, "bearoff": "none"}`, "td512, 1-ply on b, number 1"},
		{"features-ablate", `{"data": "b.parquet", "features": "pubeval122", "hidden": [4], "epochs": 1, "permutations": 2, "retrain": true}`, "pubeval122"},
		{"train-td", `{"out": "td", "hidden": [4], "games": 64, "checkpoint": 32, "bench_every": 32, "bench_games": 4, "starts": ["a.parquet=2"], "opening": 0.5, "bearoff": "none"}`, "model: model.safetensors"},
		{"train-supervised", `{"out": "supervised", "data": "b.parquet", "hidden": "4", "epochs": 1, "bearoff": "none"}`, "model: model.safetensors"},
		{"weights-prune", `{"model": "td512", "part": "race", "positions": 1000, "epochs": 1, "hidden": [4]}`, "model.safetensors: 1 pruning net"},
		{"weights-cube", `{"model": "td512", "data": "a.parquet", "positions": 1000, "rounds": 1, "epochs": 1, "hidden": "4", "bearoff": "none"}`, "round 1"},

		{"bearoff-generate-one-sided", `{"points": 2}`, "one-sided.bd: one-sided, 15 checkers on 2 points"},
		{"bearoff-generate-two-sided", `{"points": 2, "checkers": 2, "cubeless": true}`, "two-sided.bd: two-sided, 2 checkers on 2 points"},
		{"bearoff-generate-hyper", `{"checkers": 1}`, "hyper.bd: hypergammon, 1 checker on 25 points"},
	}
	dir := t.TempDir()
	if n := len(Kinds()) - 1; len(calls) != n { // for analyze see TestRecords
		t.Errorf("%d calls, want one for each of %d kinds", len(calls), n)
	}
	for _, c := range calls {
		k, body, text := kindOf(c.kind), c.body, c.text
		response := must.Get(http.Post(server.URL+apiPath+"/"+k.Name, "application/json", strings.NewReader(body)))(t)
		response.Body.Close()
		at := server.URL + response.Header.Get("Location")
		webtest.Get(t, at+"/events") // ends with the job
		_, state := webtest.Get(t, at)
		var got struct {
			State  scheduler.State
			Result any
		}
		must.OK(t, json.Unmarshal(times.ReplaceAll([]byte(state), nil), &got))

		settings := k.New()
		must.OK(t, setting.ReadShared(settings, []byte(body), nil))
		must.OK(t, k.Open(settings, &named.Opener{Model: nets.LoadShipped, Databases: func(string) (*engine.Databases, error) { return nil, nil }, File: func(name string, _ bool) (string, error) {
			return filepath.Join(dir, name), nil
		}}))
		must.OK(t, choosePaths(settings, filepath.Join(t.TempDir(), k.file()), ""))
		result := must.Get(k.Run(t.Context(), settings, work.Quiet(1)))(t)
		var want any
		must.OK(t, json.Unmarshal(times.ReplaceAll(must.Get(json.Marshal(hidden(result)))(t), nil), &want))
		if got.State != scheduler.Done || !reflect.DeepEqual(got.Result, want) {
			t.Errorf("%s: %s: %v\nwant %v", k.Name, got.State, got.Result, want)
		}
		_, page := webtest.Get(t, server.URL+path+"/"+k.Name+at[strings.LastIndexByte(at, '/'):])
		if !strings.Contains(page, text) || strings.Contains(page, "bearoff none") != strings.Contains(body, `"bearoff": "none"`) {
			t.Errorf("%s: the page is %s", k.Name, page)
		}
		status, file := webtest.Get(t, at+"/file")
		fields, _ := want.(map[string]any)
		if made := paths.Main(k.New()) != nil; made != (status == http.StatusOK) || fields["digest"] != nil && fmt.Sprintf("%x", sha256.Sum256([]byte(file))) != fields["digest"] {
			t.Errorf("%s: status %d, a file of %d bytes", k.Name, status, len(file))
		}
	}
}

// hidden returns a result without the folders of files.
func hidden(r work.Result) work.Result {
	if of, ok := r.(interface{ HideFolders() }); ok {
		of.HideFolders()
	}
	return r
}

// A job makes a database in the server's folder, which others read and clients download. No
// client reaches other files.
func TestFiles(t *testing.T) {
	server := start(t)
	post := func(kind, body string) (int, string) {
		response := must.Get(http.Post(server.URL+apiPath+"/"+kind, "application/json", strings.NewReader(body)))(t)
		defer response.Body.Close()
		text := string(must.Get(io.ReadAll(response.Body))(t))
		if at := response.Header.Get("Location"); at != "" {
			webtest.Get(t, server.URL+at+"/events") // ends with the job
			_, text = webtest.Get(t, server.URL+at+"/file")
		}
		return response.StatusCode, text
	}
	if _, text := post("dataset-label", `{"in": "a.parquet", "out": "b.parquet"}`); !strings.Contains(text, "in: no job has made a.parquet") {
		t.Error(text)
	}
	status, first := post("dataset-generate", `{"out": "a.parquet", "player": "random", "games": 2}`)
	if status != http.StatusAccepted || !strings.HasPrefix(first, "PAR1") {
		t.Fatalf("status %d, %.80s", status, first)
	}
	if status, text := post("dataset-generate", `{"out": "b.parquet", "database": ["a.parquet"], "class": "race"}`); status != http.StatusAccepted || !strings.HasPrefix(text, "PAR1") {
		t.Errorf("status %d, %.80s", status, text)
	}
	if _, text := post("dataset-generate", `{"out": "c.parquet", "player": "random", "games": 1, "starts": ["a.parquet=2"]}`); !strings.HasPrefix(text, "PAR1") {
		t.Errorf("%.80s", text)
	}
	if _, text := post("dataset-label", `{"in": "a.parquet", "out": "labels.parquet", "method": "rollout", "model": "td512", "trials": 1}`); !strings.HasPrefix(text, "PAR1") {
		t.Errorf("%.80s", text)
	}
	for body, want := range map[string]string{
		`{"out": "a.parquet", "player": "random", "games": 2}`:  "out: a.parquet exists already",
		`{"out": "../d.parquet", "games": 2}`:                   `out: \"../d.parquet\", want a database of this server`,
		`{"out": "d", "games": 2}`:                              `out: \"d\", want a database of this server`,
		`{"out": "d.parquet", "database": ["e.parquet"]}`:       "database: no job has made e.parquet",
		`{"out": "d.parquet", "records": ["/etc"]}`:             `records: \"/etc\", want a database`,
		`{"out": "d.parquet", "ids": ["-"]}`:                    `ids: \"-\", want a database`,
		`{"out": "d.parquet", "player": "random", "games": -1}`: "games is -1, want 0 or more",
	} {
		if status, text := post("dataset-generate", body); status != http.StatusBadRequest || !strings.Contains(text, want) {
			t.Errorf("%s: status %d, %s, want %q", body, status, text, want)
		}
	}
}

// A wrong setting is refused by its name before the work begins; programs and files of the
// server cannot be reached.
func TestCallRefuses(t *testing.T) {
	server := start(t)
	for body, want := range map[string]string{
		`{"a": "net:td512"}`: "b is required",
		`{"a": "net:td512", "b": "net:td512", "games": 2, "jacoby": true}`: "jacoby needs cubeful",
		`{"a": "net:td512", "b": "pubeval", "gmaes": 2}`:                   "did you mean games?",
		`{"a": "net:td512", "b": "pubeval", "games": 3}`:                   "games is 3, want an even number",
		`{"a": "net:td512", "b": "gnubg:0"}`:                               "b: the player gnubg:0 is a program on this machine: the server plays only",
		`{"a": "net:/etc/passwd", "b": "random"}`:                          "is not served",
		`{"a": "random", "b": "random", "bearoff": "/etc/passwd"}`:         "want default or none",
		`{"a": "random", "b": "random", "match": 3, "met": "x.xml"}`:       "met: ",
		`{"a": "random", "b": "random", "records": true}`:                  "records: no setting of a config",
		`{"a": "random", "b": "random", "html": "/tmp/page.html"}`:         "html: no setting of a config",
	} {
		response := must.Get(http.Post(server.URL+apiPath+"/bench-match", "application/json", strings.NewReader(body)))(t)
		text := string(must.Get(io.ReadAll(response.Body))(t))
		response.Body.Close()
		if response.StatusCode != http.StatusBadRequest || !strings.Contains(text, want) {
			t.Errorf("%s: status %d, %s, want %q", body, response.StatusCode, text, want)
		}
	}
}

// Errors about lists of players and about hypotheses name the setting, too.
func TestCallRefusesOtherKinds(t *testing.T) {
	server := start(t)
	for _, c := range [][3]string{
		{"bench-sprt", `{"a": "random", "b": "random"}`, "a and b are the same player"},
		{"bench-sprt", `{"a": "random", "b": "pubeval", "equity": "0.1"}`, `equity: "0.1", want two numbers`},
		{"bench-tournament", `{"players": ["pubeval", "/etc/passwd"]}`, `players: unknown player "/etc/passwd"`},
		{"bench-positions-run", `{"player": ["pubeval"], "plies": ["x"]}`, "plies"},
		{"bench-positions-run", `{"player": ["pubeval"], "worst": -1}`, "worst is -1, want 0 or more"},
		{"train-td", `{"out": "../td"}`, `out: "../td", want the name of a run`},
		{"train-td", `{"out": ""}`, "out is empty"},
		{"weights-cube", `{"model": ""}`, "model is empty"},
		{"weights-prune", `{"model": null}`, "model is empty"},
		{"bench-suite", `{"player": ""}`, "player is empty"},
		{"bench-positions-build", `{"starts": [""]}`, "starts is empty"},
		{"bench-positions-run", `{"player": [" "]}`, "player is empty"},
		{"train-td", `{"out": "td", "starts": ["/etc/passwd"]}`, `starts: "/etc/passwd", want a database of this server`},
		{"train-td", `{"out": "td", "starts": [{"weight": 1, "positions": 1}], "start_files": ["/etc/passwd"]}`, `starts: "/etc/passwd", want a database of this server`},
		{"train-td", `{"out": "td", "from": "/etc/passwd"}`, `from: model "/etc/passwd" is not served`},
		{"train-td", `{"out": "td", "batch": 3}`, "batch needs update batch"},
		{"train-supervised", `{"out": "x"}`, "data is required"},
		{"train-supervised", `{"out": "x", "data": "/etc/passwd"}`, `data: "/etc/passwd", want a database of this server`},
		{"train-supervised", `{"out": "x", "data": "a.parquet", "epocs": 1}`, `line 1: epocs: unknown field "epocs"; did you mean epochs?`},
		{"bench-values", `{"file": ["/etc/passwd"]}`, `file: "/etc/passwd", want a database of this server`},
		{"bench-values", `{"file": ["a.parquet"], "plies": [7]}`, "plies has a depth outside 0 to 4"},
		{"features-ablate", `{"data": "/etc/passwd", "model": "td512"}`, `data: "/etc/passwd", want a database of this server`},
		{"features-ablate", `{"data": "a.parquet"}`, "give model for a trained model or features"},
		{"features-ablate", `{"data": "a.parquet", "model": "td512", "epochs": 2}`, "epochs needs features"},
		{"weights-cube", `{"data": "/etc/passwd"}`, `data: "/etc/passwd", want a database of this server`},
		{"weights-prune", `{"part": "bearoff"}`, `part has "pruning-bearoff", want some of`},
		{"bearoff-generate-hyper", `{"stop_change": "5"}`, `stop_change: "5", want 5mEq`},
		{"bench-positions-build", `{"starts": ["/etc/passwd"]}`, `starts: "/etc/passwd", want a database of this server`},
		{"bench-positions-build", `{"decisions": 3, "quota": "race=3"}`, "decisions has no effect with quota"},
		{"rating-simulate", `{}`, "want study or grid, one of them"},
		{"rating-simulate", `{"study": "3"}`, `study: "3", want one of 1, 2, appendix`},
		{"rating-simulate", `{"study": "1", "lengths": [70]}`, "lengths has a length of 70 points"},
		{"bench-tournament", `{"players": ["pubeval", "gnubg:0"]}`, "players: the player gnubg:0 is a program on this machine"},
	} {
		response := must.Get(http.Post(server.URL+apiPath+"/"+c[0], "application/json", strings.NewReader(c[1])))(t)
		text := must.Get(io.ReadAll(response.Body))(t)
		response.Body.Close()
		var problem struct{ Detail string }
		must.OK(t, json.Unmarshal(text, &problem))
		if response.StatusCode != http.StatusBadRequest || !strings.Contains(problem.Detail, c[2]) {
			t.Errorf("%s: status %d, %s, want %q", c[1], response.StatusCode, text, c[2])
		}
	}
	for _, at := range []string{apiPath + "/bench/settings", path + "/bench", path + "/bench-match/none"} {
		if status, text := webtest.Get(t, server.URL+at); status != http.StatusNotFound {
			t.Errorf("%s: status %d, %s", at, status, text)
		}
	}
}

// A form has a field for each setting. With a wrong one it is shown again, with what the
// user gave; otherwise the job begins and can be stopped.
func TestForm(t *testing.T) {
	server := start(t)
	_, page := webtest.Get(t, server.URL+path+"/bench-match")
	for _, f := range setting.Fields(new(evalbench.Match)) {
		if !strings.Contains(page, fmt.Sprintf(`name="%s"`, f.Name)) {
			t.Errorf("the form has no field %s", f.Name)
		}
	}
	post := func(at string, values url.Values) (string, string) {
		response := must.Get(http.PostForm(server.URL+at, values))(t)
		defer response.Body.Close()
		return response.Request.URL.Path, string(must.Get(io.ReadAll(response.Body))(t))
	}
	_, page = post(path+"/bench-match", url.Values{"a": {"net:td512"}, "b": {"random"}, "games": {"7"}})
	if !strings.Contains(page, "games is 7, want an even number") || !strings.Contains(page, `value="7"`) {
		t.Error(page)
	}
	at, _ := post(path+"/bench-match", url.Values{"a": {"net:td512,plies=2"}, "b": {"random"}, "games": {"100000"}, "jacoby": {""}})
	_, page = post(at+"/stop", nil)
	if !strings.Contains(page, ">stopped<") {
		t.Error(page)
	}
	if _, page := webtest.Get(t, server.URL+path); !strings.Contains(page, at) {
		t.Errorf("the list lacks %s: %s", at, page)
	}
}

// Forms show the settings that matter first and fold the others, offer what the server has, take what an
// address gives, and can be started as they open.
func TestTrainingForm(t *testing.T) {
	server := start(t)
	get := func(at string) string {
		t.Helper()
		status, text := webtest.Get(t, server.URL+at)
		if status != http.StatusOK {
			t.Fatalf("%s: status %d: %s", at, status, text)
		}
		return text
	}
	text := get(path + "/train-td?games=500&loss=squared&lambda=0&odd=1")
	_, form, _ := strings.Cut(text, `class="settled"`)
	first, _, _ := strings.Cut(form, "<details")
	if n := strings.Count(first, `class="field"`); n != 6 {
		t.Errorf("%d settings come first, want 6", n)
	}
	for _, want := range []string{
		`id="field-out" value="td-1"`, `name="games" id="field-games" value="500"`, `name="lambda" id="field-lambda" value=""`, `<option selected="selected">squared</option>`,
		`<details open="open"><summary>Training`, "<details><summary>Batch update", `<option>nackgammon</option>`, `<datalist id="list-from"><option>td512</option>`, `>bench-games</label>`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the form lacks %s", want)
		}
	}
	if !strings.Contains(get(path+"/rating-simulate"), `<option selected="selected">1</option>`) {
		t.Error("the form of a rating study has no study, and would fail")
	}
	check := func(body url.Values, want string) {
		t.Helper()
		request := must.Get(http.NewRequest(http.MethodPost, server.URL+path+"/train-td/estimate", strings.NewReader(body.Encode())))(t)
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		request.Header.Set(site.FragmentHeader, "estimate")
		response := must.Get(http.DefaultClient.Do(request))(t)
		defer response.Body.Close()
		if text := string(must.Get(io.ReadAll(response.Body))(t)); !strings.Contains(text, want) {
			t.Errorf("%v: %s, want %s", body, text, want)
		}
	}
	check(url.Values{"out": {"v1.2-test"}}, "No run with such nets tells yet") // a name with a dot
	check(url.Values{"out": {"../up"}}, "want the name of a run, such as first")
	check(url.Values{"out": {".hidden"}}, "want the name of a run, such as first")
	check(url.Values{"out": {"x"}, "lambda": {"2"}}, "lambda")
}
