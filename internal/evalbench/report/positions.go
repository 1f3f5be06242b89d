package report

import (
	"fmt"
	"html/template"
	"io"
	"strings"

	"gammonlab/internal/evalbench/positions"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/plaintext"
)

// Positions writes the page of players' answers to benchmarks, with charts and the
// worst answers of the first player.
func Positions(w io.Writer, r *positions.Report, charts []positions.Chart, s Settings) error {
	p := page{Title: fmt.Sprintf("Errors of %d players", len(r.Players)), Settings: s}
	for _, c := range charts {
		text, err := c.Picture.Element()
		if err != nil {
			return err
		}
		p.Figures = append(p.Figures, htmlpage.Figure{Title: c.Title, Caption: c.Caption, Chart: template.HTML(text)})
	}
	for _, t := range r.Tables() {
		p.Tables = append(p.Tables, newTable(&t))
	}
	if len(r.Players) == 1 {
		p.Title = "Errors of " + r.Players[0].Name
	}
	list := rankings(r)
	p.Subtitle, p.Verdict, p.Warnings = questionCounts(list), rankingVerdict(list), rankingWarnings(list)
	if len(r.Players) > 0 {
		p.Mistakes = []mistakesOf{worstAnswers(&r.Players[0])}
	}
	return p.write(w)
}

// newTable converts a table. It puts no-break spaces before a percent sign and after ±.
func newTable(from *positions.Table) htmlpage.Table {
	t := htmlpage.Table{Title: from.Heading, Head: append([]string{""}, from.Columns...)}
	tied := strings.NewReplacer("± ", "±\u00a0", " %", "\u00a0%")
	for _, row := range from.Rows {
		cells := []string{row[0]}
		for _, cell := range row[1:] {
			cells = append(cells, tied.Replace(cell))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
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
func worstAnswers(a *positions.Answers) mistakesOf {
	const most = 20
	part := mistakesOf{
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
	c.Title = fmt.Sprintf("%d. %s", number, j.Answer)
	if j.Kind == positions.Play {
		c.Title = fmt.Sprintf("%d. %v: %s", number, j.Decision.Roll, j.Answer)
	}
	c.Loss = costs(j.Loss)
	c.Note = fmt.Sprintf("Better: %s. Class: %s.", j.Correct, j.Class())
	if j.Noise > 0 {
		c.Note += fmt.Sprintf(" The cost has a standard error of %.1f mEq.", 1000*j.Noise)
	}
	if j.Unlisted {
		c.Note += " The benchmark does not list this play; it costs as much as the worst listed play."
	}
	return c
}
