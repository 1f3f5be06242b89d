package analyse

import (
	"context"
	_ "embed"
	"html/template"
	"net/http"
	"net/url"

	"gammonlab/board/svg"
	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/site"
	"gammonlab/engine/advice"
	"gammonlab/evalbench/analyses/report"
	"gammonlab/internal/plaintext"
)

//go:embed rolls.html
var rollsText string

// rolls has the equities after all rolls of a position: the temperature map.
type rolls struct {
	*question
	Map     template.HTML
	Tables  []plaintext.Table
	Problem string
}

// newRolls computes the best plays of all rolls.
func (a *question) newRolls(ctx context.Context) (*rolls, error) {
	r := &rolls{question: a}
	pos := &a.XGID.Position
	if pos.Result() != 0 {
		r.Problem = "The game is over."
		return r, nil
	}
	err := a.backend.Ask(ctx, a.model, a.model.Asked(a.Plies), func(ctx context.Context, by *advice.Adviser) error {
		m, err := by.RollMap(ctx, pos, a.stakes)
		if err != nil {
			return err
		}
		r.Map = template.HTML(svg.Draw(report.NewMap(m), true))
		cells := m.Cells()
		r.Tables = []plaintext.Table{{Title: "Rolls, best first", Left: []int{1}, Head: cells[0], Rows: cells[1:]}}
		return nil
	})
	return r, err
}

// registerRolls adds the page of the equities after all rolls.
func registerRolls(s *site.Site, l *backend.Backend) error {
	t, err := s.Parse(assetsText + rollsText)
	if err != nil {
		return err
	}
	s.Page("GET "+path+"/rolls", func(w http.ResponseWriter, r *http.Request) error {
		q, err := askAgain(r.URL.Query(), l)
		if err != nil {
			return err
		}
		all, err := q.newRolls(r.Context())
		if err != nil {
			return err
		}
		return s.Show(w, r, t, "All rolls", all)
	})
	return nil
}

// askAgain returns the question of a query that names a position by its XGID.
func askAgain(q url.Values, l *backend.Backend) (*question, error) {
	p, err := newPage(url.Values{"xgid": q["xgid"], "plies": q["plies"], "model": q["model"], leftField: q[leftField]}, l)
	switch {
	case err != nil:
		return nil, err
	case p.question == nil:
		return nil, problem.New(http.StatusBadRequest, "xgid is missing")
	}
	return p.question, nil
}
