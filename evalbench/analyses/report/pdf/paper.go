package pdf

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"codeberg.org/go-pdf/fpdf"

	"gammonlab/evalbench/analyses/report"
)

// Lengths of a page, in millimetres.
const (
	pageWidth, pageHeight = 210, 297 // A4
	margin                = 16.0
	textWidth             = pageWidth - 2*margin
	textTop               = 22.0              // below the head of the page
	textBottom            = pageHeight - 16.0 // above the page number
)

// family is the font. A PDF contains the glyphs that it uses.
const family = "Liberation Sans"

// colour is red, green and blue.
type colour [3]int

// The colours of text and tables.
var (
	ink  = colour{0x1c, 0x1c, 0x1c}
	soft = colour{0x66, 0x66, 0x66}
	rule = colour{0xd0, 0xcb, 0xc0}
	band = colour{0xff, 0xf0, 0xc2} // background of the chosen alternative
	bad  = colour{0xb3, 0x26, 0x1e}
)

// paper is a partial document. The next text is written at GetY.
type paper struct{ *fpdf.Fpdf }

// newPaper returns a document with its first page. Every page has the title and the page
// number.
func newPaper(d *report.Document) *paper {
	p := &paper{fpdf.New("P", "mm", "A4", "")}
	p.AddUTF8FontFromBytes(family, "", liberationsansregular.TTF)
	p.AddUTF8FontFromBytes(family, "B", liberationsansbold.TTF)
	p.SetTitle(d.Title, true)
	p.SetCreator("gammonlab", true)
	p.SetMargins(margin, textTop, margin)
	p.SetCellMargin(0)
	p.SetAutoPageBreak(false, 0)
	p.SetCatalogSort(true)
	written := date(d) // not the current date: equal reports give equal files
	p.SetCreationDate(written)
	p.SetModificationDate(written)
	p.AliasNbPages("")
	p.SetHeaderFunc(func() { p.head(d.Title) })
	p.SetFooterFunc(func() {
		p.font("", 8, soft)
		p.SetXY(margin, pageHeight-11)
		p.CellFormat(textWidth, 4, fmt.Sprintf("%d / {nb}", p.PageNo()), "", 0, "C", false, 0, "")
	})
	p.AddPage()
	return p
}

// date returns the date of a document, or 1970-01-01 if it has none.
func date(d *report.Document) time.Time {
	for _, f := range d.Facts {
		if day, err := time.Parse(time.DateOnly, f.Text); err == nil && f.Label == "Date" {
			return day
		}
	}
	return time.Unix(0, 0).UTC()
}

// head writes the title of the document at the top of each page except the first.
func (p *paper) head(title string) {
	if p.PageNo() > 1 {
		p.font("", 8, soft)
		p.SetXY(margin, 10)
		p.CellFormat(textWidth, 5, p.cut(title, textWidth), "", 0, "L", false, 0, "")
		p.line(16)
	}
	p.SetXY(margin, textTop)
}

// line draws a horizontal rule as wide as the text.
func (p *paper) line(y float64) {
	p.SetDrawColor(rule[0], rule[1], rule[2])
	p.SetLineWidth(0.2)
	p.Line(margin, y, margin+textWidth, y)
}

// font sets the font, its size in points and its colour.
func (p *paper) font(weight string, size float64, c colour) {
	p.SetFont(family, weight, size)
	p.SetTextColor(c[0], c[1], c[2])
}

// room starts a new page unless the current page has the given height left.
func (p *paper) room(height float64) {
	if p.GetY()+height > textBottom {
		p.AddPage()
	}
}

// printable replaces characters beyond the first plane of Unicode, such as emojis,
// because the PDF writer fails on them.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r > 0xffff {
			return utf8.RuneError
		}
		return r
	}, text)
}

// cut shortens a text to a width in the current font.
func (p *paper) cut(text string, width float64) string {
	text = printable(text)
	if p.GetStringWidth(text) <= width {
		return text
	}
	letters := []rune(text)
	for len(letters) > 0 && p.GetStringWidth(string(letters)+"…") > width {
		letters = letters[:len(letters)-1]
	}
	return string(letters) + "…"
}

// lines breaks a text into lines of a width in the current font.
func (p *paper) lines(text string, width float64) []string {
	var all []string
	for _, line := range p.SplitText(printable(text), width) {
		all = append(all, p.cut(line, width))
	}
	return all
}

// paragraph writes a text in lines that begin at x.
func (p *paper) paragraph(x, width, height float64, text string) {
	for _, line := range p.lines(text, width) {
		p.SetX(x)
		p.CellFormat(width, height, line, "", 2, "L", false, 0, "")
	}
	p.SetX(margin)
}
