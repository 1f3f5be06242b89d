package analyse

import (
	"context"
	"encoding/json"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"

	"gammonlab/board/record"
	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/library"
	"gammonlab/desk/pages/paste"
	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/scheduler"
	"gammonlab/desk/pages/site"
	"gammonlab/engine/analysis"
)

const (
	matchesPath = path + "/matches"
	keepMatches = 16 // analyses kept in memory after their end
)

// matches are the analyses of recorded matches: those of the library, whose addresses are
// their IDs with the key of the judge, and those of calls, which are jobs.
type matches struct {
	backend *backend.Backend
	library *library.Library
	jobs    *scheduler.Jobs
	deep    *deepest

	mu    sync.Mutex
	begun map[string]*scheduler.Job // by address
	kept  []*result                 // results by address, the last used one last
}

func newMatches(l *backend.Backend, lib *library.Library, deep *deepest) *matches {
	return &matches{backend: l, library: lib, deep: deep, jobs: scheduler.NewJobs(l.Pool, l.Streams, "match", keepMatches), begun: map[string]*scheduler.Job{}}
}

// progress is the progress of an analysis.
type progress struct {
	Done  int64 `json:"done"`
	Total int64 `json:"total"`
}

// result is a finished analysis. The states of its job contain only its progress,
// because the report has megabytes.
type result struct {
	progress
	report  *analysis.Report
	address string // "" for an analysis of a call
}

// MarshalJSON implements [json.Marshaler].
func (r *result) MarshalJSON() ([]byte, error) { return json.Marshal(r.progress) }

// paste handles what a user pastes or drops: it opens a position or a page, or keeps a
// record in the library and starts its analysis. If it cannot, the page keeps the text.
func (m *matches) paste(s *site.Site, t *template.Template, w http.ResponseWriter, r *http.Request) error {
	name, text, err := paste.Content(r)
	to := ""
	var p *paste.Pasted
	if err == nil {
		to, p, err = m.open(name, text, r)
	}
	switch {
	case err == nil && to != "":
		http.Redirect(w, r, to, http.StatusSeeOther)
		return nil
	case err != nil && problem.Of(err).Status >= 500 && !isPlain(err):
		return err
	}
	shown, bad := newPage(url.Values{"model": r.Form["model"], "left": r.Form["left"]}, m.backend)
	if bad != nil {
		return bad
	}
	if err != nil {
		shown.Keep(text, err)
		return shown.show(s, t, w, r)
	}
	shown.Text, shown.Positions = string(text), p.Positions
	return s.Show(w, r, t, "Analyse", shown)
}

// isPlain reports whether an error has no status of its own: it is a fault of the text.
func isPlain(err error) bool {
	var p *problem.Problem
	return !errors.As(err, &p)
}

// open returns the address that shows a text, "" for several positions.
func (m *matches) open(name string, text []byte, r *http.Request) (string, *paste.Pasted, error) {
	plies, err := strconv.Atoi(r.FormValue("plies"))
	if err != nil {
		return "", nil, problem.New(http.StatusBadRequest, "plies is %q, want a number", r.FormValue("plies"))
	}
	judge, err := m.library.Judge(r.FormValue("model"), plies)
	if err != nil {
		return "", nil, err
	}
	p, err := paste.Read(name, text, judge.Model.Variant(), path, "/play", "/library", "/study")
	switch {
	case err != nil || p.Positions != nil:
		return "", p, err
	case p.Link != "":
		return p.Link, p, nil
	case p.Position != nil:
		return startLink(m.backend, p.Position, judge.Model.Name, plies, isLeft(r.Form)), p, nil
	}
	e, err := m.library.Add(name, text, p)
	if err != nil {
		return "", nil, err
	}
	to, err := m.begin(e, judge)
	return to, p, err
}

// begin starts the analysis of a match of the library, unless it is known or in progress,
// and returns its address.
func (m *matches) begin(e *library.Entry, j *library.Judge) (string, error) {
	if err := j.Check(e); err != nil {
		return "", err
	}
	address := e.ID + m.library.Key(j)
	m.mu.Lock()
	defer m.mu.Unlock()
	if job := m.running(address); job != nil {
		return matchesPath + "/" + address, nil
	}
	job, err := m.jobs.Start(func(ctx context.Context, job *scheduler.Job, workers int) (any, error) {
		return m.analyse(job, address, func(progress func(done, total int64)) (*analysis.Report, error) {
			return m.library.Analyse(ctx, e, j, workers, progress)
		})
	})
	if err != nil {
		return "", err
	}
	m.begun[address] = job
	return matchesPath + "/" + address, nil
}

// running returns the job of an address that is in progress or has a result, nil for none.
// It forgets other jobs. The caller holds the lock.
func (m *matches) running(address string) *scheduler.Job {
	job := m.begun[address]
	if job == nil {
		return nil
	}
	status := job.Status()
	if _, err := m.jobs.Find(status.ID); err != nil || status.State == scheduler.Failed || status.State == scheduler.Stopped {
		delete(m.begun, address)
		return nil
	}
	return job
}

// analyse computes the analysis of a job.
func (m *matches) analyse(job *scheduler.Job, address string, do func(progress func(done, total int64)) (*analysis.Report, error)) (any, error) {
	var at progress
	var badJSON error
	report, err := do(func(done, total int64) {
		at = progress{done, total}
		badJSON = job.Show(func() any { return at })
	})
	if err = errors.Join(err, badJSON); err != nil {
		return nil, err
	}
	return &result{at, report, address}, nil
}

// analysisOf starts the analysis of a record of a call.
func (m *matches) analysisOf(j *library.Judge, match *record.Match) (*scheduler.Job, error) {
	if err := j.Check(&library.Entry{Match: match}); err != nil {
		return nil, err
	}
	return m.jobs.Start(func(ctx context.Context, job *scheduler.Job, workers int) (any, error) {
		return m.analyse(job, "", func(progress func(done, total int64)) (*analysis.Report, error) {
			o, err := m.library.Options(j, workers)
			if err != nil {
				return nil, err
			}
			o.Analysis.Progress = progress
			report, err := analysis.Analyse(ctx, match, o.Analysis)
			if err != nil {
				return nil, err
			}
			return report, library.Finish(report)
		})
	})
}

// find returns the job of an address, nil if none was started, and its result or a kept one,
// nil if there is none.
func (m *matches) find(address string) (*scheduler.Job, *result, error) {
	m.mu.Lock()
	job := m.begun[address]
	m.mu.Unlock()
	if job == nil {
		job, _ = m.jobs.Find(address) // of a call
	}
	if job != nil {
		done, _ := job.Result().(*result)
		return job, done, nil
	}
	e, j, err := m.entry(address)
	if err != nil {
		return nil, nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if i := slices.IndexFunc(m.kept, func(r *result) bool { return r.address == address }); i >= 0 {
		return nil, m.kept[i], nil
	}
	report, err := m.library.Known(e, j)
	if err != nil || report == nil {
		return nil, nil, err
	}
	done := &result{report: report, address: address}
	m.kept = append(m.kept, done)
	m.kept = m.kept[max(0, len(m.kept)-keepMatches):]
	return nil, done, nil
}

// entry returns the match of the library and the judge of an address.
func (m *matches) entry(address string) (*library.Entry, *library.Judge, error) {
	j, id, err := m.library.JudgeOf(address)
	if err != nil {
		return nil, nil, err
	}
	e, err := m.library.Find(id)
	return e, j, err
}
