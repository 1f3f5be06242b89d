package show

import (
	"fmt"
	"html"
	"strings"

	"github.com/janpfeifer/gonb/gonbui"
)

// Table shows rows of cells under a heading. Cells are formatted as by fmt.Print; all
// columns but the first are aligned right.
func Table(heading []string, rows ...[]any) {
	gonbui.DisplayHTML(tableHTML(heading, rows))
	gonbui.Sync()
}

// Row returns the cells of a row of a [Table].
func Row(cells ...any) []any { return cells }

func tableHTML(heading []string, rows [][]any) string {
	var b strings.Builder
	b.WriteString("<table>\n<tr>")
	for i, name := range heading {
		writeCell(&b, "th", i, name)
	}
	b.WriteString("</tr>\n")
	for _, row := range rows {
		b.WriteString("<tr>")
		for i, cell := range row {
			writeCell(&b, "td", i, cell)
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</table>")
	return b.String()
}

func writeCell(b *strings.Builder, tag string, column int, cell any) {
	align := "right"
	if column == 0 {
		align = "left"
	}
	fmt.Fprintf(b, `<%s style="text-align:%s">%s</%s>`, tag, align, html.EscapeString(fmt.Sprint(cell)), tag)
}
