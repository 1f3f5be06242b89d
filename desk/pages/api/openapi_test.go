package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gammonlab/desk/pages/analyse"
	"gammonlab/desk/pages/api"
	"gammonlab/desk/pages/games"
	"gammonlab/desk/pages/jobs"
	"gammonlab/internal/must"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/setting"
	_ "gammonlab/work/kinds"
)

// keywords are those of JSON Schema that the document uses and check knows.
var keywords = []string{
	"$ref", "additionalProperties", "default", "description", "enum", "items", "maxItems", "maximum", "minItems", "minimum", "oneOf",
	"pattern", "properties", "required", "type",
}

// The schemas are well formed: all keywords are known, and all references and
// required fields exist.
func TestSchemas(t *testing.T) {
	d := readDocument(t)
	seen := 0
	var visit func(path string, o object)
	visit = func(path string, o object) {
		seen++
		for key := range o {
			if !slices.Contains(keywords, key) {
				t.Errorf("%s: unknown keyword %q", path, key)
			}
		}
		if d.resolve(o) == nil {
			t.Errorf("%s: there is no %v", path, o["$ref"])
		}
		properties, _ := o["properties"].(object)
		for name, p := range properties {
			visit(path+"."+name, p.(object))
		}
		required, _ := o["required"].([]any)
		for _, name := range required {
			if properties[name.(string)] == nil {
				t.Errorf("%s: the required field %v is none", path, name)
			}
		}
		if items, ok := o["items"].(object); ok {
			visit(path+"[]", items)
		}
		options, _ := o["oneOf"].([]any)
		for _, option := range options {
			visit(path+"|", option.(object))
		}
	}
	for name, schema := range d.at("components", "schemas") {
		visit(name, schema.(object))
	}
	d.eachContent(func(where string, schema object) { visit(where, schema) })
	if seen < 100 {
		t.Errorf("only %d schemas: the test looks in the wrong place", seen)
	}
}

// The fields of requests and of wildbg's answers are those of the schemas, with their
// types and defaults.
func TestFields(t *testing.T) {
	d := readDocument(t)
	d.compare(t, "MatchRequest", reflect.TypeOf(analyse.MatchRequest{}), d.schema("MatchRequest"))
	d.compareDefaults(t, "MatchRequest", *analyse.NewMatchRequest())
	for name, value := range api.Requests {
		d.compare(t, name, reflect.TypeOf(value), d.schema(name))
	}
	for name, value := range api.Answers {
		d.compare(t, name, reflect.TypeOf(value), d.schema(name))
	}
	d.compareDefaults(t, "GameRequest", *games.Defaults())
	for _, f := range jobs.Describe(games.Defaults()) {
		of := d.schema("GameRequest")["properties"].(object)[string(f.Name)].(object)
		if want := plaintext.Capital(f.Help) + "."; of["description"] != want {
			t.Errorf("the setting %s of a game is described as %v, want %s", f.Name, of["description"], want)
		}
	}
}

// Each kind of work has a call that starts it, whose body has its settings.
func TestKinds(t *testing.T) {
	d := readDocument(t)
	if len(jobs.Kinds()) < 20 {
		t.Fatalf("%d kinds, want those of the program", len(jobs.Kinds()))
	}
	for _, k := range jobs.Kinds() {
		body := d.at("paths", "/api/v1/jobs/"+k.Name, "post", "requestBody", "content", "application/json", "schema")
		properties, _ := d.resolve(body)["properties"].(object)
		names := slices.Sorted(maps.Keys(properties))
		var want []string
		for _, f := range setting.Fields(k.New()) {
			want = append(want, string(f.Name))
		}
		slices.Sort(want)
		if !slices.Equal(names, want) {
			t.Errorf("%s: the body has %v, want %v", k.Name, names, want)
		}
	}
}

