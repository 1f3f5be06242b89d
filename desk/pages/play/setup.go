package play

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/desk/pages/games"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/problem"
	"gammonlab/engine/rules"
	"gammonlab/internal/setting"
	"gammonlab/rating/levels"
)

// Numbers of listed games.
const (
	listed    = 20
	continued = 3
)

// setup has the settings for another game, or for a draft.
type setup struct {
	games.Settings
	Models         []string
	Levels         []levels.Level
	MaxPlies       int
	MaxLength      int
	MaxBeavers     int
	MaxAutoDoubles int
	Saved          bool
	Continue       []gameLink // the games that go on, up to [continued]
	Games          []gameLink // the games that were played last
}

// gameLink is a link to a game.
type gameLink struct {
	URL, Text string
	over      bool
}

// newSetup returns the settings with which a draft was begun, or usual ones, and for a draft the games in
// which the user may want to go on instead.
func (p *Pages) newSetup(r *http.Request, v *games.View) *setup {
	s := &setup{
		Settings: *p.store.Usual(), Models: p.backend.ModelNames(), Levels: levels.All, MaxPlies: models.MaxPlies, MaxLength: board.MaxMatchLength,
		MaxBeavers: game.MaxBeavers, MaxAutoDoubles: game.MaxAutoDoubles, Saved: p.backend.Save != "",
	}
	if !v.Draft {
		return s
	}
	for _, id := range p.store.IDs(listed) {
		l := p.link(r, id)
		if s.Games = append(s.Games, l); !l.over && len(s.Continue) < continued {
			s.Continue = append(s.Continue, l)
		}
	}
	return s
}

// Grades returns the values of the setting of the tutor, in mEq.
func (s *setup) Grades() []int { return with(s.Tutor, 20, 50, 100) }

// Minutes returns the values of the setting of the clock, in minutes per point.
func (s *setup) Minutes() []int { return with(s.Clock, 1, 2, 3, 5) }

// with returns values and another one, in order, but not 0.
func with(n int, values ...int) []int {
	all := slices.DeleteFunc(append(values, n), func(n int) bool { return n == 0 })
	slices.Sort(all)
	return slices.Compact(all)
}

// link returns the link to a game.
func (p *Pages) link(r *http.Request, id string) gameLink {
	l := gameLink{URL: path + "/" + id}
	g, err := p.store.Find(id)
	var v *games.View
	if err == nil {
		v, err = g.View(r.Context())
	}
	if err != nil {
		l.Text, l.over = err.Error(), true
		return l
	}
	l.Text, l.over = fmt.Sprintf("%s, score %d to %d", title(v), v.Scores[0], v.Scores[1]), v.Over
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

// asked returns the settings of a query: all those of the form if it has a length, otherwise the usual ones
// and those of the query.
func (p *Pages) asked(q url.Values) (*games.Settings, error) {
	s := p.store.Usual()
	if q.Has("length") {
		s = games.Defaults()
		s.NoCube, s.Jacoby = rules.NoCube(!q.Has("cube")), false
	}
	for _, f := range setting.Fields(s) {
		text := q.Get(string(f.Name))
		if text == "" {
			continue
		}
		if err := f.Set(text); err != nil {
			return nil, problem.New(http.StatusBadRequest, "%s %v", f.Name, err)
		}
	}
	if s.Length == 0 {
		s.Clock = 0
	}
	return s, nil
}
