package analyse

import (
	_ "embed"
	"encoding/json"
	"html/template"
	"net/http"

	"gammonlab/cmd/gammonlab/internal/web/site"
	"gammonlab/cmd/gammonlab/internal/web/work"
)

//go:embed match.html
var matchText string

// register adds the pages of matches, and the calls.
func (m *matches) register(s *site.Site) error {
	t, err := s.Parse(assetsText + matchText)
	if err != nil {
		return err
	}
	s.AddUpload("POST "+matchesPath, maxRecord, func(w http.ResponseWriter, r *http.Request) error {
		to, err := m.start(r)
		if err == nil {
			http.Redirect(w, r, to, http.StatusSeeOther)
		}
		return err
	})
	s.Page("GET "+matchesPath+"/{id}", func(w http.ResponseWriter, r *http.Request) error { return m.show(s, t, w, r) })
	s.Page("GET "+matchesPath+"/{id}/events", func(w http.ResponseWriter, r *http.Request) error {
		return m.withJob(r, func(job *work.Job) error { return m.backend.Streams.Serve(w, r, job.Topic) })
	})
	s.Page("POST "+matchesPath+"/{id}/stop", func(w http.ResponseWriter, r *http.Request) error {
		return m.withJob(r, func(job *work.Job) error {
			job.Stop()
			http.Redirect(w, r, matchesPath+"/"+r.PathValue("id"), http.StatusSeeOther)
			return nil
		})
	})
	s.Page("GET "+matchesPath+"/{id}/report.json", m.report)
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

// withJob calls do with the job that a request names.
func (m *matches) withJob(r *http.Request, do func(job *work.Job) error) error {
	job, err := m.jobs.Find(r.PathValue("id"))
	if err != nil {
		return err
	}
	return do(job)
}

// decodeState reads the progress of a job.
func decodeState(status *work.Status, into any) error {
	if len(status.Result) == 0 {
		return nil
	}
	return json.Unmarshal(status.Result, into)
}
