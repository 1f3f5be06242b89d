package htmlpage

import (
	_ "embed"
	"html/template"
	"io"

	"gammonlab/internal/plaintext"
	"gammonlab/internal/version"
)

//go:embed document.html
var documentText string

var documentTemplate = OnFirstUse(documentText)

// Document is the page of a result: sentences, charts, tables, cards and settings.
type Document struct {
	Title, Subtitle string
	Refresh         int // seconds after which the page is loaded again, 0 for never
	Verdict
	Problems []string // marked sentences
	Figures  []Figure
	Tables   []plaintext.Table
	Parts    []Part
	Style    template.CSS // of the pictures of cards
	Settings Settings
	Config   string // a file of settings
}

// Verdict is a result in words.
type Verdict struct {
	Headline  string
	Sentences []string
}

// Part is a titled list of cards.
type Part struct {
	Title, Note string
	Empty       string // text for a list without cards
	Cards       []Card
}

// Settings are what reproduces a result. Empty parts are not shown.
type Settings struct {
	List    [][2]string // names and values
	Command string
}

// Version returns the version of the program.
func (*Document) Version() string { return version.Toolkit }

// Write writes the page.
func (d *Document) Write(w io.Writer) error { return documentTemplate().Execute(w, d) }
