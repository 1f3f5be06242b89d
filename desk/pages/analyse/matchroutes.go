package analyse

import (
	_ "embed"
	"encoding/json"
	"html/template"
	"net/http"

	"gammonlab/desk/pages/paste"
	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/scheduler"
	"gammonlab/desk/pages/site"
)

//go:embed match.html
var matchText string

// register adds the pages of matches, and the calls. whole is the template of the page
// Analyse.
func (m *matches) register(s *site.Site, whole *template.Template) error {
	t, err := s.Parse(assetsText + rolloutText + deeperText + matchText)
	if err != nil {
		return err
	}
	pasted := func(w http.ResponseWriter, r *http.Request) error { return m.paste(s, whole, w, r) }
	s.AddUpload("POST "+path, paste.MaxBody, pasted)
	s.AddUpload("POST "+matchesPath, paste.MaxBody, pasted)
	s.Page("GET "+matchesPath+"/{id}", func(w http.ResponseWriter, r *http.Request) error { return m.show(s, t, w, r) })
	s.Page("GET "+matchesPath+"/{id}/events", m.withJob(func(w http.ResponseWriter, r *http.Request, job *scheduler.Job) error {
		return m.backend.Streams.Serve(w, r, job.Topic)
	}))
	s.Page("POST "+matchesPath+"/{id}/stop", m.withJob(func(w http.ResponseWriter, r *http.Request, job *scheduler.Job) error {
		job.Stop()
		http.Redirect(w, r, matchesPath+"/"+r.PathValue("id"), http.StatusSeeOther)
		return nil
	}))
	s.Page("POST "+matchesPath+"/{id}/begin", func(w http.ResponseWriter, r *http.Request) error {
		e, j, err := m.entry(r.PathValue("id"))
		if err != nil {
			return err
		}
		to, err := m.begin(e, j)
		if err == nil {
			http.Redirect(w, r, to, http.StatusSeeOther)
		}
		return err
	})
	s.Page("GET "+matchesPath+"/{id}/report.json", m.report)
	m.registerExports(s)
	m.registerCalls(s)
	return nil
}

// show writes the page of a match.
func (m *matches) show(s *site.Site, t *template.Template, w http.ResponseWriter, r *http.Request) error {
	v, err := m.view(r.PathValue("id"), r.URL.Query())
	if err != nil {
		return err
	}
	title := "Analysis of a match"
	if v.Summary != nil {
		title = v.Summary.Title
	}
	return s.Show(w, r, t, title, v)
}

// withJob returns a handler of the job of an address.
func (m *matches) withJob(do func(w http.ResponseWriter, r *http.Request, job *scheduler.Job) error) site.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		job, _, err := m.find(r.PathValue("id"))
		switch {
		case err != nil:
			return err
		case job == nil:
			return problem.New(http.StatusConflict, "the analysis has ended")
		}
		return do(w, r, job)
	}
}

// decodeState reads the progress of a job.
func decodeState(status *scheduler.Status, into any) error {
	if len(status.Result) == 0 {
		return nil
	}
	return json.Unmarshal(status.Result, into)
}
