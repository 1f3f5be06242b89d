package analyse

import (
	_ "embed"
	"net/http"

	"gammonlab/desk/pages/site"
)

//go:embed rollout.html
var rolloutText string

// rolloutPage is the page of a rollout.
const rolloutPage = `{{define "content"}}<p><a href="{{.Link}}">Back to the position</a></p>
<p class="soft"><code>{{.Position}}</code>, net {{.Model.Name}}, both sides {{.Depth.Plies}}-ply, seed {{.Seed}}</p>
<div id="rollout"{{if not .Status.Ended}} data-events="{{.JSON}}/events" data-refresh="{{.Path}}"{{end}}>{{template "rollout" .}}</div>{{end}}
`

// register adds the pages of rollouts.
func (all *rollouts) register(s *site.Site) error {
	t, err := s.Parse(assetsText + rolloutText + rolloutPage)
	if err != nil {
		return err
	}
	begin := func(pattern string, do func(r *http.Request) (string, error)) {
		s.Page(pattern, func(w http.ResponseWriter, r *http.Request) error {
			to, err := do(r)
			if err == nil {
				http.Redirect(w, r, to, http.StatusSeeOther)
			}
			return err
		})
	}
	begin("POST "+rolloutsPath, all.start)
	begin("POST "+rolloutsPath+"/{id}/more", func(r *http.Request) (string, error) { return all.goOn(r.PathValue("id"), r) })
	begin("POST "+rolloutsPath+"/{id}/stop", func(r *http.Request) (string, error) {
		run, err := all.find(r.PathValue("id"))
		if err != nil {
			return "", err
		}
		run.Job.Stop()
		return rolloutsPath + "/" + r.PathValue("id"), nil
	})
	s.Page("GET "+rolloutsPath+"/{id}", func(w http.ResponseWriter, r *http.Request) error {
		v, err := all.view(r.PathValue("id"))
		if err != nil {
			return err
		}
		return s.Show(w, r, t, "Rollout", v)
	})
	return nil
}
