package jobs

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/scheduler"
	"gammonlab/desk/pages/site"
	"gammonlab/desk/pages/stream"
	"gammonlab/desk/pages/webtest"
	"gammonlab/internal/must"
	"gammonlab/internal/waittest"
	"gammonlab/nets"
)

// lab is a server of jobs with a folder that outlives it.
type lab struct {
	*httptest.Server
	t    *testing.T
	all  *Jobs
	stop func()
}

// open starts a server with a library; stop ends it as a kill does: nobody waits for its work.
func open(t *testing.T, save string, library ...string) *lab {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	m := must.Get(models.New(models.Options{Names: []string{"td512"}, Load: nets.LoadShipped, Workers: 2}))(t)
	s := must.Get(site.New(site.Options{Limits: site.DefaultLimits()}))(t)
	made := filepath.Join(save, "jobs")
	must.OK(t, os.MkdirAll(made, 0o777))
	all := must.Get(Register(s, &backend.Backend{
		Models: m, Pool: scheduler.NewPool(ctx, 2), Streams: stream.NewHub(stream.DefaultLimits()), Save: save, Jobs: made, Matches: library,
	}))(t)
	l := &lab{Server: httptest.NewServer(s), t: t, all: all}
	l.stop = func() {
		cancel()
		all.end()
		l.CloseClientConnections()
		l.Close()
	}
	return l
}

// post sends a body and returns the answer, or the address of the job that it started.
func (l *lab) post(path, body string) string {
	l.t.Helper()
	response := must.Get(http.Post(l.URL+path, "application/json", strings.NewReader(body)))(l.t)
	defer response.Body.Close()
	text := string(must.Get(io.ReadAll(response.Body))(l.t))
	if at := response.Header.Get("Location"); at != "" {
		return at
	}
	return text
}

// status returns the state of a job.
func (l *lab) status(at string) (s scheduler.Status) {
	l.t.Helper()
	_, text := webtest.Get(l.t, l.URL+at)
	must.OK(l.t, json.Unmarshal([]byte(text), &s))
	return s
}

// The queue survives the end of the server: work in progress continues with the games that it
// has played, waiting work waits in the same order, and paused and ended jobs are as they were.
func TestQueueSurvives(t *testing.T) {
	save := t.TempDir()
	l := open(t, save)
	done := l.post(apiPath+"/bench-match", `{"a": "pubeval", "b": "random", "games": 20, "bearoff": "none"}`)
	webtest.Get(t, l.URL+done+"/events")
	long := `{"a": "net:td512", "b": "pubeval", "games": 40000, "bearoff": "none", "seed": 5}`
	paused := l.post(apiPath+"/bench-match", long)
	waittest.Until(t, "games", func() bool { return len(l.status(paused).Result) > 0 })
	if text := l.post(paused+"/pause", ""); !strings.Contains(text, `"state":"paused"`) {
		t.Fatal(text)
	}
	running := l.post(apiPath+"/bench-match", strings.Replace(long, `"seed": 5`, `"seed": 6`, 1))
	waiting := l.post(apiPath+"/bench-sprt", `{"a": "pubeval", "b": "random", "elo": "0,50", "bearoff": "none"}`)
	waittest.Until(t, "200 games", func() bool {
		var r struct{ Games int }
		_ = json.Unmarshal(l.status(running).Result, &r)
		return r.Games >= 200
	})
	before := l.status(done)
	l.stop()

	l = open(t, save)
	defer l.stop()
	if after := l.status(done); string(after.Result) != string(before.Result) || after.State != scheduler.Done {
		t.Errorf("the result was %s, is %+v", before.Result, after)
	}
	if s := l.status(paused); s.State != scheduler.Paused || len(s.Result) == 0 {
		t.Errorf("the paused job is %+v", s)
	}
	if s := l.status(waiting); s.State != scheduler.Waiting {
		t.Errorf("the waiting job is %+v", s)
	}
	waittest.Until(t, "the match to continue", func() bool { s := l.status(running); return s.State == scheduler.Running })
	ledger := filepath.Join(save, "work", filepath.Base(running), "games.results")
	if info := must.Get(os.Stat(ledger))(t); info.Size() < 2000 {
		t.Errorf("the ledger has %d bytes", info.Size())
	}
	_, list := webtest.Get(t, l.URL+path)
	if n := strings.Count(list, `id="pause-`); n != 2 || !strings.Contains(list, ">Resume<") {
		t.Errorf("%d jobs can be paused in %s", n, list)
	}
	must.Get(http.DefaultClient.Do(must.Get(http.NewRequest("DELETE", l.URL+running, nil))(t)))(t)
	webtest.Get(t, l.URL+waiting+"/events")
	if s := l.status(waiting); s.State != scheduler.Done || !strings.Contains(string(s.Result), `"decision":"H1"`) {
		t.Errorf("the job that waited is %+v", s)
	}
	if text := l.post(paused+"/resume", ""); !strings.Contains(text, `"state":"waiting"`) && !strings.Contains(text, `"state":"running"`) {
		t.Error(text)
	}
	if _, text := webtest.Get(t, l.URL+apiPath); strings.Count(text, `"kind":"bench-match"`) != 3 {
		t.Error(text)
	}
}

// A job that was running when the server died does not start by itself on the next one.
func TestServerDies(t *testing.T) {
	save := t.TempDir()
	l := open(t, save)
	long := `{"a": "net:td512", "b": "pubeval", "games": 40000, "bearoff": "none"}`
	at := l.post(apiPath+"/bench-match", long)
	waittest.Until(t, "the match to begin", func() bool { return l.status(at).State == scheduler.Running })
	var died string // what the queue holds at a crash
	waittest.Until(t, "a copy without a file that is being replaced", func() bool {
		died = t.TempDir()
		return os.CopyFS(died, os.DirFS(save)) == nil
	})
	l.stop()

	l = open(t, died)
	defer l.stop()
	if s := l.status(at); s.State != scheduler.Paused || s.Error != scheduler.ErrServerEnded {
		t.Errorf("the job is %+v", s)
	}
	if _, page := webtest.Get(t, l.URL+path); !strings.Contains(page, ">Resume<") || !strings.Contains(page, scheduler.ErrServerEnded) {
		t.Error(page)
	}
	l.post(at+"/resume", "")
	waittest.Until(t, "the match to continue", func() bool { s := l.status(at); return s.State == scheduler.Running && s.Error == "" })
	must.Get(http.DefaultClient.Do(must.Get(http.NewRequest("DELETE", l.URL+at, nil))(t)))(t)
}

// A job that was paused ends with the result of one that was not.
func TestPausedResult(t *testing.T) {
	l := open(t, t.TempDir())
	defer l.stop()
	results := map[bool]string{}
	for _, pause := range []bool{false, true} {
		at := l.post(apiPath+"/bench-match", `{"a": "net:td512", "b": "pubeval", "games": 400, "bearoff": "none", "seed": 7}`)
		if pause {
			waittest.Until(t, "games", func() bool { s := l.status(at); return len(s.Result) > 0 })
			l.post(at+"/pause", "")
			l.post(at+"/resume", "")
		}
		webtest.Get(t, l.URL+at+"/events")
		results[pause] = times.ReplaceAllString(string(l.status(at).Result), "")
	}
	if results[true] != results[false] || !strings.Contains(results[true], `"games":400`) {
		t.Errorf("paused %s\nnot paused %s", results[true], results[false])
	}
}
