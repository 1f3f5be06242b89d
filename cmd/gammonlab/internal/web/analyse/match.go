package analyse

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"gammonlab/board/record"
	"gammonlab/cmd/gammonlab/internal/web/backend"
	"gammonlab/cmd/gammonlab/internal/web/models"
	"gammonlab/cmd/gammonlab/internal/web/problem"
	"gammonlab/cmd/gammonlab/internal/web/work"
	"gammonlab/engine/analysis"
	"gammonlab/engine/named"
	"gammonlab/internal/plaintext"
	"gammonlab/rating"
)

const (
	matchesPath = path + "/matches"
	maxRecord   = 8 << 20 // size of a request with a record, in bytes
	maxActions  = 20_000  // actions of a record: a match to 25 has about 2,000
	keepMatches = 16      // analyses kept after their end
	listedPlays = 10      // listed plays of a roll, besides the play that was made
)

// matches are the analyses of recorded matches.
type matches struct {
	backend *backend.Backend
	jobs    *work.Jobs
}

func newMatches(l *backend.Backend) *matches {
	return &matches{l, work.NewJobs(l.Pool, l.Streams, "match", keepMatches)}
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
	report *analysis.Report
	model  string
}

// MarshalJSON implements [json.Marshaler].
func (r *result) MarshalJSON() ([]byte, error) { return json.Marshal(r.progress) }

// start starts the analysis of the record in a request and returns its address. If the
// request contains a position instead, start returns the address of its analysis.
func (m *matches) start(r *http.Request) (string, error) {
	name, text, err := recordOf(r)
	if err != nil {
		return "", problem.Bad(err)
	}
	plies, err := strconv.Atoi(r.FormValue("plies"))
	if err != nil {
		return "", problem.New(http.StatusBadRequest, "plies is %q, want 0 to %d", r.FormValue("plies"), models.MaxPlies)
	}
	q, err := m.question(r.FormValue("model"), plies)
	if err != nil {
		return "", err
	}
	if _, err := parse(string(bytes.TrimSpace(text)), q.model.Variant()); err == nil {
		at := url.Values{"position": {string(bytes.TrimSpace(text))}, "model": {q.model.Name}, "plies": {strconv.Itoa(plies)}}
		return path + "?" + at.Encode(), nil
	}
	job, err := m.analysisOf(q, name, text)
	if err != nil {
		return "", err
	}
	return matchesPath + "/" + job.Status().ID, nil
}

// matchQuestion contains the net and the search depth of an analysis.
type matchQuestion struct {
	model *models.Model
	plies int
}

// question checks the name of a net, "" for the first, and the plies.
func (m *matches) question(model string, plies int) (*matchQuestion, error) {
	found, err := m.backend.Models.Find(model)
	if err != nil {
		return nil, err
	}
	return &matchQuestion{found, plies}, models.Strength{Plies: plies}.Validate()
}

// analysisOf starts the analysis of a record with a name.
func (m *matches) analysisOf(q *matchQuestion, name string, text []byte) (*work.Job, error) {
	match, err := read(name, text)
	if err != nil {
		return nil, problem.Bad(err)
	}
	if match.Rules.Variant != q.model.Variant() {
		return nil, problem.New(http.StatusBadRequest, "the record is of %v, but the net %s plays %v", match.Rules.Variant, q.model.Name, q.model.Variant())
	}
	return m.jobs.Start(func(ctx context.Context, job *work.Job, workers int) (any, error) {
		return m.analyse(ctx, job, match, q, workers)
	})
}

// recordOf returns the record of a request: the file, or the pasted text.
func recordOf(r *http.Request) (name string, text []byte, err error) {
	if strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/form-data") {
		if err := r.ParseMultipartForm(maxRecord); err != nil {
			return "", nil, err
		}
	}
	file, head, err := r.FormFile("file")
	switch {
	case err == nil:
		defer file.Close()
		if text, err = io.ReadAll(file); err != nil {
			return "", nil, err
		}
		if len(text) > 0 {
			return plaintext.VisibleLine(head.Filename), text, nil
		}
	case !errors.Is(err, http.ErrMissingFile) && !errors.Is(err, http.ErrNotMultipart):
		return "", nil, err
	}
	pasted := r.FormValue("record")
	if strings.TrimSpace(pasted) == "" {
		return "", nil, fmt.Errorf("there is no record: paste one, or choose a file")
	}
	return "the pasted record", []byte(pasted), nil
}

// read reads a record with at most maxActions actions.
func read(name string, text []byte) (*record.Match, error) {
	match, err := record.Read(name, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	actions := 0
	for i := range match.Games {
		actions += len(match.Games[i].Actions)
	}
	switch {
	case actions == 0:
		return nil, fmt.Errorf("%s has no game with a move: want a record of a match", name)
	case actions > maxActions:
		return nil, fmt.Errorf("%s has %d actions, want at most %d", name, actions, maxActions)
	}
	return match, nil
}

// analyse computes the analysis of a job.
func (m *matches) analyse(ctx context.Context, job *work.Job, match *record.Match, q *matchQuestion, workers int) (any, error) {
	var at progress
	var badJSON error
	strength := named.StrengthOf(q.model.Static(), q.plies)
	strength.Filter = usualFilter()
	report, err := analysis.Analyse(ctx, match, analysis.Options{
		Strength: strength, MET: named.MET{Table: m.backend.Models.MET()},
		Candidates: listedPlays, Workers: workers, KeepGoing: true,
		Progress: func(done, total int64) {
			at = progress{done, total}
			badJSON = job.Show(func() any { return at })
		},
	})
	if err = errors.Join(err, badJSON); err != nil {
		return nil, err
	}
	for p := range report.Names {
		report.Names[p] = plaintext.VisibleLine(report.Names[p])
	}
	return &result{at, report, q.model.Name}, rating.Rate(report)
}
