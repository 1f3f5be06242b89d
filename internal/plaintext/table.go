package plaintext

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Table is a table for terminals and pages. Cells may come from a file: as text they are
// formatted with [VisibleLine].
type Table struct {
	Title  string   // of pages
	Indent string   // before each line of the text
	Left   []int    // indexes of the columns that are flush left; all others are flush right
	Head   []string // headings of the columns
	Rows   [][]string
}

// Add appends a row.
func (t *Table) Add(cells ...string) { t.Rows = append(t.Rows, cells) }

// IsLeft reports whether a column is flush left.
func (t *Table) IsLeft(column int) bool { return slices.Contains(t.Left, column) }

// Text returns a line for the headings, if there are any, and for each row, with two spaces
// between columns and none at the ends of lines.
func (t *Table) Text() string {
	all := t.Rows
	if t.Head != nil {
		all = append([][]string{t.Head}, t.Rows...)
	}
	var rows [][]string
	var widths []int
	for _, cells := range all {
		row := make([]string, len(cells))
		for i, cell := range cells {
			row[i] = VisibleLine(cell)
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(row[i]))
		}
		rows = append(rows, row)
	}
	var b strings.Builder
	for _, row := range rows {
		for i, cell := range row {
			gap := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if t.IsLeft(i) {
				row[i] += gap
			} else {
				row[i] = gap + cell
			}
		}
		b.WriteString(strings.TrimRight(t.Indent+strings.Join(row, "  "), " ") + "\n")
	}
	return b.String()
}

// Markdown returns the headings and rows as a table of Markdown.
func (t *Table) Markdown() string {
	row := func(cells []string) string {
		line := "|"
		for i := range t.Head {
			cell := ""
			if i < len(cells) {
				cell = strings.ReplaceAll(VisibleLine(cells[i]), "|", `\|`) + " "
			}
			line += " " + cell + "|"
		}
		return line + "\n"
	}
	text := row(t.Head) + strings.Repeat("|---", len(t.Head)) + "|\n"
	for _, cells := range t.Rows {
		text += row(cells)
	}
	return text
}

// Fields returns names and values in two columns, one line for each name.
func Fields(indent string, fields [][2]string) string {
	t := Table{Indent: indent, Left: []int{0, 1}}
	for _, f := range fields {
		t.Add(f[0], f[1])
	}
	return t.Text()
}
