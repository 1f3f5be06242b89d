package report

import (
	"fmt"
	"html/template"
	"io"

	"gammonlab/board/svg"
	"gammonlab/evalbench"
	"gammonlab/internal/htmlpage"
)

// Match writes the page of a match. t must have collected the games of the match.
func Match(w io.Writer, r *evalbench.Result, t *Trace, s Settings) error {
	players := names(r.NameA, r.NameB)
	ppg := r.PPG()
	d := htmlpage.Document{
		Title:    players[0] + " against " + players[1],
		Subtitle: fmt.Sprintf("%s, %s, %s", r.Variant, r.Rules, size(r)),
		Verdict:  newVerdict(r), Problems: append(sentences("", r.JudgeNotes()), sentences("Warning: ", ppg.Warnings)...),
		Figures: figures(r, t), Tables: tables(r, t), Parts: mistakes(r, t), Style: template.CSS(svg.Style), Settings: htmlpage.Settings(s),
	}
	return d.Write(w)
}

// sentences returns texts as sentences with a beginning.
func sentences(begin string, texts []string) []string {
	var all []string
	for _, text := range texts {
		all = append(all, begin+text+".")
	}
	return all
}
