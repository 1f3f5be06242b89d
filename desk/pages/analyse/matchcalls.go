package analyse

import (
	"net/http"
	"strings"

	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/paste"
	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/scheduler"
	"gammonlab/desk/pages/site"
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
func NewMatchRequest() *MatchRequest { return &MatchRequest{Plies: models.UsualPlies} }

// registerCalls adds the calls.
func (m *matches) registerCalls(s *site.Site) {
	m.jobs.Register(s, matchesAPI)
	s.Call("GET "+matchesAPI+"/{id}/report", m.report)
	s.Add(site.Route{Pattern: "POST " + matchesAPI, MaxBody: paste.MaxBody, Foreign: true, Handler: m.call})
}

// call handles a call that starts an analysis.
func (m *matches) call(w http.ResponseWriter, r *http.Request) error {
	request := NewMatchRequest()
	if err := site.ReadSettings(r, request); err != nil {
		return err
	}
	judge, err := m.library.Judge(request.Model, request.Plies)
	if err != nil {
		return err
	}
	if strings.TrimSpace(request.Record) == "" {
		return problem.New(http.StatusBadRequest, "record is empty, want the text of a .mat or SGF record")
	}
	p, err := paste.Read("record", []byte(request.Record), judge.Model.Variant())
	switch {
	case err != nil:
		return problem.Bad(err)
	case p.Problem != "":
		return problem.New(http.StatusBadRequest, "%s", p.Problem)
	case p.Matches > 1:
		return problem.New(http.StatusBadRequest, "record has %d matches, want one", p.Matches)
	case p.Match == nil:
		return problem.New(http.StatusBadRequest, "record has no game with a move: want a record of a match")
	}
	job, err := m.analysisOf(judge, p.Match)
	if err != nil {
		return err
	}
	return scheduler.Accept(w, matchesAPI, job)
}

// report writes the report of an analysis.
func (m *matches) report(w http.ResponseWriter, r *http.Request) error {
	job, done, err := m.find(r.PathValue("id"))
	switch {
	case err != nil:
		return err
	case done != nil:
		return site.WriteJSON(w, http.StatusOK, done.report)
	case job == nil:
		return problem.New(http.StatusConflict, "the match was not analysed")
	}
	return problem.New(http.StatusConflict, "there is no report: the state of the analysis is %q", job.Status().State)
}