// compareDefaults compares the default values of fields with a schema.
func (d *document) compareDefaults(t *testing.T, schema string, values any) {
	t.Helper()
	defaults := reflect.ValueOf(values)
	properties := d.schema(schema)["properties"].(object)
	for i := range defaults.NumField() {
		name := defaults.Type().Field(i).Tag.Get("json")
		want, ok := properties[name].(object)["default"]
		if ok && fmt.Sprint(want) != fmt.Sprint(defaults.Field(i)) {
			t.Errorf("%s.%s is %v if left out, the document has %v", schema, name, defaults.Field(i), want)
		}
		if !ok && !defaults.Field(i).IsZero() {
			t.Errorf("%s.%s is %v if left out, the document does not have that", schema, name, defaults.Field(i))
		}
	}
}

// compare compares a Go type with a schema.
func (d *document) compare(t *testing.T, path string, kind reflect.Type, schema object) {
	t.Helper()
	schema = d.resolve(schema)
	types := map[reflect.Kind]string{
		reflect.String: "string", reflect.Bool: "boolean", reflect.Int: "integer", reflect.Uint8: "integer", reflect.Uint64: "integer",
		reflect.Float32: "number", reflect.Float64: "number", reflect.Slice: "array", reflect.Struct: "object",
	}
	want := types[kind.Kind()]
	if kind.Kind() == reflect.Pointer {
		want = fmt.Sprint([]string{types[kind.Elem().Kind()], "null"})
	}
	if got := fmt.Sprint(schema["type"]); got != want {
		t.Errorf("%s is of type %s, the document has %s", path, want, got)
	}
	switch kind.Kind() {
	case reflect.Slice:
		d.compare(t, path+"[]", kind.Elem(), schema["items"].(object))
	case reflect.Struct:
		properties := maps.Clone(schema["properties"].(object))
		for i := range kind.NumField() {
			field := kind.Field(i)
			name := field.Tag.Get("json")
			p, ok := properties[name].(object)
			if !ok {
				t.Errorf("%s.%s is not in the document", path, name)
				continue
			}
			d.compare(t, path+"."+name, field.Type, p)
			delete(properties, name)
		}
		for name := range properties {
			t.Errorf("%s.%s of the document is no field", path, name)
		}
	}
}

// The parameters of /move and /eval are those that are read, with their bounds.
func TestParameters(t *testing.T) {
	d := readDocument(t)
	for path, dice := range map[string]bool{"/move": true, "/eval": false} {
		bounds := api.Parameters(dice)
		list := d.at("paths", path, "get")["parameters"].([]any)
		for _, p := range list {
			p := d.resolve(p.(object))
			name, schema := p["name"].(string), p["schema"].(object)
			if name == "model" {
				continue
			}
			got := fmt.Sprint(schema["minimum"], schema["maximum"])
			if b, ok := bounds[name]; !ok || got != fmt.Sprint(b[0], b[1]) {
				t.Errorf("%s: %s from %s, want %v", path, name, got, b)
			}
			delete(bounds, name)
		}
		for name := range bounds {
			t.Errorf("%s: %s is not in the document", path, name)
		}
	}
}

