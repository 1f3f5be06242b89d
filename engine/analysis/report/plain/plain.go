// Package plain writes reports as text, with boards as gnubg draws them.
package plain

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"gammonlab/board"
	"gammonlab/engine/analysis/report"
)

// width is how long the rules between sections are.
const width = 78

// Write writes the document.
func Write(w io.Writer, d *report.Document) error {
	var b strings.Builder
	heading(&b, d.Title, '=')
	for _, f := range d.Facts {
		fmt.Fprintf(&b, "%s: %s\n", f.Label, f.Text)
	}
	for _, p := range d.Problems {
		fmt.Fprintf(&b, "%s\n", p)
	}
	for i := range d.Sections {
		s := &d.Sections[i]
		if s.Title != "" {
			b.WriteByte('\n')
			heading(&b, s.Title, '-')
		}
		for k := range s.Entries {
			entry(&b, &s.Entries[k])
		}
		if s.Nothing != "" {
			fmt.Fprintf(&b, "\n%s\n", s.Nothing)
		}
		if !s.Folded && s.Tables != nil {
			statistics(&b, d.Names, s.Tables)
		}
	}
	if d.Tables != nil {
		b.WriteByte('\n')
		heading(&b, "Statistics", '=')
		statistics(&b, d.Names, d.Tables)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// heading writes a title with a rule of the mark below it.
func heading(b *strings.Builder, title string, mark byte) {
	fmt.Fprintf(b, "%s\n%s\n", title, strings.Repeat(string(mark), min(utf8.RuneCountInString(title), width)))
}

// entry writes a decision.
func entry(b *strings.Builder, e *report.Entry) {
	fmt.Fprintf(b, "\n%s\n", join("  ", e.Title, e.Lost))
	if p := e.Board; p != nil {
		fmt.Fprintf(b, "\n%s\n", board.Diagram{Position: p.Position, Match: p.Match, Names: p.Names, NoCube: p.NoCube, NoIDs: e.ID != ""})
	}
	if e.Note != "" {
		fmt.Fprintf(b, "  %s\n", e.Note)
	}
	rows(b, e)
	if e.Foot != "" {
		fmt.Fprintf(b, "  %s\n", e.Foot)
	}
	if e.ID != "" {
		fmt.Fprintf(b, "  %s\n", e.ID)
	}
}

// join puts the texts that are not empty side by side.
func join(between string, texts ...string) string {
	var all []string
	for _, t := range texts {
		if t != "" {
			all = append(all, t)
		}
	}
	return strings.Join(all, between)
}

// rows writes the alternatives in columns, that which was chosen with a star.
func rows(b *strings.Builder, e *report.Entry) {
	if len(e.Rows) == 0 {
		return
	}
	lines := [][]string{e.Head}
	for _, r := range e.Rows {
		lines = append(lines, r.Cells)
	}
	widths := make([]int, len(e.Head))
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for i, line := range lines {
		star := " "
		if i > 0 && e.Rows[i-1].Marked {
			star = "*"
		}
		text := " " + star
		for k, cell := range line {
			gap := strings.Repeat(" ", widths[k]-utf8.RuneCountInString(cell))
			if k == 1 {
				text += "  " + cell + gap
			} else {
				text += "  " + gap + cell
			}
		}
		fmt.Fprintf(b, "%s\n", strings.TrimRight(text, " "))
	}
}

// statistics writes tables with a column for each player.
func statistics(b *strings.Builder, names [2]string, tables []report.StatisticsTable) {
	label, cell := 0, utf8.RuneCountInString(names[0])
	for _, t := range tables {
		label = max(label, utf8.RuneCountInString(t.Title))
		for _, r := range t.Rows {
			label, cell = max(label, utf8.RuneCountInString(r.Label)), max(cell, utf8.RuneCountInString(r.Cells[0]))
		}
	}
	line := func(indent, first string, cells [2]string) {
		pad := func(text string, n int) string {
			return text + strings.Repeat(" ", max(n-utf8.RuneCountInString(text), 0))
		}
		fmt.Fprintf(b, "%s\n", strings.TrimRight(pad(indent+first, label+4)+pad(cells[0], cell+2)+cells[1], " "))
	}
	for i, t := range tables {
		b.WriteByte('\n')
		if i > 0 {
			names = [2]string{}
		}
		line("", t.Title, names)
		for _, r := range t.Rows {
			line("  ", r.Label, r.Cells)
		}
	}
}
