package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"

	"gammonlab/board"
	"gammonlab/board/svg"
	"gammonlab/engine"
	"gammonlab/engine/analysis"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// page is what the template shows.
type page struct {
	Title, Evaluation string
	Problems          []string
	Names             [2]string
	Style             template.CSS
	Tables            []table
	Games             []gamePage
	Errors            int
	Threshold         string
}

// gamePage is a game on the page.
type gamePage struct {
	ID     string
	Title  string
	Tables []table
	Errors []errorPage
}

// errorPage is a decision that lost something.
type errorPage struct {
	Title, Loss, Mark, Class string
	Board                    template.HTML
	Note                     string
	Lines                    []errorLine
	Chances                  string // of a cube decision
	XGID                     string
}

// errorLine is an alternative.
type errorLine struct {
	Rank    int
	Text    string
	Equity  string
	Behind  string // the best
	Chances string
	Made    bool
}

// shownCandidates is how many plays are listed, beside the one made.
const shownCandidates = 5

// HTML writes a page of its own: the statistics, and every decision that lost at
// least the threshold with its board.
func HTML(w io.Writer, r *analysis.Report, o Options) error {
	p := page{
		Title: title(r), Evaluation: evaluation(r), Problems: problems(r),
		Names:     [2]string{name(r, board.PlayerO), name(r, board.PlayerX)},
		Style:     template.CSS(svg.Style),
		Tables:    tables(&r.Statistics, r.Length),
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
				game.Errors = append(game.Errors, newErrorPage(r, d))
			}
		}
		p.Games = append(p.Games, game)
	}
	return pageTemplate.Execute(w, &p)
}

func newErrorPage(r *analysis.Report, d *analysis.Decision) errorPage {
	u := units{r.Length}
	e := errorPage{
		Title: fmt.Sprintf("Move %d: %s %s", d.Move, name(r, d.Player), did(d)),
		Loss:  u.lost(d.Error), Mark: d.Mark.Sign(), Class: fmt.Sprintf("mark%d", d.Mark),
		Board: template.HTML(svg.Board{
			Position: d.Position, Match: d.Match, Names: [2]string{name(r, board.PlayerO), name(r, board.PlayerX)},
			FromO: d.Player == board.PlayerO, Bare: true,
		}.String()),
		XGID: d.XGID(),
	}
	if d.Kind == analysis.Play {
		e.Lines = playLines(d)
		e.Note = fmt.Sprintf("%d legal plays; luck of the roll %s", d.Moves.Legal, u.amount(d.Luck.Amount))
		return e
	}
	e.Lines = cubeLines(d)
	e.Note = "Right: " + d.Best()
	e.Chances = chances(&d.Cube.Probabilities)
	return e
}

// did says what the player did, after the name.
func did(d *analysis.Decision) string {
	switch {
	case d.Kind == analysis.Play:
		return fmt.Sprintf("plays %v: %s", d.Match.Dice, d.Text())
	case d.Kind == analysis.Answer && d.Cube.Turned:
		return "takes"
	case d.Kind == analysis.Answer:
		return "passes"
	case d.Cube.Turned:
		return d.Text() + "s"
	}
	return "does not " + d.Text()[len("no "):]
}

// playLines lists the best plays and the one that was made.
func playLines(d *analysis.Decision) []errorLine {
	var all []errorLine
	for i := range d.Moves.List {
		c, made := &d.Moves.List[i], i == d.Moves.Played
		if i >= shownCandidates && !made {
			continue
		}
		all = append(all, errorLine{
			i + 1, board.FormatPlay(d.Position, c.Play), signed(c.Equity, 3),
			behind(c.Equity - d.Moves.List[0].Equity), chances(&c.Probabilities), made,
		})
	}
	return all
}

// cubeLines lists the alternatives, as the player sees them who may double.
func cubeLines(d *analysis.Decision) []errorLine {
	e := d.Cube.Decision.Equities
	made := 0 // of the lines; a double is answered as it should be
	switch {
	case d.Kind == analysis.Answer && d.Cube.Turned, d.Kind == analysis.Double && d.Cube.Turned && d.Cube.Decision.Take():
		made = 1
	case d.Kind == analysis.Answer, d.Cube.Turned:
		made = 2
	}
	lines := []errorLine{
		{Text: "No double", Equity: signed(e.NoDouble, 3), Behind: behind(e.NoDouble - e.Optimal)},
		{Text: "Double, take", Equity: signed(e.DoubleTake, 3), Behind: behind(e.DoubleTake - e.Optimal)},
		{Text: "Double, pass", Equity: signed(e.DoublePass, 3), Behind: behind(e.DoublePass - e.Optimal)},
	}
	lines[made].Made = true
	return lines
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
