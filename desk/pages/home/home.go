package home

import (
	"fmt"
	"net/http"

	"gammonlab/desk/pages/games"
	"gammonlab/desk/pages/jobs"
	"gammonlab/desk/pages/library"
	"gammonlab/desk/pages/paste"
	"gammonlab/desk/pages/site"
	"gammonlab/desk/study"
)

// Numbers of entries on the first page.
const (
	homeGames   = 3
	homeMatches = 5
)

// homePage is the data of the first page.
type homePage struct {
	*paste.Form
	Games   []gameLink
	Running []jobs.Running
	Matches []*library.Entry // the newest
	Due     study.Outlook
	Links   []site.Link
}

// gameLink is a game that can be continued.
type gameLink struct{ URL, Text string }

func (d *desk) registerHome(store *games.Store, started *jobs.Jobs) error {
	t, err := d.site.Parse(assetsText + paste.Template + homeText)
	if err != nil {
		return err
	}
	d.site.SetHome(func(w http.ResponseWriter, r *http.Request) error {
		p := &homePage{Form: paste.NewForm(d.backend, d.backend.Models.Names()[0]), Links: d.site.Links(), Running: started.Running()}
		for _, id := range store.IDs(homeGames) {
			if l := continued(r, store, id); l != nil {
				p.Games = append(p.Games, *l)
			}
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

// continued returns the link to a game that is not over, otherwise nil.
func continued(r *http.Request, store *games.Store, id string) *gameLink {
	g, err := store.Find(id)
	if err != nil {
		return nil
	}
	v, err := g.View(r.Context())
	if err != nil || v.Over {
		return nil
	}
	kind := "Money session"
	if v.Settings.Length > 0 {
		kind = fmt.Sprintf("Match to %d", v.Settings.Length)
	}
	return &gameLink{"/play/" + id, fmt.Sprintf("%s against %s, score %d to %d", kind, v.Settings.Model, v.Scores[0], v.Scores[1])}
}