// answered are calls by method, path of the document, path and body. The path "" is
// that of the document, and "job" that of a job with the settings of the body.
var answered = []struct{ method, route, path, body string }{
	{"get", "/move", "/move?die1=3&die2=1&" + opening, ""},
	{"get", "/move", "/move?die1=6&die2=6&p25=1&p19=-2&p5=2&p6=2", ""},
	{"get", "/move", "/move", ""},
	{"get", "/eval", "/eval?" + opening, ""},
	{"get", "/eval", "/eval?p0=1", ""},
	{"get", "/healthz", "/healthz", ""},
	{"get", "/api-docs/openapi.json", "/api-docs/openapi.json", ""},
	{"post", "/api/v1/evaluate", "", `{"position": "` + startID + `"}`},
	{"post", "/api/v1/evaluate", "", `{"position": "` + doubled + `"}`},
	{"post", "/api/v1/evaluate", "", `{"position": "s3sPAABtdwcAAA"}`}, // a race
	{"post", "/api/v1/hint", "", `{"position": "s3sPAABtdwcAAA"}`},
	{"post", "/api/v1/evaluate", "", `{"position": "x"}`},
	{"post", "/api/v1/evaluate", "", `{"position": "` + over + `"}`},
	{"post", "/api/v1/hint", "", `{"position": "` + startID + `", "dice": "31"}`},
	{"post", "/api/v1/hint", "", `{"position": "` + doubled + `", "dice": "31", "cubeful": true}`},
	{"post", "/api/v1/hint", "", `{"position": "` + startID + `"}`},
	{"post", "/api/v1/hint", "", `{"position": "` + doubled + `"}`},
	{"post", jobRoute, jobPath, `{"a": "net:td512", "b": "pubeval", "games": 3}`},
	{"get", jobRoute + "/{id}", "job", `{"a": "net:td512", "b": "pubeval", "games": 4, "bearoff": "none"}`},
	{"delete", jobRoute + "/{id}", "job", `{"a": "net:td512", "b": "pubeval", "games": 4}`},
	{"get", jobRoute + "/{id}", jobPath + "/none", ""},
	{"get", "/api/v1/jobs", "", ""},
	{"post", jobRoute + "/{id}/pause", "job", `{"a": "net:td512", "b": "pubeval", "games": 4}`},
	{"post", jobRoute + "/{id}/resume", "job", `{"a": "net:td512", "b": "pubeval", "games": 4}`},
	{"post", jobRoute + "/{id}/pause", jobPath + "/none/pause", ""},
	{"get", jobRoute + "/settings", jobPath + "/settings", ""},
	{"get", jobRoute + "/settings", "/api/v1/jobs/rollout/settings", ""},
	{"get", jobRoute + "/settings", "/api/v1/jobs/dataset-generate/settings", ""},
	{"get", jobRoute + "/settings", "/api/v1/jobs/dataset-label/settings", ""},
	{"get", jobRoute + "/{id}/file", jobPath + "/none/file", ""},
	{"post", "/api/v1/matches", "", `{"record": "` + shortRecord + `", "plies": 0}`},
	{"post", "/api/v1/matches", "", `{"record": " "}`},
	{"post", "/api/v1/matches", "", `{"record": "` + strings.Repeat("x", 8<<20) + `"}`},
	{"get", "/api/v1/matches/{id}", "match", ""},
	{"delete", "/api/v1/matches/{id}", "match", ""},
	{"get", "/api/v1/matches/{id}", "/api/v1/matches/none", ""},
	{"get", "/api/v1/matches/{id}/report", "report", ""},
	{"get", "/api/v1/matches/{id}/report", "/api/v1/matches/none/report", ""},
	{"put", "/api/v1/runs/{id}/note", "/api/v1/runs/ID/note", `{"tags": ["a"], "note": "b"}`},
	{"put", "/api/v1/runs/{id}/note", "/api/v1/runs/ID/note", `{"tags": ["a b"]}`},
	{"put", "/api/v1/runs/{id}/note", "/api/v1/runs/none/note", `{"note": "b"}`},
	{"get", "/api/v1/runs", "", ""},
	{"get", "/api/v1/runs/{id}/metrics", "/api/v1/runs/ID/metrics?since=1", ""},
	{"get", "/api/v1/runs/{id}/metrics", "/api/v1/runs/none/metrics", ""},
	{"get", "/api/v1/runs/{id}/metrics", "/api/v1/runs/ID/metrics?since=x", ""},
	{"get", "/api/v1/nets", "", ""},
	{"get", "/api/v1/ledgers", "", ""},
	{"get", "/api/v1/ledgers/{id}", "/api/v1/ledgers/ID", ""},
	{"get", "/api/v1/ledgers/{id}", "/api/v1/ledgers/none", ""},
	{"get", "/api/v1/farm", "", ""},
	{"get", "/api/v1/data", "", ""},
	{"get", "/api/v1/data/databases/{id}", "/api/v1/data/databases/ID", ""},
	{"get", "/api/v1/data/databases/{id}", "/api/v1/data/databases/none", ""},
	{"get", "/api/v1/data/databases/{id}/rows", "/api/v1/data/databases/ID/rows", ""},
	{"get", "/api/v1/data/databases/{id}/rows", "/api/v1/data/databases/ID/rows?from=0", ""},
	{"get", "/api/v1/data/endings", "/api/v1/data/endings?position=" + ending, ""},
	{"get", "/api/v1/data/endings", "/api/v1/data/endings?position=" + startID, ""},
	{"post", "/api/v1/games", "", `{"length": 5, "seed": 4, "first": "you", "clock": 2}`},
	{"post", "/api/v1/games", "", `{"length": -1}`},
	{"get", "/api/v1/games/{id}", "game", ""},
	{"get", "/api/v1/games/{id}", "/api/v1/games/none", ""},
	{"post", "/api/v1/games/{id}/actions", "game", `{"version": 2, "action": "hint"}`},
	{"post", "/api/v1/games/{id}/actions", "game", `{"version": 2, "action": "luck"}`},
	{"post", "/api/v1/games/{id}/actions", "game", `{"version": 2, "action": "move", "play": "24/23 13/10"}`}, // the tutor warns
	{"post", "/api/v1/games/{id}/actions", "game", `{"version": 2, "action": "resign"}`},
	{"post", "/api/v1/games/{id}/actions", "game", `{"version": 7, "action": "undo"}`},
	{"post", "/api/v1/games/{id}/actions", "game", `{"version": 2, "action": "none"}`},
	{"post", "/api/v1/games/{id}/actions", "later", `{"version": 5, "action": "hint"}`},
	{"post", "/api/v1/games/{id}/actions", "/api/v1/games/none/actions", `{"version": 5, "action": "hint"}`},
}

