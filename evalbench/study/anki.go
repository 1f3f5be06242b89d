package study

import (
	"fmt"
	"html"
	"io"
	"strings"

	"gammonlab/board"
	"gammonlab/board/picture"
	"gammonlab/board/svg"
	"gammonlab/internal/digest"
)

// ankiHeader begins a file that Anki imports (Anki's manual, "Text Files": file
// headers). By the first column a note that is imported again replaces the one before.
const ankiHeader = "#separator:tab\n#html:true\n#notetype:Basic\n#deck:gammonlab\n#guid column:1\n"

// WriteAnki writes exercises as notes for Anki: on the front the board and the question,
// on the back what is right with the table.
func WriteAnki(w io.Writer, all []Exercise) error {
	if _, err := io.WriteString(w, ankiHeader); err != nil {
		return err
	}
	for i := range all {
		e := &all[i]
		fields := []string{"gammonlab-" + digest.Bytes([]byte(e.Key()))[:16], ankiField(e.front()), ankiField(e.back())}
		if _, err := fmt.Fprintln(w, strings.Join(fields, "\t")); err != nil {
			return err
		}
	}
	return nil
}

// ankiField quotes a field, whose line ends and tabs say nothing in HTML.
func ankiField(text string) string {
	return `"` + strings.ReplaceAll(strings.Join(strings.Fields(text), " "), `"`, `""`) + `"`
}

// front returns the board and the question.
func (e *Exercise) front() string {
	d := e.Diagram()
	return svg.Board{Board: picture.Board{Position: d.Position, Match: d.Match, Names: d.Names}}.String() + "<p>" + html.EscapeString(e.Ask()) + "</p>"
}

// back returns what is right, the choices and the game.
func (e *Exercise) back() string {
	var b strings.Builder
	fmt.Fprintf(&b, "<p><b>%s</b></p><table>", html.EscapeString(e.Right()))
	for i, row := range e.rows(nil) {
		tag := "td"
		if i == 0 {
			tag = "th"
		}
		b.WriteString("<tr>")
		for _, cell := range row[1:] {
			fmt.Fprintf(&b, "<%s>%s</%s>", tag, html.EscapeString(cell), tag)
		}
		b.WriteString("</tr>")
	}
	b.WriteString("</table>")
	for _, line := range append(append([]string{}, e.Comment...), e.Notes...) {
		fmt.Fprintf(&b, "<p>%s</p>", html.EscapeString(line))
	}
	return b.String()
}

// Right returns what is best.
func (e *Exercise) Right() string {
	if e.Roll != (board.Roll{}) {
		return e.Choices[0].Name
	}
	return e.expected()
}
