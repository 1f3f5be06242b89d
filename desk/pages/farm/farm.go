// Package farm implements the live page of a farm's jobs and workers, and the call for
// them.
//
// Not for other modules.
package farm

import (
	"bytes"
	"context"
	_ "embed"
	"html/template"
	"net/http"
	"sync"
	"time"

	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/live"
	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/site"
	"gammonlab/desk/pages/stream"
	"gammonlab/farm/wire"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/workers"
)

//go:embed farm.html
var pageText string

// Paths of the page and of the call.
const (
	path    = "/farm"
	apiPath = "/api/v1/farm"
)

// fresh is the time for which a state is reused before the farm is read again.
const fresh = 2 * time.Second

// server contains the state that the page and the call share.
type server struct {
	farm     func(ctx context.Context) (*wire.State, error) // nil if no farm is shown
	live     *live.Live
	template *template.Template
	site     *site.Site

	mu    sync.Mutex
	state *wire.State
	err   error
	asked time.Time
	known *wire.State // the last one that could be read
	ended []ended     // jobs that have left the farm, the newest first
}

// Register adds the page and the call. The page is in the navigation if there is a farm.
func Register(s *site.Site, l *backend.Backend) error {
	t, err := s.Parse(pageText)
	if err != nil {
		return err
	}
	server := &server{farm: l.Farm, live: live.New(l.Streams, s.LogPanic), template: t, site: s}
	if l.Farm != nil {
		s.AddLink(site.Link{Path: path, Name: "Farm", Purpose: "Jobs and workers of a farm, live."})
		stop := make(chan struct{})
		s.AtEnd(func() { close(stop) })
		go server.watch(stop)
	}
	s.Page("GET "+path, server.page)
	s.Page("GET "+path+"/events", server.events)
	s.Call("GET "+apiPath, server.answer)
	return nil
}

// current returns the state of the farm. It reads the farm at most once per interval for
// all pages.
func (s *server) current() (*wire.State, error) {
	if s.farm == nil {
		return nil, problem.New(http.StatusNotFound, "no farm is shown: start gammonlab serve with --pool URL")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(s.asked) >= fresh {
		s.err = workers.Guard(func() (err error) {
			s.state, err = s.farm(context.Background()) // the result is for all requests, so none of them may cancel it
			return err
		})
		if s.err == nil {
			s.remember(s.known, s.state)
			s.known = s.state
		}
		s.asked = time.Now()
	}
	if s.err != nil {
		return nil, problem.Busy("%s", s.err)
	}
	return s.state, nil
}

// gone returns the jobs that have left the farm.
func (s *server) gone() []ended {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]ended{}, s.ended...)
}

// view is the data of the page: a state, or the reason why there is none.
type view struct {
	Away     string
	Headline string
	Problems []string
	Tables   []plaintext.Table
}

// view returns the data of the page.
func (s *server) view() *view {
	state, err := s.current()
	if err != nil {
		return &view{Away: err.Error()}
	}
	v := &view{Headline: state.Headline(), Problems: state.Problems()}
	for _, t := range append(state.Tables(), endedTable(s.gone())) {
		if len(t.Rows) > 0 {
			v.Tables = append(v.Tables, t)
		}
	}
	return v
}

// page writes the page. If the farm's server cannot be reached, the page shows that and
// then the farm once the server is back.
func (s *server) page(w http.ResponseWriter, r *http.Request) error {
	if s.farm == nil {
		_, err := s.current()
		return err
	}
	return s.site.Show(w, r, s.template, "Farm", s.view())
}

// events streams the content of the page whenever it changes.
func (s *server) events(w http.ResponseWriter, r *http.Request) error {
	if s.farm == nil {
		_, err := s.current()
		return err
	}
	return s.live.Serve(w, r, "page", func() (live.Poll, error) {
		seen := ""
		return func(t *stream.Topic) (bool, error) {
			var b bytes.Buffer
			if err := s.template.ExecuteTemplate(&b, "farm", s.view()); err != nil {
				return false, err
			}
			if text := b.String(); text != seen {
				seen = text
				t.Publish(stream.HTML, text)
			}
			return false, nil
		}, nil
	})
}

// answer is the response of the call.
type answer struct {
	Jobs     []wire.JobState `json:"jobs"`
	Workers  []wire.Worker   `json:"workers"`
	Problems []string        `json:"problems"` // reasons why jobs do not progress
	Ended    []ended         `json:"ended"`    // jobs that have left the farm since the server began
}

func (s *server) answer(w http.ResponseWriter, _ *http.Request) error {
	state, err := s.current()
	if err != nil {
		return err
	}
	return site.WriteJSON(w, http.StatusOK, &answer{
		append([]wire.JobState{}, state.Jobs...), append([]wire.Worker{}, state.Workers...), append([]string{}, state.Problems()...), s.gone(),
	})
}
