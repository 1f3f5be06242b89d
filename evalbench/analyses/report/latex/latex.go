// Package latex writes reports as LaTeX. The file is complete: its boards are TikZ
// pictures, and it needs only packages that every distribution has.
//
// Not for other modules.
package latex

import (
	"fmt"
	"io"
	"strings"

	"gammonlab/board/picture"
	"gammonlab/board/tikz"
	"gammonlab/evalbench/analyses/report"
	"gammonlab/internal/plaintext"
)

// preamble begins every file.
const preamble = `\documentclass[a4paper,10pt]{article}
\usepackage{iftex}
\ifPDFTeX
  \usepackage[utf8]{inputenc}
  \usepackage[T1]{fontenc}
  \usepackage{lmodern}
\else
  \usepackage{fontspec}
\fi
\usepackage{textcomp}
\usepackage[margin=17mm,headheight=14pt]{geometry}
\usepackage{array,longtable,fancyhdr}
\usepackage[table]{xcolor}
\usepackage{tikz}
\definecolor{soft}{HTML}{666666}
\definecolor{bad}{HTML}{B3261E}
\definecolor{band}{HTML}{FFF0C2}
`

// layout is the part of the preamble after the colours of the boards.
const layout = `\renewcommand{\familydefault}{\sfdefault}
\setlength{\parindent}{0pt}
\pagestyle{fancy}
\fancyhf{}
\fancyfoot[C]{\small\color{soft}\thepage}
`

// boardWidth and mapWidth are the widths of pictures in TeX points.
const (
	boardWidth = 185
	mapWidth   = 420
)

// writer builds the text of a file.
type writer struct{ strings.Builder }

func (w *writer) printf(format string, args ...any) { fmt.Fprintf(w, format, args...) }

// Write writes the document.
func Write(to io.Writer, d *report.Document) error {
	var w writer
	w.WriteString(preamble + tikz.Preamble(&picture.Screen))
	w.WriteString(layout)
	w.printf("\\fancyhead[L]{\\small\\color{soft}%s}\n\\begin{document}\n\\thispagestyle{plain}\n", tikz.Escape(plaintext.Cut(d.Title, 90)))
	w.printf("{\\LARGE\\bfseries %s\\par}\\medskip\n", tikz.Escape(d.Title))
	for _, f := range d.Facts {
		w.printf("{\\small\\color{soft}%s: %s\\par}\n", tikz.Escape(f.Label), tikz.Escape(f.Text))
	}
	if d.Boards != "" {
		w.printf("{\\small\\color{soft}%s\\par}\n", tikz.Escape(d.Boards))
	}
	for _, problem := range d.Problems {
		w.printf("{\\small\\color{bad}%s\\par}\n", tikz.Escape(problem))
	}
	for i := range d.Sections {
		w.section(&d.Sections[i], d)
	}
	if d.Tables != nil {
		w.printf("\n\\section*{Statistics}\n")
		w.statistics(d.Names, d.Tables)
	}
	w.printf("\\end{document}\n")
	_, err := io.WriteString(to, w.String())
	return err
}

// section writes a game, or positions.
func (w *writer) section(s *report.Section, d *report.Document) {
	if s.Title != "" {
		w.printf("\n\\section*{%s}\n", tikz.Escape(s.Title))
	}
	for i := range s.Entries {
		w.entry(&s.Entries[i])
	}
	if s.Nothing != "" {
		w.printf("{\\small\\color{soft}%s\\par}\n", tikz.Escape(s.Nothing))
	}
	if !s.Folded && s.Tables != nil {
		w.statistics(d.Names, s.Tables)
	}
}

// mostRows is the maximal number of alternatives beside a board. A longer table stands
// below the board and may be broken over pages.
const mostRows = 40

// entry writes a decision, on one page unless it has too many alternatives.
func (w *writer) entry(e *report.Entry) {
	whole := len(e.Rows) <= mostRows
	w.printf("\n\\begin{minipage}{\\textwidth}\n")
	colour := "black"
	if e.Mark.Sign() != "" {
		colour = "bad"
	}
	note := ""
	if e.Board == nil {
		note = "\\quad{\\footnotesize\\color{soft}" + tikz.Escape(e.Words()) + "}"
	}
	w.printf("\\textbf{%s}%s\\hfill{\\color{%s}\\textbf{%s}}\\par\\smallskip\n", tikz.Escape(e.Title), note, colour, tikz.Escape(e.Loss))
	if e.Board != nil {
		w.printf("\\begin{minipage}[t]{%dpt}\\vspace{0pt}\n%s\n\\end{minipage}\\hfill\n", boardWidth, tikz.Draw(*e.Board, boardWidth))
		w.printf("\\begin{minipage}[t]{\\dimexpr\\textwidth-%dpt\\relax}\\vspace{0pt}\n{\\footnotesize\\color{soft}%s\\par}\n", boardWidth+12, tikz.Escape(e.Words()))
	}
	if whole {
		w.rows(e, "tabular")
	}
	if e.Foot != "" {
		w.printf("{\\footnotesize\\color{soft}%s\\par}\n", tikz.Escape(e.Foot))
	}
	if e.Board != nil {
		w.printf("\\end{minipage}\\par\\smallskip\n{\\scriptsize\\color{soft}\\texttt{%s}\\par}\n", tikz.Escape(e.ID))
	}
	if e.Map != nil {
		w.printf("\\par\\medskip\n%s\n", tikz.Draw(e.Map, mapWidth))
	}
	skip := "medskip"
	if e.Board != nil {
		skip = "bigskip"
	}
	w.printf("\\end{minipage}\\par\\%s\n", skip)
	if !whole {
		w.rows(e, "longtable")
	}
}

// rows writes the alternatives, with a coloured background for the chosen one.
func (w *writer) rows(e *report.Entry, environment string) {
	if len(e.Rows) == 0 {
		return
	}
	w.printf("{\\scriptsize\\setlength{\\tabcolsep}{3pt}\\begin{%s}{rl%s}\n", environment, strings.Repeat("r", len(e.Head)-2))
	line := func(cells []string, before string, spell func(string) string) {
		var all []string
		for _, c := range cells {
			all = append(all, spell(tikz.Escape(c)))
		}
		w.printf("%s%s\\\\\n", before, strings.Join(all, " & "))
	}
	line(e.Head, "", func(s string) string { return "{\\color{soft}" + s + "}" })
	for _, r := range e.Rows {
		if r.Marked {
			line(r.Cells, "\\rowcolor{band}", func(s string) string { return "\\textbf{" + s + "}" })
		} else {
			line(r.Cells, "", func(s string) string { return s })
		}
	}
	w.printf("\\end{%s}\\par}\n", environment)
}

// statistics writes tables with a column for each player, each table on one page.
func (w *writer) statistics(names [2]string, tables []plaintext.Table) {
	for _, t := range tables {
		w.printf("\n\\begin{minipage}{\\textwidth}\\small\n\\begin{tabular}{p{0.42\\textwidth}p{0.24\\textwidth}p{0.24\\textwidth}}\n")
		w.printf("\\textbf{%s} & \\textbf{%s} & \\textbf{%s}\\\\\\hline\n", tikz.Escape(t.Title), tikz.Escape(names[0]), tikz.Escape(names[1]))
		for _, r := range t.Rows {
			w.printf("%s & %s & %s\\\\\n", tikz.Escape(r[0]), tikz.Escape(r[1]), tikz.Escape(r[2]))
		}
		w.printf("\\end{tabular}\n\\end{minipage}\\par\\medskip\n")
	}
}