// The calls for jobs, and those for matches.
const (
	jobRoute = "/api/v1/jobs/{kind}"
	jobPath  = "/api/v1/jobs/bench-match"
)

// firstID returns the ID of the first thing that the list of a call of the document has.
func (s *server) firstID(route string) string {
	path, _, _ := strings.Cut(route, "/{id}")
	path, _, _ = strings.Cut(path, "/databases")
	_, text := s.call("GET", path, "")
	_, rest, _ := strings.Cut(text, `"id":"`)
	id, _, _ := strings.Cut(rest, `"`)
	return id
}

// rare lists fields that occur only in special answers, for example after an
// error of the disk or after games of some length.
var rare = []string{"Job.error", "JobBrief.error", "RunProgress.seconds_left", "LedgerPairing.pairs", "FarmEnded.id", "FarmEnded.kind", "FarmEnded.owner", "FarmEnded.items", "FarmEnded.of", "FarmEnded.core_seconds", "FarmEnded.ended", "Ledger.table", "MatchAnalysis.error", "LedgerPairing.games_per_second", "LedgerPairing.seconds_left"}

// All answers follow their schemas, and together they contain all fields of the
// document.
func TestAnswers(t *testing.T) {
	s, d := newServer(t), readDocument(t)
	for _, c := range answered {
		path := c.path
		switch path {
		case "":
			path = c.route
		case "job":
			response, _ := s.call("POST", jobPath, c.body)
			path, c.body = response.Header.Get("Location"), ""
			s.call("GET", path+"/events", "")
			path += strings.TrimPrefix(c.route, jobRoute+"/{id}")
		case "match", "report":
			if path = s.match(0); c.path == "report" {
				path += "/report"
			}
		case "game", "later":
			path = s.game(path == "later")
			if c.method == "post" {
				path += "/actions"
			}
		}
		if strings.Contains(c.path, "/ID") {
			path = strings.ReplaceAll(path, "/ID", "/"+s.firstID(c.route))
		}
		response, body := s.call(strings.ToUpper(c.method), path, c.body)
		content := d.at("paths", c.route, c.method, "responses", fmt.Sprint(response.StatusCode), "content")
		schema, ok := content[response.Header.Get("Content-Type")].(object)
		if !ok {
			t.Errorf("%s %s: status %d, type %q: not in the document", c.method, path, response.StatusCode, response.Header.Get("Content-Type"))
			continue
		}
		var v any
		must.OK(t, json.Unmarshal([]byte(body), &v))
		if err := d.check("answer", v, schema["schema"].(object)); err != nil {
			t.Errorf("%s %s %s: %v", c.method, path, c.body, err)
		}
	}
	for name, schema := range d.at("components", "schemas") {
		if api.Requests[name] != nil || name == "MatchRequest" || strings.HasSuffix(name, "JobSettings") {
			continue
		}
		d.unseen(name, schema.(object), func(field string) {
			if !slices.Contains(rare, field) {
				t.Errorf("no answer has the field %s of the document", field)
			}
		})
	}
}
