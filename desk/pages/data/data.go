// Package data implements the pages of databases of labelled positions, of decision
// benchmarks with the choices of a net, and of bear-off databases, and the calls for them.
//
// Not for other modules.
package data

import (
	_ "embed"
	"html/template"
	"net/http"

	"gammonlab/board"
	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/folders"
	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/site"
	"gammonlab/engine"
)

//go:embed data.html
var pageText string

//go:embed data.css
var style []byte

// Paths of the pages and of the calls.
const (
	path    = "/data"
	apiPath = "/api/v1/data"
)

// server contains the state that the pages and the calls share.
type server struct {
	backend   *backend.Backend
	databases *databases
	templates map[string]*template.Template // by kind of page: list, database, benchmark
	site      *site.Site
}

// Register adds the pages and the calls.
func Register(s *site.Site, l *backend.Backend) error {
	shown, err := folders.Open(l.Data)
	if err != nil {
		return err
	}
	s.AddAsset("data.css", style)
	server := &server{l, &databases{folders: shown, infos: map[string]*known{}}, map[string]*template.Template{}, s}
	for _, kind := range []string{"list", "database", "benchmark"} {
		t, err := s.Parse(pageText + `{{define "content"}}{{template "` + kind + `" .}}{{end}}`)
		if err != nil {
			return err
		}
		server.templates[kind] = t
	}
	s.AddLink(site.Link{Path: path, Name: "Data", Purpose: "Databases of positions, bear-off databases and benchmarks of decisions."})
	s.Page("GET "+path, server.page)
	s.Page("GET "+path+"/databases/{id}", server.database)
	s.Page("GET "+path+"/benchmarks/{id}", server.benchmark)
	s.Call("GET "+apiPath, server.list)
	s.Call("GET "+apiPath+"/databases/{id}", server.info)
	s.Call("GET "+apiPath+"/databases/{id}/rows", server.rows)
	s.Call("GET "+apiPath+"/endings", server.ending)
	return nil
}

// view is the data of the first page.
type view struct {
	Folders  bool
	Known    []string // bear-off databases for look-ups
	Position string
	Ending   string // entries of the position in the databases
	Problem  string
	*listAnswer
}

// page writes the list of all data, and the entries of a position if the request has one.
func (s *server) page(w http.ResponseWriter, r *http.Request) error {
	all, err := s.databases.list()
	if err != nil {
		return err
	}
	v := &view{
		Folders: len(s.databases.folders.Roots()) > 0, Known: s.backend.Models.Databases().Names(),
		Position: r.URL.Query().Get("position"), listAnswer: all,
	}
	if v.Position != "" {
		e, err := s.lookUp(v.Position)
		if err != nil {
			v.Problem = err.Error()
		} else {
			v.Ending = e.Text()
		}
	}
	return s.site.Show(w, r, s.templates["list"], "Data", v)
}

// lookUp looks up a position.
func (s *server) lookUp(text string) (*engine.EndingReport, error) {
	of := s.backend.Models.Databases()
	variant := board.Backgammon
	x, _, err := board.ParsePosition(text, variant)
	if err != nil {
		return nil, problem.Bad(err)
	}
	if of == nil {
		of = new(engine.Databases)
	}
	e, err := of.Report(x.Position)
	return e, problem.Bad(err)
}

// ending writes the entries of a position in the databases.
func (s *server) ending(w http.ResponseWriter, r *http.Request) error {
	e, err := s.lookUp(r.URL.Query().Get("position"))
	if err != nil {
		return err
	}
	return site.WriteJSON(w, http.StatusOK, e)
}

// list writes all databases and benchmarks.
func (s *server) list(w http.ResponseWriter, _ *http.Request) error {
	all, err := s.databases.list()
	if err != nil {
		return err
	}
	return site.WriteJSON(w, http.StatusOK, all)
}
