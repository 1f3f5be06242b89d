package plaintext

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Table is a table with two spaces between columns. Cells may come from a file: the table
// formats them with [VisibleLine].
type Table struct {
	Indent string // before each line
	Left   []int  // indexes of the columns that are flush left; all others are flush right
	Rows   [][]string
}

// Add appends a row.
func (t *Table) Add(cells ...string) { t.Rows = append(t.Rows, cells) }

// Text returns a line for each row. A last column that is flush left is not padded.
func (t *Table) Text() string {
	var rows [][]string
	var widths []int
	for _, cells := range t.Rows {
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
		b.WriteString(t.Indent)
		for i, cell := range row {
			gap := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			left := slices.Contains(t.Left, i)
			switch {
			case !left:
				cell = gap + cell
			case i < len(widths)-1:
				cell += gap
			}
			if i > 0 {
				b.WriteString("  ")
			}
			b.WriteString(cell)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Fields returns names and values in two columns, one line for each name.
func Fields(indent string, fields [][2]string) string {
	t := Table{Indent: indent, Left: []int{0, 1}}
	for _, f := range fields {
		t.Add(f[0], f[1])
	}
	return t.Text()
}
