package report

import (
	"fmt"
	"html/template"
	"io"
	"strings"

	"gammonlab/board/svg"
	"gammonlab/evalbench/positions"

	"gammonlab/internal/htmlpage"
	"gammonlab/internal/plaintext"
)

// Positions writes the page of players' answers to benchmarks, with charts and the
// worst answers of the first player.
func Positions(w io.Writer, r *positions.Report, charts []positions.Chart, s Settings) error {
	d := htmlpage.Document{Title: fmt.Sprintf("Errors of %d players", len(r.Players)), Tables: r.Tables(), Style: template.CSS(svg.Style), Settings: htmlpage.Settings(s)}
	for _, c := range charts {
		d.Figures = append(d.Figures, htmlpage.Figure{Title: c.Title, Caption: c.Caption, Picture: c.Picture})
	}
	if len(r.Players) == 1 {
		d.Title = "Errors of " + r.Players[0].Name
	}
	list := rankings(r)
	d.Subtitle, d.Verdict, d.Problems = questionCounts(list), rankingVerdict(list), sentences("Warning: ", rankingWarnings(list))
	if left := r.LeftOut(); left != "" {
		d.Sentences = append(d.Sentences, "Tables: "+left+".")
	}
	if len(r.Players) > 0 {
		d.Parts = []htmlpage.Part{worstAnswers(&r.Players[0])}
	}
	return d.Write(w)
}

// questionCounts returns the numbers of questions as text.
func questionCounts(list []ranking) string {
	var parts []string
	for _, r := range list {
		parts = append(parts, fmt.Sprintf("%s: %s questions", r.heading(), plaintext.Thousands(r.rivals[0].rate.Loss.N)))
	}
	return strings.Join(append(parts, "mEq are thousandths of a point"), "; ")
}

// worstAnswers returns the costliest answers of a player.
func worstAnswers(a *positions.Answers) htmlpage.Part {
	const most = 20
	part := htmlpage.Part{
		Title: "The worst decisions of " + a.Name,
		Note:  fmt.Sprintf("At most %d, by their cost in thousandths of a point (mEq).", most),
	}
	for _, j := range positions.Worst(a.Judged, most) {
		if j.Loss >= leastCost {
			part.Cards = append(part.Cards, AnswerCard(&j, len(part.Cards)+1))
		}
	}
	return part
}

// AnswerCard shows an answer with a number.
func AnswerCard(j *positions.Judged, number int) htmlpage.Card {
	m := j.Match()
	names := [2]string{"opponent", "opponent"}
	names[m.Turn] = "decides"
	c := boardCard(&j.Decision.Position, &m, names, j.Kind == positions.Play)
	c.Title = fmt.Sprintf("%d. %s", number, j.Made)
	if j.Kind == positions.Play {
		c.Title = fmt.Sprintf("%d. %v: %s", number, j.Decision.Roll, j.Made)
	}
	c.Loss = costs(j.Loss)
	c.Note = fmt.Sprintf("Better: %s. Class: %s.", j.Best, j.Class())
	if j.Noise > 0 {
		c.Note += fmt.Sprintf(" The cost has a standard error of %.1f mEq.", 1000*j.Noise)
	}
	if j.Unlisted {
		c.Note += " The benchmark does not list this play; it costs as much as the worst listed play."
	}
	return c
}
