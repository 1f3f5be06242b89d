// Package ratings implements the page of rating studies: the figures of rating plot for files that
// rating simulate or jobs of the server have made.
//
// Not for other modules.
package ratings

import (
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/folders"
	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/site"
	"gammonlab/internal/htmlpage"
	"gammonlab/rating/fit"
	"gammonlab/rating/simulate"
)

//go:embed ratings.html
var pageText string

// path is the path of the page.
const path = "/ratings"

// resamples is the number of bootstrap samples of a fit on the page: intervals are for the eye.
const resamples = 200

// confidence is that of the intervals of the page.
const confidence = 0.95

// server contains the studies and the last fit.
type server struct {
	backend  *backend.Backend
	folders  *folders.Folders
	template *template.Template
	site     *site.Site

	mu    sync.Mutex
	known map[string]*file // by ID
	key   string           // files and times of the last fit
	last  *fit.Report
}

// file is a file that may be a study, as it was when it was read.
type file struct {
	ID, Name string
	Matches  int
	Kinds    string // lengths of the matches
	changed  time.Time
	study    *simulate.Study // nil for other files
}

// Register adds the page.
func Register(s *site.Site, l *backend.Backend) error {
	t, err := s.Parse(pageText)
	if err != nil {
		return err
	}
	shown, err := folders.Open(slices.Concat(l.Data, l.Studies()))
	if err != nil {
		return err
	}
	server := &server{backend: l, folders: shown, template: t, site: s, known: map[string]*file{}}
	s.AddLink(site.Link{Path: path, Name: "Ratings", Purpose: "Rating studies: rating differences against error rates, with the fitted formulas."})
	s.Page("GET "+path, server.page)
	s.Page("GET "+path+"/files/{name}", server.export)
	return nil
}

// studies returns the studies in the folders. The caller holds the lock.
func (s *server) studies() ([]*file, error) {
	files, err := s.folders.Files(func(name string) bool { return strings.HasSuffix(name, ".parquet") })
	if err != nil {
		return nil, err
	}
	known, all := map[string]*file{}, []*file{}
	for i := range files {
		f := s.known[files[i].ID]
		if changed := files[i].Info.ModTime(); f == nil || !f.changed.Equal(changed) {
			f = &file{ID: files[i].ID, Name: files[i].Name, changed: changed}
			if study, err := simulate.Read(files[i].Path()); err == nil { // otherwise it is another database
				f.study, f.Matches = study, len(study.Rows)
				f.Kinds = lengths(study)
			}
		}
		if known[f.ID] = f; f.study != nil {
			all = append(all, f)
		}
	}
	s.known = known
	return all, nil
}

// lengths lists the lengths of the matches of a study.
func lengths(study *simulate.Study) string {
	var all []int
	for i := range study.Rows {
		if n := int(study.Rows[i].Length); !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	slices.Sort(all)
	return strings.Trim(fmt.Sprint(all), "[]")
}

// view is the data of the page.
type view struct {
	Files   []choice
	Figures []figure
	Text    string
	Problem error
}

// choice is a study in the list.
type choice struct {
	*file
	Chosen bool
}

// figure is a figure with the addresses of its files.
type figure struct {
	htmlpage.Figure
	SVG, PNG string
}

// page writes the list of studies and the figures of the chosen ones.
func (s *server) page(w http.ResponseWriter, r *http.Request) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	ids := r.URL.Query()["file"]
	all, err := s.studies()
	if err != nil {
		return err
	}
	v := new(view)
	for _, f := range all {
		v.Files = append(v.Files, choice{f, slices.Contains(ids, f.ID)})
	}
	if len(ids) == 0 {
		return s.site.Show(w, r, s.template, "Ratings", v)
	}
	report, err := s.fit(r.Context(), ids)
	switch p := problem.Of(err); {
	case err == nil:
		v.Text = report.Text()
		for _, f := range report.Figures() {
			at := func(format string) string {
				return path + "/files/" + f.Name + "." + format + "?" + url.Values{"file": ids}.Encode()
			}
			v.Figures = append(v.Figures, figure{htmlpage.Figure{Title: f.Title(), Caption: f.Caption(), Picture: f}, at("svg"), at("png")})
		}
	case p.Status == http.StatusBadRequest:
		v.Problem = err
	default:
		return err
	}
	return s.site.Show(w, r, s.template, "Ratings", v)
}

// fit fits the studies with the IDs. The caller holds the lock.
func (s *server) fit(ctx context.Context, ids []string) (*fit.Report, error) {
	key := ""
	var files []*simulate.Study
	for _, id := range ids {
		f := s.known[id]
		if f == nil || f.study == nil {
			return nil, problem.NotFound("study", id)
		}
		key += id + f.changed.String()
		files = append(files, f.study)
	}
	if key == s.key {
		return s.last, nil
	}
	err := s.backend.Pool.Answer(ctx, func(ctx context.Context) error {
		var rows []simulate.Row
		studies := fit.Studies(files)
		for _, s := range studies {
			rows = append(rows, s.Rows()...)
		}
		report, err := fit.Fit(ctx, rows, fit.Options{Bootstrap: resamples, Confidence: confidence, Seed: 1})
		if err != nil {
			return problem.Bad(err)
		}
		if len(studies) == 1 {
			report.Caption = studies[0].Caption(report)
		}
		s.key, s.last = key, report
		return nil
	})
	return s.last, err
}

// export writes a figure as a file.
func (s *server) export(w http.ResponseWriter, r *http.Request) error {
	name, format, _ := strings.Cut(r.PathValue("name"), ".")
	kind := map[string]string{"svg": "image/svg+xml", "png": "image/png"}[format]
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.studies(); err != nil {
		return err
	}
	report, err := s.fit(r.Context(), r.URL.Query()["file"])
	if err != nil {
		return err
	}
	for _, f := range report.Figures() {
		if f.Name == name && kind != "" {
			w.Header().Set("Content-Type", kind)
			w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", name+"."+format))
			return f.Encode(w, format)
		}
	}
	return problem.NotFound("figure", r.PathValue("name"))
}
