package jobs

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/web/lab"
	"gammonlab/cmd/gammonlab/internal/web/models"
	"gammonlab/cmd/gammonlab/internal/web/webtest"
	"gammonlab/cmd/gammonlab/internal/web/work"
	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/evalbench"
	"gammonlab/internal/must"
	"gammonlab/internal/setting"
	"gammonlab/nets/pretrained"
)

func start(t *testing.T) *httptest.Server {
	t.Helper()
	all := must.Get(models.New(models.Options{Names: []string{"td512"}, Load: pretrained.Load, Workers: 2}))(t)
	return webtest.Start(t, Register, &lab.Lab{Models: all, Pool: work.NewPool(t.Context(), 2)})
}

// A job's result is that of the same settings in the program.
func TestCall(t *testing.T) {
	server := start(t)
	body := `{"a": "net:td512", "b": "pubeval", "games": 40, "cubeful": true, "max_beavers": 1, "bearoff": "none", "seed": 3, "luck": "a"}`
	response := must.Get(http.Post(server.URL+apiPath+"/bench-match", "application/json", strings.NewReader(body)))(t)
	response.Body.Close()
	at := server.URL + response.Header.Get("Location")
	webtest.Get(t, at+"/events") // ends with the job
	_, text := webtest.Get(t, at)
	var got struct {
		State  work.State
		Result map[string]any
	}
	must.OK(t, json.Unmarshal([]byte(text), &got))

	m := new(evalbench.Match)
	must.OK(t, setting.Read(m, []byte(body), nil))
	must.OK(t, m.Open(&named.Opener{Model: pretrained.Load, Databases: func(string) (*engine.Databases, error) { return nil, nil }}))
	result := must.Get(m.Run(t.Context()))(t)
	var want map[string]any
	must.OK(t, json.Unmarshal(must.Get(json.Marshal(result))(t), &want))
	for _, of := range []map[string]any{got.Result, want} {
		delete(of, "seconds")
		delete(of, "games_per_second")
	}
	if got.State != work.Done || !reflect.DeepEqual(got.Result, want) {
		t.Errorf("%s: %v\nwant %v", got.State, got.Result, want)
	}
	_, page := webtest.Get(t, server.URL+path+"/bench-match/"+at[strings.LastIndexByte(at, '/')+1:])
	if !strings.Contains(page, "40 games in 20 pairs") || !strings.Contains(page, "max-beavers 1") {
		t.Errorf("the page is %s", page)
	}
}

// A wrong setting is refused by its name before the work begins; programs and files of the
// server cannot be reached.
func TestCallRefuses(t *testing.T) {
	server := start(t)
	for body, want := range map[string]string{
		`{"a": "net:td512"}`:                                         "b is required",
		`{"a": "net:td512", "b": "pubeval", "gmaes": 2}`:             "did you mean games?",
		`{"a": "net:td512", "b": "pubeval", "games": 3}`:             "games is 3, want an even number",
		`{"a": "net:td512", "b": "gnubg:0"}`:                         "b: the player gnubg:0 is a program on this machine: the server plays only",
		`{"a": "net:/etc/passwd", "b": "random"}`:                    "is not served",
		`{"a": "random", "b": "random", "bearoff": "/etc/passwd"}`:   "want default or none",
		`{"a": "random", "b": "random", "match": 3, "met": "x.xml"}`: "met: ",
		`{"a": "random", "b": "random", "records": true}`:            "records: no setting of a config",
	} {
		response := must.Get(http.Post(server.URL+apiPath+"/bench-match", "application/json", strings.NewReader(body)))(t)
		text := string(must.Get(io.ReadAll(response.Body))(t))
		response.Body.Close()
		if response.StatusCode != http.StatusBadRequest || !strings.Contains(text, want) {
			t.Errorf("%s: status %d, %s, want %q", body, response.StatusCode, text, want)
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
