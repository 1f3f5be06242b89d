package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/board/svg"
	"gammonlab/engine"
	"gammonlab/engine/analysis"
	"gammonlab/internal/htmlpage"
)

//go:embed page.html
var pageText string

var pageTemplate = htmlpage.OnFirstUse(pageText)

// page is what the template shows.
type page struct {
	Summary
	Style     template.CSS
	Games     []gamePage
	Errors    int
	Threshold string
}

// Summary is what pages show of an analysis as a whole.
type Summary struct {
	Title      string
	Evaluation string            // what the figures rest on
	Problems   []string          // where the analysis ends before the games do, and who is taken to be the judge
	Names      [2]string         // by [board.Player]; the letters of the checkers where there are none
	Tables     []StatisticsTable // of both players
}

// NewSummary returns the summary of an analysis.
func NewSummary(r *analysis.Report) Summary {
	return Summary{
		Title: title(r), Evaluation: evaluation(r), Problems: slices.Concat(problems(r), judges(r)),
		Names:  [2]string{name(r, board.PlayerO), name(r, board.PlayerX)},
		Tables: tables(&r.Statistics, r.Length),
	}
}

// GameTitle names a game and its result.
func GameTitle(r *analysis.Report, g *analysis.Game) string { return gameTitle(r, g) }

// Lost spells what a decision lost, in normalised equity and in chances to win the
// match or points.
func Lost(r *analysis.Report, d *analysis.Decision) string { return units{r.Length}.lost(d.Error) }

// Lucky spells the luck of a roll likewise, "" for other decisions.
func Lucky(r *analysis.Report, d *analysis.Decision) string {
	if d.Luck == nil {
		return ""
	}
	return units{r.Length}.amount(d.Luck.Amount)
}

// gamePage is a game on the page.
type gamePage struct {
	ID     string
	Title  string
	Tables []StatisticsTable
	Errors []htmlpage.Card
}

// HTML writes a page of its own: the statistics, and every decision that lost at
// least the threshold with its board.
func HTML(w io.Writer, r *analysis.Report, o Options) error {
	p := page{
		Summary: NewSummary(r), Style: template.CSS(svg.Style),
		Threshold: fmt.Sprintf("%.0f", 1000*o.Threshold),
	}
	chosen := map[*analysis.Decision]bool{}
	all, _ := worst(r, o)
	for _, d := range all {
		chosen[d] = true
	}
	p.Errors = len(all)
	for i := range r.Games {
		g := &r.Games[i]
		game := gamePage{fmt.Sprintf("game%d", g.Number), gameTitle(r, g), tables(&g.Statistics, r.Length), nil}
		for _, d := range g.Decisions {
			if chosen[d] {
				game.Errors = append(game.Errors, Card(r, d))
			}
		}
		p.Games = append(p.Games, game)
	}
	return pageTemplate().Execute(w, &p)
}

// Card shows a decision with its board.
func Card(r *analysis.Report, d *analysis.Decision) htmlpage.Card {
	u := units{r.Length}
	e := htmlpage.Card{
		Title: strings.TrimSpace(fmt.Sprintf("Move %d: %s %s %s", d.Move, name(r, d.Player), did(d), d.Mark.Sign())),
		Loss:  u.lost(d.Error), Class: fmt.Sprintf("mark%d", d.Mark),
		Picture: template.HTML(Board(r, d).String()), ID: d.XGID(),
	}
	if d.Kind == analysis.Play {
		e.Head, e.Rows = []string{"", "Play", "Equity", "Difference", "Wins (g, bg) – losses"}, playRows(d)
		e.Note = fmt.Sprintf("%d legal plays; luck of the roll %s", d.Moves.Legal, u.amount(d.Luck.Amount))
		return e
	}
	e.Head, e.Rows = []string{"", "Cube", "Equity", "Difference"}, cubeRows(d)
	e.Note = "Right: " + d.Best()
	e.Foot = "Wins (gammons, backgammons) – losses: " + chances(&d.Cube.Probabilities)
	return e
}

// Board returns the drawing of the position of a decision, without its style.
func Board(r *analysis.Report, d *analysis.Decision) svg.Board {
	return svg.Board{
		Position: d.Position, Match: d.Match, Names: [2]string{name(r, board.PlayerO), name(r, board.PlayerX)},
		FromO: true, FromTop: d.Player == board.PlayerX, Bare: true,
	}
}

// did says what the player did, after the name.
func did(d *analysis.Decision) string {
	switch {
	case d.Kind == analysis.Play:
		return fmt.Sprintf("plays %v: %s", d.Match.Dice, d.Text())
	case d.Kind == analysis.Answer && d.Cube.DoubledOrTaken:
		return "takes"
	case d.Kind == analysis.Answer:
		return "passes"
	case d.Cube.DoubledOrTaken:
		return d.Text() + "s"
	}
	return "does not " + d.Text()[len("no "):]
}

// playRows lists the plays that the analysis has kept: the best and the one that
// was made.
func playRows(d *analysis.Decision) []htmlpage.Row {
	var all []htmlpage.Row
	for i := range d.Moves.List {
		c, rank, made := &d.Moves.List[i], i+1, i == d.Moves.Played
		if made {
			rank = d.Moves.Rank // there may be others before it that were not kept
		}
		all = append(all, htmlpage.Row{Marked: made, Cells: []string{
			fmt.Sprint(rank), board.FormatPlay(d.Position, c.Play), signed(c.Equity, 3),
			behind(c.Equity - d.Moves.List[0].Equity), chances(&c.Probabilities),
		}})
	}
	return all
}

// cubeRows lists the alternatives, as the player sees them who may double.
func cubeRows(d *analysis.Decision) []htmlpage.Row {
	e := d.Cube.Decision.Equities
	made := 0 // of the rows; a double is answered as it should be
	switch {
	case d.Kind == analysis.Answer && d.Cube.DoubledOrTaken, d.Kind == analysis.Double && d.Cube.DoubledOrTaken && d.Cube.Decision.Take():
		made = 1
	case d.Kind == analysis.Answer, d.Cube.DoubledOrTaken:
		made = 2
	}
	alternative := func(text string, equity float64) htmlpage.Row {
		return htmlpage.Row{Cells: []string{"", text, signed(equity, 3), behind(equity - e.Optimal)}}
	}
	rows := []htmlpage.Row{
		alternative("No double", e.NoDouble),
		alternative("Double, take", e.DoubleTake),
		alternative("Double, pass", e.DoublePass),
	}
	rows[made].Marked = true
	return rows
}

// behind spells a difference to the best, nothing if there is none.
func behind(x float64) string {
	if x == 0 {
		return ""
	}
	return signed(x, 3)
}

// chances spells probabilities: wins, gammons and backgammons won, then those
// lost.
func chances(p *engine.Probabilities) string {
	return fmt.Sprintf("%.1f (%.1f, %.1f) – %.1f (%.1f, %.1f)",
		100*p[engine.Win], 100*p[engine.WinGammon], 100*p[engine.WinBackgammon],
		100-100*p[engine.Win], 100*p[engine.LoseGammon], 100*p[engine.LoseBackgammon])
}
