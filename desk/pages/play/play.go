// Package play implements the pages on which a user plays against a net: the settings of
// a game, and the board. The page contains all legal steps of a turn, so the script moves
// the checkers without the server and contains no rules. Without the script the server draws
// the board after each step.
//
// Not for other modules.
package play

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"net/http"

	"gammonlab/board/record"
	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/games"
	"gammonlab/desk/pages/site"
)

//go:embed page.html
var pageText string

//go:embed table.html
var tableText string

//go:embed setup.html
var setupText string

//go:embed side.html
var sideText string

//go:embed play.css
var style []byte

//go:embed play.js
var script []byte

// path is the path of the pages.
const path = "/play"

// Template returns the text of the template "game", a table with the value of [Pages.Current], and of
// "game-assets", which it needs in the head of a page. Its element has the ID game.
func Template() string { return tableText + sideText + setupText }

// Pages handles requests.
type Pages struct {
	site    *site.Site
	backend *backend.Backend
	store   *games.Store
	table   *template.Template
}

// Register adds the pages.
func Register(s *site.Site, l *backend.Backend, store *games.Store) (*Pages, error) {
	s.AddAsset("play.css", style)
	s.AddAsset("play.js", script)
	p := &Pages{site: s, backend: l, store: store}
	var err error
	if p.table, err = s.Parse(pageText + Template()); err != nil {
		return nil, err
	}
	s.AddLink(site.Link{Path: path, Name: "Play", Purpose: "A match or a money session against a net.", Keys: keys})
	s.Page("GET "+path, p.showDraft)
	s.Page("GET "+path+"/{id}", p.showTable)
	s.Page("POST "+path+"/{id}", p.act)
	s.Page("GET "+path+"/{id}/events", func(w http.ResponseWriter, r *http.Request) error {
		g, err := store.Find(r.PathValue("id"))
		if err != nil {
			return err
		}
		return g.Follow(w, r)
	})
	s.Page("GET "+path+"/{id}/game.mat", p.record(record.WriteMat))
	s.Page("GET "+path+"/{id}/game.sgf", p.record(record.WriteSGF))
	return p, nil
}

// keys are the keys of the board.
var keys = []site.Key{
	{Name: "arrows", Action: "move between the parts of a board"},
	{Name: "Enter", Action: "play the larger die from the point, or pick up and put down a checker"},
	{Name: "Escape", Action: "undo the last step"},
	{Name: "r", Action: "roll"}, {Name: "d", Action: "double"}, {Name: "t", Action: "take, or accept a resignation"},
	{Name: "p", Action: "pass, or refuse a resignation"}, {Name: "b", Action: "beaver"}, {Name: "h", Action: "hint"},
	{Name: "l", Action: "luck of the last rolls"},
	{Name: "u", Action: "undo the last decision"}, {Name: "n", Action: "next game"}, {Name: "?", Action: "show the keys"},
}

// showDraft writes the page of a new game with the settings of the query.
func (p *Pages) showDraft(w http.ResponseWriter, r *http.Request) error {
	s, err := p.asked(r.URL.Query())
	if err != nil {
		return err
	}
	g, err := p.store.Draft(r.Context(), s)
	if err != nil {
		return err
	}
	t, err := p.tableOf(w, r, g)
	if err != nil {
		return err
	}
	return p.show(w, r, t)
}

// Current returns the game that was played last and goes on, or a new one, for [Template].
func (p *Pages) Current(w http.ResponseWriter, r *http.Request) (any, error) {
	g, err := p.store.Current(r.Context())
	if err != nil {
		return nil, err
	}
	return p.tableOf(w, r, g)
}

// tableOf returns the page of a game as it is.
func (p *Pages) tableOf(w http.ResponseWriter, r *http.Request, g *games.Game) (*tablePage, error) {
	l, err := readAppearance(w, r)
	if err != nil {
		return nil, err
	}
	v, err := g.View(r.Context())
	if err != nil {
		return nil, err
	}
	return p.newTable(r, g, v, &form{}, l)
}

// showTable writes the page of a game.
func (p *Pages) showTable(w http.ResponseWriter, r *http.Request) error {
	g, err := p.store.Find(r.PathValue("id"))
	if err != nil {
		return err
	}
	t, err := p.tableOf(w, r, g)
	if err != nil {
		return err
	}
	t.moved = r.Header.Get(site.FragmentHeader) != "" // another window has changed the game
	return p.show(w, r, t)
}

// act performs the action of the form. The page shows an error beside the current game.
func (p *Pages) act(w http.ResponseWriter, r *http.Request) error {
	g, err := p.store.Find(r.PathValue("id"))
	if err != nil {
		return err
	}
	f, err := readForm(r)
	if err != nil {
		return err
	}
	l, err := readAppearance(w, r)
	if err != nil {
		return err
	}
	v, err := g.View(r.Context())
	if err != nil {
		return err
	}
	a, err := f.action(v)
	if a != nil && err == nil {
		var after *games.View
		if after, err = g.Act(r.Context(), a); err == nil {
			v = after
		}
	}
	if err != nil {
		f.problem = err.Error()
		if now, err := g.View(r.Context()); err == nil {
			v = now
		}
	}
	t, err := p.newTable(r, g, v, f, l)
	if err != nil {
		return err
	}
	t.moved = v.Version != f.version
	return p.show(w, r, t)
}

func (p *Pages) show(w http.ResponseWriter, r *http.Request, t *tablePage) error {
	return p.site.Show(w, r, p.table, t.Title(), t)
}

// record returns a handler that writes the record of a game as a file.
func (p *Pages) record(write func(io.Writer, *record.Match) error) site.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		g, err := p.store.Find(r.PathValue("id"))
		if err != nil {
			return err
		}
		v, err := g.View(r.Context())
		if err != nil {
			return err
		}
		name := r.URL.Path[len(r.URL.Path)-len("game.mat"):]
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", g.ID+name[len("game"):]))
		return write(w, v.Record())
	}
}
