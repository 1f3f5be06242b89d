package analyse

import (
	"net/http"
	"strings"

	"gammonlab/cmd/gammonlab/internal/web/problem"
	"gammonlab/cmd/gammonlab/internal/web/site"
	"gammonlab/cmd/gammonlab/internal/web/work"
)

// matchesAPI is the path of the calls for analyses of matches. Pages and calls share
// the analyses.
const matchesAPI = "/api/v1/matches"

// MatchRequest is the body of POST /api/v1/matches.
type MatchRequest struct {
	Record string `json:"record"`
	Model  string `json:"model"`
	Plies  int    `json:"plies"`
}

// NewMatchRequest returns the defaults of the command analyze.
func NewMatchRequest() *MatchRequest { return &MatchRequest{Plies: usualPlies} }

// registerCalls adds the calls.
func (m *matches) registerCalls(s *site.Site) {
	m.jobs.Register(s, matchesAPI)
	s.Call("GET "+matchesAPI+"/{id}/report", m.report)
	s.Add(site.Route{Pattern: "POST " + matchesAPI, MaxBody: maxRecord, Foreign: true, Handler: m.begin})
}

// begin handles a call that starts an analysis.
func (m *matches) begin(w http.ResponseWriter, r *http.Request) error {
	request := NewMatchRequest()
	if err := site.ReadJSON(r, request); err != nil {
		return err
	}
	q, err := m.question(request.Model, request.Plies)
	if err != nil {
		return err
	}
	if strings.TrimSpace(request.Record) == "" {
		return problem.New(http.StatusBadRequest, "record is empty, want the text of a .mat or SGF record")
	}
	job, err := m.analysisOf(q, "record", []byte(request.Record))
	if err != nil {
		return err
	}
	return work.Accept(w, matchesAPI, job)
}

// report writes the report of an analysis.
func (m *matches) report(w http.ResponseWriter, r *http.Request) error {
	return m.withJob(r, func(job *work.Job) error {
		done, ok := job.Result().(*result)
		if !ok {
			return problem.New(http.StatusConflict, "there is no report: the state of the analysis is %q", job.Status().State)
		}
		return site.WriteJSON(w, http.StatusOK, done.report)
	})
}
