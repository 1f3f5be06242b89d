package analyse

import (
	_ "embed"
	"net/http"

	"gammonlab/desk/pages/site"
	"gammonlab/engine/search"
)

//go:embed deeper.html
var deeperText string

// register adds the page on which a position is searched deeper and rolled out, whose content other pages show.
func (all *deepest) register(s *site.Site) error {
	t, err := s.Parse(assetsText + rolloutText + deeperText + `{{define "content"}}<p><a href="/analyse?xgid={{.XGID}}">Back to the position</a></p><div id="deeper">{{template "deeper" .}}</div>{{end}}`)
	if err != nil {
		return err
	}
	of := func(r *http.Request) (*deeperView, error) {
		model, x, err := all.position(r)
		if err != nil {
			return nil, err
		}
		so := depth{search.RollerPlies, search.MaxRollers} // nothing is deeper
		if text := r.FormValue("depth"); text != "" {
			next, err := readDepth(text)
			if err != nil {
				return nil, err
			}
			so = next.before()
		}
		return all.view(x, model.Name, r.FormValue("made"), r.Form["play"], so, isLeft(r.Form))
	}
	s.Page("GET "+deeperPath, func(w http.ResponseWriter, r *http.Request) error {
		v, err := of(r)
		if err != nil {
			return err
		}
		return s.Show(w, r, t, "A position in depth", v)
	})
	s.Page("POST "+deeperPath, func(w http.ResponseWriter, r *http.Request) (err error) {
		if r.FormValue("do") == "rollout" {
			_, err = all.start(r)
		} else {
			err = all.search(r)
		}
		if err != nil {
			return err
		}
		v, err := of(r)
		if err != nil {
			return err
		}
		http.Redirect(w, r, v.Here(), http.StatusSeeOther)
		return nil
	})
	return nil
}
