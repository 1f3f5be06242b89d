package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"

	"gammonlab/board"
	"gammonlab/board/picture"
	"gammonlab/board/svg"
	"gammonlab/engine/analysis"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/plaintext"
)

//go:embed page.html
var pageText string

var pageTemplate = htmlpage.OnFirstUse(pageText)

// page is the data of the template.
type page struct {
	*Document
	Style template.CSS
	Games []gamePage
}

// Summary is the part of a page about the analysis as a whole.
type Summary struct {
	Title      string
	Evaluation string            // settings of the analysis
	Problems   []string          // where the analysis ends before the end of a game, and which players count as the judge
	Names      [2]string         // by [board.Player]; the letters of the checkers if there are no names
	Tables     []plaintext.Table // of both players
}

// NewSummary returns the summary of an analysis.
func NewSummary(r *analysis.Report) Summary {
	return Summary{
		Title: title(r), Evaluation: evaluation(r), Problems: slices.Concat(problems(r), notes(r), judgedByRecord(r, "")),
		Names:  [2]string{name(r, board.PlayerO), name(r, board.PlayerX)},
		Tables: tables(&r.Statistics, r.Length),
	}
}

// GameTitle returns the title of a game, with its result.
func GameTitle(r *analysis.Report, g *analysis.Game) string { return gameTitle(r, g) }

// Lost formats the cost of a decision, in normalised equity and in match-winning chance
// or points.
func Lost(r *analysis.Report, d *analysis.Decision) string { return units{r.Length}.lost(d.Error) }

// Lucky formats the luck of a roll in the same units, "" for other decisions.
func Lucky(r *analysis.Report, d *analysis.Decision) string {
	if d.Luck == nil {
		return ""
	}
	return units{r.Length}.amount(d.Luck.Amount)
}

// gamePage is a game on the page.
type gamePage struct {
	ID string
	*Section
}

// HTML writes the document as a complete page.
func HTML(w io.Writer, d *Document) error {
	p := page{Document: d, Style: template.CSS(svg.Style)}
	for i := range d.Sections {
		p.Games = append(p.Games, gamePage{fmt.Sprintf("game%d", i+1), &d.Sections[i]})
	}
	return pageTemplate().Execute(w, &p)
}

// Card returns a decision as a card without its picture, and the board to be drawn there.
func Card(r *analysis.Report, d *analysis.Decision) (htmlpage.Card, svg.Board) {
	e := entry(r, d, Options{})
	return e.card(), bare(e.Board)
}

// bare returns the drawing of a board without its style, which the page contains.
func bare(b *picture.Board) svg.Board {
	return svg.Board{Board: *b, Bare: true}
}

// HTML returns the entry as a card with its board.
func (e Entry) HTML() htmlpage.Card {
	c := e.card()
	c.Picture = template.HTML(bare(e.Board).String())
	return c
}

// card returns the entry as a card without its board.
func (e Entry) card() htmlpage.Card {
	e.Card.Class = fmt.Sprintf("mark%d", e.Mark)
	if e.Map != nil {
		e.Card.Below = template.HTML(svg.Draw(e.Map, true))
	}
	return e.Card
}
