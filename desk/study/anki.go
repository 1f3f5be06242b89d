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
	"gammonlab/internal/plaintext"
)

// ankiHeader is the beginning of a file for Anki (Anki's manual, "Text Files": file
// headers). The first column identifies a note: a note that is imported again replaces
// the old note.
const ankiHeader = "#separator:tab\n#html:true\n#notetype:Basic\n#deck:gammonlab\n#guid column:1\n"

// WriteAnki writes exercises as notes for Anki. The front of a note has the board and the
// question, the back has the best answer and the table of choices.
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

// ankiField quotes a field. Its line ends and tabs have no meaning in HTML.
func ankiField(text string) string {
	return `"` + strings.ReplaceAll(plaintext.OneLine(text), `"`, `""`) + `"`
}

// front returns the board and the question as HTML.
func (e *Exercise) front() string {
	d := e.Diagram()
	return svg.Board{Board: picture.Board{Position: d.Position, Match: d.Match, Names: d.Names}}.String() + "<p>" + html.EscapeString(e.Ask()) + "</p>"
}

// back returns the best answer, the choices and the game as HTML.
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

// Right returns the best answer in words.
func (e *Exercise) Right() string {
	if e.Roll != (board.Roll{}) {
		return e.Choices[0].Move
	}
	return e.expected()
}
