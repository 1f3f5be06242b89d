// Package analyse implements the page that analyses positions, given by ID or set up on a
// board, and recorded matches.
package analyse

import (
	_ "embed"
	"net/http"
	"net/url"

	"gammonlab/cmd/gammonlab/internal/web/backend"
	"gammonlab/cmd/gammonlab/internal/web/jobs"
	"gammonlab/cmd/gammonlab/internal/web/problem"
	"gammonlab/cmd/gammonlab/internal/web/site"
)

//go:embed analyse.html
var pageText string

//go:embed assets.html
var assetsText string

//go:embed setup.html
var setUpText string

//go:embed answer.html
var answerText string

//go:embed scores.html
var scoresText string

//go:embed analyse.css
var style []byte

// path is the path of the page.
const path = "/analyse"

// Register adds the pages. Their rollouts are jobs.
func Register(s *site.Site, l *backend.Backend, of *jobs.Jobs) error {
	s.AddAsset("analyse.css", style)
	t, err := s.Parse(assetsText + setUpText + answerText + pageText)
	if err != nil {
		return err
	}
	s.AddLink(site.Link{
		Path: path, Name: "Analyse", Purpose: "Analyses positions and recorded matches.",
		Keys: []site.Key{
			{Name: "arrows", Action: "move between the parts of a board"},
			{Name: "Enter", Action: "activate or pick the part of the board"},
			{Name: "Escape", Action: "cancel the pick"},
			{Name: "n, p", Action: "go to the next or previous error of a match"},
			{Name: "← →", Action: "go to the previous or next decision of a match"},
		},
	})
	s.Page("GET "+path, func(w http.ResponseWriter, r *http.Request) error {
		p, err := newPage(r.URL.Query(), l)
		if err == nil && p.question != nil && r.Header.Get(site.FragmentHeader) != "set-up" {
			p.Answer, err = p.question.answer(r.Context())
		}
		if err != nil {
			return err
		}
		if p.link != "" {
			http.Redirect(w, r, p.link, http.StatusSeeOther)
			return nil
		}
		return s.Show(w, r, t, "Analyse", p)
	})
	if err := registerScores(s, l); err != nil {
		return err
	}
	if err := registerRolls(s, l); err != nil {
		return err
	}
	if err := newRollouts(l, of).register(s); err != nil {
		return err
	}
	return newMatches(l).register(s)
}

// page is the data of the template.
type page struct {
	Text   string // of the requested position
	Models []choice
	SetUp  *setUp
	Answer *answer // nil if no position was requested

	question *question
	link     string // address for a redirect
}

// modelChoices are the nets to choose from.
func modelChoices(l *backend.Backend, chosen string) []choice {
	var pairs []string
	for _, name := range l.Models.Names() {
		pairs = append(pairs, name, name)
	}
	return choose(chosen, pairs...)
}

// newPage returns the page of a query: the analysis of a position, or a board that the
// user sets up.
func newPage(q url.Values, l *backend.Backend) (*page, error) {
	model, err := l.Models.Find(q.Get("model"))
	if err != nil {
		return nil, err
	}
	v := model.Variant()
	p := &page{Text: q.Get("position"), Models: modelChoices(l, model.Name)}
	given := startOf(v)
	if p.Text == "" {
		p.Text = q.Get("xgid")
	}
	if p.Text != "" {
		if given, err = parse(p.Text, v); err != nil {
			return nil, problem.Bad(err)
		}
	}
	p.SetUp = newSetUp(q, v, given)
	if q.Get("do") == "analyse" && p.SetUp.Problem == "" {
		p.link = (&question{XGID: p.SetUp.XGID, Model: model.Name, Plies: usualPlies, Left: p.SetUp.Left, backend: l}).Link(-1)
	}
	if p.Text != "" {
		p.question, err = newQuestion(q, l, model, given)
	}
	return p, err
}
