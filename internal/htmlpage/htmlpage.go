// Package htmlpage contains the common parts of HTML reports: the style for screens, phones
// and paper, and cards, which are pictures with tables. A page needs no other files.
package htmlpage

import (
	_ "embed"
	"html/template"
	"regexp"
	"strings"
	"sync"
)

//go:embed shared.html
var shared string

// Card is a picture with a table beside it.
type Card struct {
	Class    string // class of the element, in addition to "card"
	Title    string
	Loss     string // highlighted text
	Note     string
	Reason   string // of an error, "" for none
	Picture  template.HTML
	Below    template.HTML // a wide picture, "" for none
	Head     []string      // head of the table; the second column is wide
	Rows     []Row
	Foot, ID string // texts below the table
}

// Row is a row of a card's table.
type Row struct {
	Cells  []string
	Marked bool
	Steps  string // of a play, for the script of a page that shows it on the board; "" for none
}

// Figure is a chart with its description.
type Figure struct {
	Title, Caption string
	Wide           bool // it takes the width of the page; on a phone it scrolls
	Picture        interface{ Element() (string, error) }
}

// Chart draws the picture, which escapes its texts.
func (f Figure) Chart() (template.HTML, error) {
	text, err := f.Picture.Element()
	return template.HTML(text), err
}

// Parse returns the template of a page. The text may use the functions and these
// templates: "head" with the page's title, "style" and "figures style" for the page's
// head, "card" with a [Card], "figures" with a list of [Figure], "figures-table" with a
// [plaintext.Table], whose first column is text, "tables" with a list of them, and "rows"
// with a list of them, which are parts of one table.
func Parse(text string, functions ...template.FuncMap) (*template.Template, error) {
	t := template.New("page").Funcs(template.FuncMap{"tied": tied})
	for _, f := range functions {
		t.Funcs(f)
	}
	if _, err := t.Parse(shared); err != nil {
		return nil, err
	}
	return t.Parse(text)
}

// tied puts no-break spaces before a percent sign and after ±, and a minus sign before negative
// numbers.
func tied(text string) string { return ties.Replace(negative().ReplaceAllString(text, "$1−$2")) }

// negative matches the hyphen before a negative number. The program starts lighter without it.
var negative = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(^|[ (])-([.\d])`) })

var ties = strings.NewReplacer("± ", "±\u00a0", " %", "\u00a0%")

// OnFirstUse returns a function that returns the template of a page in the program, see
// [Parse]. The template is parsed at the first call, not at the start of the program.
func OnFirstUse(text string) func() *template.Template {
	return sync.OnceValue(func() *template.Template { return template.Must(Parse(text)) })
}

// Style returns the style sheet of the pages, for pages that load it from a file.
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
