// Package plain writes reports as text, with boards in gnubg's form.
//
// Not for other modules.
package plain

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"gammonlab/board"
	"gammonlab/evalbench/analyses/report"
	"gammonlab/internal/plaintext"
)

// width is the length of the rules between sections.
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
			b.WriteString(report.StatisticsText(d.Names, s.Tables))
		}
	}
	if d.Tables != nil {
		b.WriteByte('\n')
		heading(&b, "Statistics", '=')
		b.WriteString(report.StatisticsText(d.Names, d.Tables))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// heading writes a title, underlined with the mark.
func heading(b *strings.Builder, title string, mark byte) {
	fmt.Fprintf(b, "%s\n%s\n", title, strings.Repeat(string(mark), min(utf8.RuneCountInString(title), width)))
}

// entry writes a decision.
func entry(b *strings.Builder, e *report.Entry) {
	fmt.Fprintf(b, "\n%s\n", join("  ", e.Title, e.Loss))
	if p := e.Board; p != nil {
		fmt.Fprintf(b, "\n%s\n", board.Diagram{Position: p.Position, Match: p.Match, Names: p.Names, NoCube: p.NoCube, NoIDs: e.ID != ""})
	}
	for _, text := range []string{e.Reason, e.Note} {
		if text != "" {
			fmt.Fprintf(b, "  %s\n", text)
		}
	}
	rows(b, e)
	if e.Foot != "" {
		fmt.Fprintf(b, "  %s\n", e.Foot)
	}
	if e.ID != "" {
		fmt.Fprintf(b, "  %s\n", e.ID)
	}
}

// join joins the non-empty texts with a separator.
func join(between string, texts ...string) string {
	var all []string
	for _, t := range texts {
		if t != "" {
			all = append(all, t)
		}
	}
	return strings.Join(all, between)
}

// rows writes the alternatives in columns, with a star for the chosen one.
func rows(b *strings.Builder, e *report.Entry) {
	if len(e.Rows) == 0 {
		return
	}
	t := plaintext.Table{Indent: "  ", Left: []int{0, 2}}
	t.Add(append([]string{""}, e.Head...)...)
	for _, r := range e.Rows {
		star := ""
		if r.Marked {
			star = "*"
		}
		t.Add(append([]string{star}, r.Cells...)...)
	}
	b.WriteString(t.Text())
}
