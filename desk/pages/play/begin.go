package play

import (
	"fmt"
	"net/http"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/desk/pages/games"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/problem"
	"gammonlab/engine/rules"
	"gammonlab/internal/setting"
	"gammonlab/rating/levels"
)

// listed is the maximal number of listed games.
const listed = 20

// beginPage is the data of the page that starts a game.
type beginPage struct {
	appearance
	Models         []modelChoice
	Levels         []modelChoice
	MaxPlies       int
	MaxLength      int
	MaxBeavers     int
	MaxAutoDoubles int
	Games          []gameLink
	Saved          bool
}

// modelChoice is a net to play against, or its level.
type modelChoice struct{ Name, Text string }

// gameLink is a link to a game.
type gameLink struct{ URL, Text string }

// showBegin writes the page that starts a game.
func (p *pages) showBegin(w http.ResponseWriter, r *http.Request) error {
	l, err := readAppearance(r.URL.Query())
	if err != nil {
		return err
	}
	b := &beginPage{
		appearance: l, MaxPlies: models.MaxPlies, MaxLength: board.MaxMatchLength, MaxBeavers: game.MaxBeavers,
		MaxAutoDoubles: game.MaxAutoDoubles, Saved: p.backend.Save != "",
	}
	for _, name := range p.backend.Models.Names() {
		b.Models = append(b.Models, modelChoice{name, name})
	}
	for i := range levels.All {
		level := &levels.All[i]
		b.Levels = append(b.Levels, modelChoice{level.Name, level.String()})
	}
	for _, id := range p.store.IDs(listed) {
		b.Games = append(b.Games, p.link(r, id))
	}
	return p.site.Show(w, r, p.begin, "Play", b)
}

// link returns the link to a game.
func (p *pages) link(r *http.Request, id string) gameLink {
	l := gameLink{URL: path + "/" + id}
	g, err := p.store.Find(id)
	var v *games.View
	if err == nil {
		v, err = g.View(r.Context())
	}
	if err != nil {
		l.Text = err.Error()
		return l
	}
	l.Text = fmt.Sprintf("%s, score %d to %d", title(v), v.Scores[0], v.Scores[1])
	if v.Over {
		l.Text += ", over"
	}
	return l
}

// title returns the kind of game and the opponent as text.
func title(v *games.View) string {
	s := &v.Settings
	text := "Money session"
	if s.Length > 0 {
		text = fmt.Sprintf("Match to %d", s.Length)
	}
	if s.Level != "" {
		return text + fmt.Sprintf(" against %s, level %s", s.Model, s.Level)
	}
	return text + fmt.Sprintf(" against %s (%d-ply)", s.Model, s.Plies)
}

// beginGame starts the game with the settings of the form.
func (p *pages) beginGame(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return problem.Bad(err)
	}
	appearance, err := readAppearance(r.PostForm)
	if err != nil {
		return err
	}
	s := games.Defaults()
	s.NoCube, s.Jacoby = rules.NoCube(!r.PostForm.Has("cube")), false
	for _, f := range setting.Fields(s) {
		text := r.PostForm.Get(string(f.Name))
		if text == "" {
			continue
		}
		if err := f.Set(text); err != nil {
			return problem.New(http.StatusBadRequest, "%s %v", f.Name, err)
		}
	}
	g, err := p.store.New(r.Context(), s)
	if err != nil {
		return err
	}
	http.Redirect(w, r, path+"/"+g.ID+appearance.Query(), http.StatusSeeOther)
	return nil
}
