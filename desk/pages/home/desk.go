// Package home has the pages of a player's desk: the library of matches with its search,
// profiles of players, and exercises of their errors.
//
// Not for other modules.
package home

import (
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"sync"

	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/games"
	"gammonlab/desk/pages/jobs"
	"gammonlab/desk/pages/library"
	"gammonlab/desk/pages/play"
	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/scheduler"
	"gammonlab/desk/pages/site"
	"gammonlab/engine/analysis"
)

//go:embed assets.html
var assetsText string

//go:embed library.html
var libraryText string

//go:embed profile.html
var profileText string

//go:embed study.html
var studyText string

//go:embed home.html
var homeText string

//go:embed desk.css
var style []byte

//go:embed study.js
var script []byte

const (
	libraryPath = "/library"
	profilePath = libraryPath + "/profile"
	studyPath   = "/study"
)

// desk is the state of the pages.
type desk struct {
	*library.Library
	backend *backend.Backend
	site    *site.Site
	jobs    *scheduler.Jobs

	mu  sync.Mutex
	job *scheduler.Job // the newest analysis of several matches; nil before the first

	adding sync.Mutex // locked while exercises are added
}

// Register adds the pages. Finished matches of the store go to the library.
func Register(s *site.Site, l *backend.Backend, lib *library.Library, store *games.Store, tables *play.Pages, started *jobs.Jobs) error {
	s.AddAsset("desk.css", style)
	s.AddAsset("study.js", script)
	d := &desk{Library: lib, backend: l, site: s, jobs: scheduler.NewJobs(l.Pool, l.Streams, "analysis", 4)}
	s.AddLink(site.Link{Path: libraryPath, Name: "Library", Purpose: "Your matches, a search for positions in them, and profiles of the players."})
	s.AddLink(site.Link{
		Path: studyPath, Name: "Study", Purpose: "Exercises of your own errors, repeated until you know the answers.",
		Keys: []site.Key{{Name: "Enter", Action: "answer, or go to the next exercise"}},
	})
	for _, add := range []func() error{d.registerLibrary, d.registerProfile, d.registerStudy} {
		if err := add(); err != nil {
			return err
		}
	}
	store.Finished = d.finished
	if err := d.registerHome(tables, started); err != nil {
		return err
	}
	s.Page("GET "+libraryPath+"/work", func(w http.ResponseWriter, r *http.Request) error {
		job := d.current()
		if job == nil {
			return problem.NotFound("analysis", "")
		}
		return l.Streams.Serve(w, r, job.Topic)
	})
	s.Page("POST "+libraryPath+"/work/stop", func(w http.ResponseWriter, r *http.Request) error {
		if job := d.current(); job != nil {
			job.Stop()
		}
		return back(w, r, r.FormValue("to"))
	})
	return nil
}

// back opens a page of the desk after an action.
func back(w http.ResponseWriter, r *http.Request, to string) error {
	if !strings.HasPrefix(to, libraryPath) && !strings.HasPrefix(to, studyPath) {
		to = libraryPath
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

func (d *desk) current() *scheduler.Job {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.job
}

// progress is the progress of an analysis of several matches.
type progress struct {
	Done     int      `json:"done"`
	Total    int      `json:"total"`
	Problems []string `json:"problems,omitempty"`
	Said     string   `json:"said,omitempty"` // the result
}

// start starts work on matches, unless some is in progress: it analyses the matches that the
// net can judge, and then calls finish with the reports.
func (d *desk) start(j *library.Judge, finish func(ctx context.Context, at *progress, workers int, all []library.Analysed) error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.job != nil {
		if status := d.job.Status(); !status.Ended() {
			return problem.New(http.StatusConflict, "matches are being analysed: wait for the end, or stop it")
		}
	}
	entries, err := d.Entries()
	if err != nil {
		return err
	}
	job, err := d.jobs.Start(func(ctx context.Context, job *scheduler.Job, workers int) (any, error) {
		at := &progress{Total: len(entries)}
		var all []library.Analysed
		for _, e := range entries {
			report, err := d.judge(ctx, e, j, workers)
			switch {
			case ctx.Err() != nil:
				return at, ctx.Err()
			case err != nil:
				at.Problems = append(at.Problems, err.Error())
			default:
				all = append(all, library.Analysed{Entry: e, Report: report})
			}
			at.Done++
			if err := job.Show(func() any { return at }); err != nil {
				return at, err
			}
		}
		if finish == nil {
			return at, nil
		}
		return at, finish(ctx, at, workers, all)
	})
	d.job = job
	return err
}

// judge analyses a match.
func (d *desk) judge(ctx context.Context, e *library.Entry, j *library.Judge, workers int) (*analysis.Report, error) {
	if err := j.Check(e); err != nil {
		return nil, fmt.Errorf("%s: %w", e.Name, err)
	}
	return d.Analyse(ctx, e, j, workers, nil)
}

// players returns the names of the players of matches, those of most matches first.
func players(all []*library.Entry) []string {
	count := map[string]int{}
	var names []string
	for _, e := range all {
		if e.Match == nil {
			continue
		}
		for _, name := range e.Match.Names {
			if count[name] == 0 && name != "" {
				names = append(names, name)
			}
			count[name]++
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return count[b] - count[a] })
	return names
}

// status is the state of the newest work, for the template.
type status struct {
	scheduler.Status
	progress
	To string // page to show after an action
}

// status returns the state of the newest work, nil before the first.
func (d *desk) status(to string) (*status, error) {
	job := d.current()
	if job == nil {
		return nil, nil
	}
	s := &status{Status: job.Status(), To: to}
	return s, s.read()
}

// page writes a page of the desk.
func (d *desk) page(w http.ResponseWriter, r *http.Request, t *template.Template, title string, data any, problem string) error {
	code := http.StatusOK
	if problem != "" {
		code = http.StatusBadRequest
	}
	return d.site.ShowStatus(w, r, t, title, data, code)
}
