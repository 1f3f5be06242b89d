package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"

	"gammonlab/evalbench"
	"gammonlab/internal/board/svg"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/version"
)

//go:embed page.html
var pageText string

var pageTemplate = htmlpage.OnFirstUse(pageText)

// Settings are the command and the settings that reproduce a result.
type Settings struct {
	Command string
	List    []Setting
}

// Setting is a line of settings.
type Setting struct{ Name, Value string }

// page is the data of the template.
type page struct {
	Title, Subtitle string
	Verdict         verdict
	Warnings        []string
	Notes           []string // notes about players that are the judge
	Style           template.CSS
	Figures         []htmlpage.Figure
	Tables          []htmlpage.Table
	Mistakes        []mistakesOf
	Settings        Settings
}

// write writes a page, with the style of boards and the version.
func (p *page) write(w io.Writer) error {
	p.Style = template.CSS(svg.Style)
	p.Settings.List = append(p.Settings.List[:len(p.Settings.List):len(p.Settings.List)], Setting{"gammonlab", version.Toolkit})
	return pageTemplate().Execute(w, p)
}

// Match writes the page of a match. t must have collected the games of the match.
func Match(w io.Writer, r *evalbench.Result, t *Trace, s Settings) error {
	charts, err := figures(r, t)
	if err != nil {
		return err
	}
	players := names(r.NameA, r.NameB)
	ppg := r.PPG()
	p := page{
		Title:    players[0] + " against " + players[1],
		Subtitle: fmt.Sprintf("%s, %s, %s", r.Variant, r.Rules, size(r)),
		Verdict:  newVerdict(r), Warnings: ppg.Warnings, Notes: r.JudgeNotes(), Figures: charts, Tables: tables(r, t),
		Mistakes: mistakes(r, t), Settings: s,
	}
	return p.write(w)
}
