// Package bench implements the live page of matches, sequential tests and tournaments, and
// the calls for them.
//
// Not for other modules.
package bench

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"time"

	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/folders"
	"gammonlab/desk/pages/live"
	"gammonlab/desk/pages/site"
	"gammonlab/desk/pages/stream"
)

//go:embed bench.html
var pageText string

//go:embed bench.css
var style []byte

// Paths of the page and of the calls.
const (
	path    = "/bench"
	apiPath = "/api/v1/ledgers"
)

// server contains the state that the page and the calls share.
type server struct {
	results  *results
	live     *live.Live
	template *template.Template
	site     *site.Site
}

// Register adds the page and the calls.
func Register(s *site.Site, l *backend.Backend) error {
	shown, err := folders.Open(l.Ledgers)
	if err != nil {
		return err
	}
	s.AddAsset("bench.css", style)
	t, err := s.Parse(pageText)
	if err != nil {
		return err
	}
	server := &server{&results{folders: shown}, live.New(l.Streams, s.LogPanic), t, s}
	s.AddLink(site.Link{Path: path, Name: "Matches and tests", Purpose: "Running and finished matches, tests and tournaments."})
	s.Page("GET "+path, server.page)
	s.Page("GET "+path+"/events", server.pageEvents)
	s.Page("GET "+path+"/{id}", server.resultPage)
	s.Page("GET "+path+"/{id}/events", server.resultEvents)
	s.Call("GET "+apiPath, server.list)
	s.Call("GET "+apiPath+"/{id}", server.one)
	s.Call("GET "+apiPath+"/{id}/events", server.events)
	return nil
}

// view is the data of the page.
type view struct {
	Folders bool
	All     []*Standing
	Damaged []error
	One     *Standing // of the page of one result; otherwise nil
}

// Of returns the results that are running, or the others.
func (v *view) Of(running bool) []*Standing {
	return slices.DeleteFunc(slices.Clone(v.All), func(s *Standing) bool { return (s.Status == Running) != running })
}

func (s *server) view() (*view, error) {
	all, damaged, err := s.results.list()
	return &view{Folders: len(s.results.folders.Roots()) > 0, All: all, Damaged: damaged}, err
}

func (s *server) page(w http.ResponseWriter, r *http.Request) error {
	v, err := s.view()
	if err != nil {
		return err
	}
	return s.site.Show(w, r, s.template, "Matches and tests", v)
}

// pageEvents streams the list whenever it changes.
func (s *server) pageEvents(w http.ResponseWriter, r *http.Request) error {
	return s.live.Serve(w, r, "page", func() (live.Poll, error) {
		var seen []*Standing
		return func(t *stream.Topic) (bool, error) {
			v, err := s.view()
			if err != nil || seen != nil && slices.Equal(seen, v.All) {
				return false, err
			}
			seen = append([]*Standing{}, v.All...)
			return false, s.publish(t, "list", v)
		}, nil
	})
}

// publish publishes a template as the new content of the element that shows the stream.
func (s *server) publish(t *stream.Topic, name string, data any) error {
	var b bytes.Buffer
	if err := s.template.ExecuteTemplate(&b, name, data); err != nil {
		return err
	}
	t.Publish(stream.HTML, b.String())
	return nil
}

// resultPage writes the page of one result.
func (s *server) resultPage(w http.ResponseWriter, r *http.Request) error {
	found, err := s.results.find(r.PathValue("id"))
	if err != nil {
		return err
	}
	return s.site.Show(w, r, s.template, found.Title(), &view{One: found})
}

// resultEvents streams the content of the page of one result until the result is finished.
func (s *server) resultEvents(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	if _, err := s.results.find(id); err != nil {
		return err
	}
	return s.live.Serve(w, r, "page of "+id, func() (live.Poll, error) {
		var seen *Standing
		return func(t *stream.Topic) (bool, error) {
			now, err := s.results.find(id)
			if err != nil || now == seen {
				return false, err
			}
			seen = now
			return now.Status == Finished, s.publish(t, "result", now)
		}, nil
	})
}

// listAnswer is the list of all results.
type listAnswer struct {
	Ledgers []*Standing `json:"ledgers"`
	Damaged []string    `json:"damaged"` // errors of files that cannot be read
}

func (s *server) list(w http.ResponseWriter, _ *http.Request) error {
	all, damaged, err := s.results.list()
	if err != nil {
		return err
	}
	a := listAnswer{append([]*Standing{}, all...), []string{}}
	for _, err := range damaged {
		a.Damaged = append(a.Damaged, err.Error())
	}
	return site.WriteJSON(w, http.StatusOK, &a)
}

func (s *server) one(w http.ResponseWriter, r *http.Request) error {
	found, err := s.results.find(r.PathValue("id"))
	if err != nil {
		return err
	}
	return site.WriteJSON(w, http.StatusOK, found)
}

// events streams a result whenever it changes, until it is finished.
func (s *server) events(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	if _, err := s.results.find(id); err != nil {
		return err
	}
	return s.live.Serve(w, r, id, func() (live.Poll, error) {
		var seen *Standing
		return func(t *stream.Topic) (bool, error) {
			now, err := s.results.find(id)
			if err != nil || now == seen {
				return false, err
			}
			seen = now
			return now.Status == Finished, t.PublishJSON(stream.State, now)
		}, nil
	})
}

// Time formats the time left.
func (p *Pairing) Time() string {
	return (time.Duration(*p.Left) * time.Second).Round(time.Second).String()
}

// Speed formats the games per second.
func (p *Pairing) Speed() string { return fmt.Sprintf("%.1f", *p.Rate) }

// Ratio formats the likelihood ratio.
func (t *Test) Ratio() string {
	if t.LLR == nil {
		return "unknown"
	}
	return minus(fmt.Sprintf("%+.2f, bounds %+.2f and %+.2f", *t.LLR, t.Lower, t.Upper))
}
