// Package analyse implements the page that analyses positions, given by ID or set up on a
// board, and recorded matches.
//
// Not for other modules.
package analyse

import (
	"cmp"
	_ "embed"
	"html/template"
	"net/http"
	"net/url"

	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/jobs"
	"gammonlab/desk/pages/library"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/paste"
	"gammonlab/desk/pages/site"
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

//go:embed variations.html
var variationsText string

//go:embed analyse.css
var style []byte

// path is the path of the page.
const path = "/analyse"

//go:embed analyse.js
var script []byte

// Register adds the pages. Their rollouts are jobs, and their matches are in the library.
func Register(s *site.Site, l *backend.Backend, of *jobs.Jobs, lib *library.Library) error {
	paste.Register(s)
	s.AddAsset("analyse.css", style)
	s.AddAsset("analyse.js", script)
	deep := newDeepest(newRollouts(l, of))
	deep.ended = deep.rolledOut
	t, err := s.Parse(assetsText + paste.Template + setUpText + variationsText + answerText + rolloutText + deeperText + pageText)
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
			{Name: "d", Action: "look deeper at the position"},
			{Name: "o", Action: "roll the position out"},
			{Name: "j, k", Action: "choose the next or previous play of the list and show it on the board; Enter plays it out"},
		},
	})
	s.Page("GET "+path, func(w http.ResponseWriter, r *http.Request) error {
		p, err := newPage(r.URL.Query(), l)
		if err == nil && p.question != nil && r.Header.Get(site.FragmentHeader) != "set-up" {
			p.Answer, err = p.question.answer(r.Context())
			if err == nil && p.Answer.Problem == "" {
				p.Answer.Deeper, err = deep.view(p.question.XGID, p.question.Model, "", p.Answer.compared(), depth{Plies: p.question.Plies}, p.question.Left)
			}
		}
		if err != nil {
			return err
		}
		if p.link != "" {
			http.Redirect(w, r, p.link, http.StatusSeeOther)
			return nil
		}
		return p.show(s, t, w, r)
	})
	if err := registerScores(s, l); err != nil {
		return err
	}
	if err := registerRolls(s, l); err != nil {
		return err
	}
	if err := deep.rollouts.register(s); err != nil {
		return err
	}
	if err := deep.register(s); err != nil {
		return err
	}
	return newMatches(l, lib, deep).register(s, t)
}

// page is the data of the template.
type page struct {
	*paste.Form
	SetUp  *setUp
	Answer *answer // nil if no position was requested

	question *question
	link     string // address for a redirect
}

// show writes the page, with status 400 if it has a problem.
func (p *page) show(s *site.Site, t *template.Template, w http.ResponseWriter, r *http.Request) error {
	if p.Problem != "" {
		return s.ShowStatus(w, r, t, "Analyse", p, http.StatusBadRequest)
	}
	return s.Show(w, r, t, "Analyse", p)
}

// newPage returns the page of a query: the analysis of a position, or a board that the
// user sets up.
func newPage(q url.Values, l *backend.Backend) (*page, error) {
	model, err := l.Models.Find(q.Get("model"))
	if err != nil {
		return nil, err
	}
	v := model.Variant()
	p := &page{Form: paste.NewForm(l, model.Name)}
	p.Left = isLeft(q)
	p.Text = cmp.Or(q.Get("position"), q.Get("xgid"))
	given := startOf(v)
	if p.Text != "" {
		if x, err := paste.Position(p.Text, v); err == nil {
			given = x
		} else {
			p.Problem = err.Error()
		}
	}
	p.SetUp = newSetUp(q, v, given)
	if q.Get("do") == "analyse" && p.SetUp.Problem == "" {
		p.link = startLink(l, &p.SetUp.XGID, model.Name, models.UsualPlies, p.SetUp.Left)
	}
	if p.Text != "" && p.Problem == "" {
		p.question, err = newQuestion(q, l, model, given)
	}
	return p, err
}
