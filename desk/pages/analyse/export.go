package analyse

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"

	"gammonlab/board/record"
	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/site"
	"gammonlab/engine/analysis"
	"gammonlab/evalbench/analyses/report"
	"gammonlab/evalbench/analyses/report/plain"
	"gammonlab/internal/plaintext"
)

// reported is the least cost of a decision that a report shows with its board.
const reported = 0.02

// exports are the files that the page of a match offers, by their ending: the record with the errors as comments,
// and the report in two forms.
var exports = []struct {
	Ending, Kind string
	write        func(w io.Writer, m *record.Match, r *analysis.Report) error
}{
	{".sgf", "application/x-go-sgf", func(w io.Writer, m *record.Match, r *analysis.Report) error {
		return record.WriteSGF(w, annotated(m, r))
	}},
	{".html", "text/html; charset=utf-8", func(w io.Writer, _ *record.Match, r *analysis.Report) error {
		return report.HTML(w, report.NewDocument(r, report.Options{Threshold: reported}))
	}},
	{".txt", "text/plain; charset=utf-8", func(w io.Writer, _ *record.Match, r *analysis.Report) error {
		return plain.Write(w, report.NewDocument(r, report.Options{Threshold: reported}))
	}},
}

// registerExports adds the files.
func (m *matches) registerExports(s *site.Site) {
	for _, x := range exports {
		s.Page("GET "+matchesPath+"/{id}/match"+x.Ending, func(w http.ResponseWriter, r *http.Request) error {
			e, _, err := m.entry(r.PathValue("id"))
			if err != nil {
				return err
			}
			_, done, err := m.find(r.PathValue("id"))
			if err != nil {
				return err
			}
			if done == nil || e.Match == nil {
				return problem.New(http.StatusConflict, "the match was not analysed")
			}
			var b bytes.Buffer
			if err := x.write(&b, e.Match, done.report); err != nil {
				return err
			}
			w.Header().Set("Content-Type", x.Kind)
			w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", fileName(e.Title())+x.Ending))
			w.Write(b.Bytes())
			return nil
		})
	}
}

// Endings are those of the files that the page offers.
func (v *matchView) Endings() []string {
	var all []string
	for _, x := range exports {
		if v.Entry != nil {
			all = append(all, x.Ending)
		}
	}
	return all
}

// fileName returns a name of a file for a title.
func fileName(title string) string {
	name := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, title)
	return string([]rune(name)[:min(80, len([]rune(name)))])
}

// annotated returns a copy of a match with the errors of its analysis as comments.
func annotated(m *record.Match, r *analysis.Report) *record.Match {
	own := *m
	own.Games = make([]record.Game, len(m.Games))
	for i := range m.Games {
		own.Games[i] = m.Games[i]
		own.Games[i].Actions = append([]record.Action{}, m.Games[i].Actions...)
	}
	for i := range r.Games {
		if n := r.Games[i].Number - 1; n >= 0 && n < len(own.Games) {
			annotate(&own, n, r.Games[i].Decisions)
		}
	}
	return &own
}

// annotate adds the errors among the decisions of a game to the actions at the positions of the decisions.
func annotate(m *record.Match, game int, decisions []*analysis.Decision) {
	for play := m.Replay(game); play.Next() && len(decisions) > 0; {
		at := play.Position.ID()
		for len(decisions) > 0 && decisions[0].ID == at {
			if d := decisions[0]; d.Mark != analysis.Unmarked {
				a := &m.Games[game].Actions[play.Index]
				a.Comment = strings.TrimLeft(a.Comment+"\n"+words(d), "\n")
			}
			decisions = decisions[1:]
		}
	}
}

// words says what an error cost, in normalised equity, and why.
func words(d *analysis.Decision) string {
	text := fmt.Sprintf("%s: %s is best; %s costs %s.", plaintext.Capital(d.Kind.String()), d.Best, d.Made, plaintext.Fixed(float32(d.Error.Equity), 3))
	return strings.TrimSpace(text + " " + d.Reason)
}
