package api_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/desk/pages/analyse"
	"gammonlab/desk/pages/api"
	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/bench"
	"gammonlab/desk/pages/data"
	"gammonlab/desk/pages/farm"
	"gammonlab/desk/pages/games"
	"gammonlab/desk/pages/jobs"
	"gammonlab/desk/pages/library"
	"gammonlab/desk/pages/lineage"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/scheduler"
	"gammonlab/desk/pages/site"
	"gammonlab/desk/pages/stream"
	"gammonlab/desk/pages/training"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

const (
	startID = "4HPwATDgc/ABMA"
	// started is the starting position with the roll 52 in a money game.
	// doubled is the starting position before the roll in a match to 7 at 3-1,
	// and the player on roll owns a cube of 2.
	started = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10"
	doubled = "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:3:1:0:7:10"
	over    = "AAAA/vUIAQAAAA"
	opening = "p24=2&p19=-5&p17=-3&p13=5&p12=-5&p8=3&p6=5&p1=-2"
)

// server answers calls with the net td512, which does not change.
type server struct {
	*httptest.Server
	t       testing.TB
	site    *site.Site
	backend *backend.Backend
}

func newServer(t testing.TB) *server {
	t.Helper()
	s := must.Get(site.New(site.Options{Limits: site.DefaultLimits()}))(t)
	all := must.Get(models.New(models.Options{Names: []string{"td512"}, Load: nets.LoadShipped, Databases: endings(t), Workers: 2}))(t)
	l := &backend.Backend{
		Models: all, Pool: scheduler.NewPool(t.Context(), 2), Streams: stream.NewHub(stream.DefaultLimits()), Save: t.TempDir(),
		Runs: []string{"../../../evalbench/runs/testdata"}, Ledgers: []string{ledgers(t)}, Data: []string{filepath.Dir(database(t))}, Farm: busyFarm,
	}
	store := must.Get(games.Open(l))(t)
	t.Cleanup(store.Close)
	api.Register(s, l)
	must.OK(t, analyse.Register(s, l, must.Get(jobs.Register(s, l))(t), must.Get(library.Open(l))(t)))
	api.RegisterGames(s, store)
	for _, add := range []func(*site.Site, *backend.Backend) error{training.Register, lineage.Register, bench.Register, data.Register, farm.Register} {
		must.OK(t, add(s, l))
	}
	h := httptest.NewServer(s)
	t.Cleanup(h.Close)
	return &server{h, t, s, l}
}

// call makes a call and returns the response with its body.
func (s *server) call(method, path, body string) (*http.Response, string) {
	s.t.Helper()
	request := must.Get(http.NewRequest(method, s.URL+path, strings.NewReader(body)))(s.t)
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	response := must.Get(http.DefaultClient.Do(request))(s.t)
	defer response.Body.Close()
	return response, string(must.Get(io.ReadAll(response.Body))(s.t))
}

// read makes a call and puts the answer into v.
func (s *server) read(v any, method, path, body string) {
	s.t.Helper()
	response, text := s.call(method, path, body)
	if response.StatusCode/100 != 2 {
		s.t.Fatalf("%s %s: status %d: %s", method, path, response.StatusCode, text)
	}
	must.OK(s.t, json.Unmarshal([]byte(text), v))
}

// game begins a match with a tutor and returns its path. The user is to play 31 or,
// later, may double.
func (s *server) game(later bool) string {
	s.t.Helper()
	response, text := s.call("POST", "/api/v1/games", `{"length": 5, "first": "you", "dice": "hand", "tutor": 1}`)
	path := response.Header.Get("Location")
	if response.StatusCode != http.StatusCreated || path == "" {
		s.t.Fatalf("status %d: %s", response.StatusCode, text)
	}
	actions := []string{`"version": 1, "action": "roll", "dice": "31"`}
	if later {
		actions = append(actions, `"version": 2, "action": "move", "play": "8/5 6/5"`, `"version": 3, "action": "roll", "dice": "21"`)
	}
	for _, a := range actions {
		s.read(new(any), "POST", path+"/actions", "{"+a+"}")
	}
	return path
}
