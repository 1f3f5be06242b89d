package home

import (
	"net/http"

	"gammonlab/desk/pages/jobs"
	"gammonlab/desk/pages/library"
	"gammonlab/desk/pages/paste"
	"gammonlab/desk/pages/play"
	"gammonlab/desk/study"
)

// homeMatches is the number of matches on the first page.
const homeMatches = 5

// homePage is the data of the first page.
type homePage struct {
	*paste.Form
	Game    any    // the game that goes on, or a new one
	Fault   string // why there is none
	Running []jobs.Running
	Matches []*library.Entry // the newest
	Due     study.Outlook
}

func (d *desk) registerHome(tables *play.Pages, started *jobs.Jobs) error {
	t, err := d.site.Parse(paste.Template + play.Template() + homeText)
	if err != nil {
		return err
	}
	d.site.SetHome(func(w http.ResponseWriter, r *http.Request) error {
		p := &homePage{Form: paste.NewForm(d.backend, d.backend.Models.Names()[0]), Running: started.Running()}
		if game, err := tables.Current(w, r); err == nil {
			p.Game = game
		} else {
			p.Fault = err.Error()
		}
		entries, err := d.Entries()
		if err != nil {
			return err
		}
		p.Matches = entries[:min(len(entries), homeMatches)]
		studies, _, _, err := d.load(entries)
		if err == nil {
			p.Due = studies.Outlook
		}
		return d.site.Show(w, r, t, "gammonlab", p)
	})
	return nil
}
