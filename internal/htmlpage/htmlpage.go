// Package htmlpage has the common parts of HTML reports: the style, for screens, phones and
// paper, and cards: a picture with a table. A page needs no other files.
package htmlpage

import (
	_ "embed"
	"html/template"
	"strings"
	"sync"
)

//go:embed shared.html
var shared string

// Card is a picture with a table beside it.
type Card struct {
	Class    string // of the element, beside "card"
	Title    string
	Loss     string // highlighted text
	Note     string
	Picture  template.HTML
	Head     []string // of the table; the second column is the wide one
	Rows     []Row
	Foot, ID string // below the table
}

// Row is one of a card's table.
type Row struct {
	Cells  []string
	Marked bool
}

// Figure is a chart with its description.
type Figure struct {
	Title, Caption string
	Chart          template.HTML
}

// Table is a table of figures; the first column is text, the others are numbers.
type Table struct {
	Title string
	Head  []string
	Rows  [][]string
}

// Parse returns the template of a page with the templates "head", given the title,
// "style" and "figures style" for its head, and "card" for a [Card], "figures" for
// a list of [Figure], "figures-table" for a [Table], "tables" for a list of them and "rows" for
// one of parts, which have a Title and Rows with a Label and Cells. The text may call
// the functions.
func Parse(text string, functions ...template.FuncMap) (*template.Template, error) {
	t := template.New("page")
	for _, f := range functions {
		t.Funcs(f)
	}
	if _, err := t.Parse(shared); err != nil {
		return nil, err
	}
	return t.Parse(text)
}

// OnFirstUse returns a function that returns the template of a page that is part of the
// program, see [Parse]. The first call parses it, not the start of the program.
func OnFirstUse(text string) func() *template.Template {
	return sync.OnceValue(func() *template.Template { return template.Must(Parse(text)) })
}

// Style returns the style sheet of the pages, for those that keep it in a file.
func Style() (string, error) {
	t, err := Parse("")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, part := range []string{"style", "figures style"} {
		if err := t.ExecuteTemplate(&b, part, nil); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}
