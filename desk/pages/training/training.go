// Package training implements the page of training runs, which compares selected runs in
// live charts, and the calls of the API for runs.
//
// Not for other modules.
package training

import (
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"sync"

	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/folders"
	"gammonlab/desk/pages/live"
	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/site"
	"gammonlab/desk/pages/vendored"
)

//go:embed training.html
var pageText string

//go:embed training.css
var style []byte

//go:embed curves.js
var script []byte

// path is the path of the page.
const path = "/runs"

// server contains the state that the page and the calls share.
type server struct {
	catalog  *catalog
	notes    *notes
	live     *live.Live
	template *template.Template
	site     *site.Site
	backend  *backend.Backend
	parents  sync.Map // names of models by their digests
}

// Register adds the page and the calls.
func Register(s *site.Site, l *backend.Backend) error {
	shown, err := folders.Open(l.Runs)
	if err != nil {
		return err
	}
	if err := addAssets(s); err != nil {
		return err
	}
	t, err := s.Parse(pageText)
	if err != nil {
		return err
	}
	kept, err := openNotes(l.Save)
	if err != nil {
		return err
	}
	server := &server{catalog: &catalog{folders: shown}, notes: kept, live: live.New(l.Streams, s.LogPanic), template: t, site: s, backend: l}
	l.Trainings = server
	if l.Models != nil {
		l.Models.Offer(server.find)
	}
	if l.Notices != nil {
		stop := make(chan struct{})
		s.AtEnd(func() { close(stop) })
		go server.watch(stop)
	}
	s.AddLink(site.Link{
		Path: path, Name: "Runs", Purpose: "Training runs, with live charts that compare them.",
		Keys: []site.Key{{Name: "← →", Action: "move the cursor of the focused chart and show the values"}},
	})
	s.Page("GET "+path, server.page)
	s.Page("GET "+path+"/{id}", server.runPage)
	s.Page("GET "+path+"/events", server.pageEvents)
	s.Page("GET "+path+"/files/{file}", server.export)
	s.Page("POST "+path+"/{id}/note", server.writeNote)
	s.Call("GET "+apiPath, server.list)
	s.Call("PUT "+apiPath+"/{id}/note", server.putNote)
	s.Call("GET "+apiPath+"/{id}/metrics", server.metrics)
	s.Call("GET "+apiPath+"/{id}/events", server.events)
	return nil
}

// addAssets adds the style and the scripts of the page.
func addAssets(s *site.Site) error {
	s.AddAsset("training.css", style)
	s.AddAsset("curves.js", script)
	for _, name := range []string{"uPlot.iife.min.js", "uPlot.min.css"} {
		content, err := vendored.File("uplot/" + name)
		if err != nil {
			return err
		}
		s.AddAsset(name, content)
	}
	return nil
}

// page writes the list of runs and the comparison.
func (s *server) page(w http.ResponseWriter, r *http.Request) error {
	q, err := readQuery(r.URL.Query())
	if err != nil {
		return err
	}
	if err := s.chooseAll(q); err != nil {
		return err
	}
	p, err := s.view(q)
	if err != nil {
		return err
	}
	return s.site.Show(w, r, s.template, "Runs", p)
}

// chooseAll adds all runs that the search finds to those that are selected, if the query asks for them.
func (s *server) chooseAll(q *query) error {
	if !q.All {
		return nil
	}
	all, _, err := s.catalog.list()
	if err != nil {
		return err
	}
	for _, r := range all {
		if note := s.notes.of(r.ID); q.finds(r.Run, &note) && !slices.Contains(q.IDs, r.ID) {
			q.IDs = append(q.IDs, r.ID)
		}
	}
	if n := len(q.IDs); n > mostCompared {
		return problem.Bad(fmt.Errorf("%d runs are too many for a comparison, want at most %d: search for fewer, such as hidden=40", n, mostCompared))
	}
	return nil
}
