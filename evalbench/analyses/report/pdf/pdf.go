// Package pdf writes reports as PDF: A4 pages with a head and a page number, and boards
// as vector graphics. A decision that fits on one page is not broken over two.
//
// Not for other modules.
package pdf

import (
	"io"

	"gammonlab/evalbench/analyses/report"
)

// Write writes the document. Equal documents give equal files.
func Write(w io.Writer, d *report.Document) error {
	p := newPaper(d)
	p.title(d)
	for i := range d.Sections {
		p.section(&d.Sections[i], d)
	}
	if d.Tables != nil {
		p.room(40)
		p.heading("Statistics")
		p.statistics(d.Names, d.Tables)
	}
	return p.Output(w)
}

// title writes the text at the top of the first page.
func (p *paper) title(d *report.Document) {
	p.SetY(margin)
	p.font("B", 16, ink)
	p.paragraph(margin, textWidth, 7.5, d.Title)
	p.Ln(1)
	for _, f := range d.Facts {
		p.font("", 9, soft)
		p.paragraph(margin, textWidth, 4.4, f.Label+": "+f.Text)
	}
	if d.Boards != "" {
		p.paragraph(margin, textWidth, 4.4, d.Boards)
	}
	p.font("", 9, bad)
	for _, problem := range d.Problems {
		p.paragraph(margin, textWidth, 4.4, problem)
	}
	p.Ln(2)
}

// heading writes the title of a section.
func (p *paper) heading(title string) {
	p.Ln(2)
	p.font("B", 12, ink)
	p.paragraph(margin, textWidth, 6, title)
	p.Bookmark(title, 0, -1)
	p.line(p.GetY() + 0.5)
	p.Ln(3)
}

// section writes a game, or positions.
func (p *paper) section(s *report.Section, d *report.Document) {
	if s.Title != "" {
		first := 20.0
		if len(s.Entries) > 0 {
			first += p.height(&s.Entries[0])
		}
		p.room(min(first, textBottom-textTop))
		p.heading(s.Title)
	}
	for i := range s.Entries {
		p.entry(&s.Entries[i])
	}
	if s.Nothing != "" {
		p.room(6)
		p.font("", 9, soft)
		p.paragraph(margin, textWidth, 5, s.Nothing)
	}
	if !s.Folded && s.Tables != nil {
		p.statistics(d.Names, s.Tables)
	}
}

// Heights and widths of entries.
const (
	titleHeight = 5.0
	lineHeight  = 3.9
	boardWidth  = 66.0
	mapWidth    = 150.0
	gutter      = 5.0
	indent      = 5.0 // of brief entries
	before      = 2.0 // above an entry with a board
	after       = 4.0 // below it
	afterBrief  = 1.6
)

// column returns the left edge and the width of an entry's table.
func column(e *report.Entry) (x, width float64) {
	if e.Board == nil {
		return margin + indent, boardWidth + textWidth - boardWidth - gutter - indent
	}
	return margin + boardWidth + gutter, textWidth - boardWidth - gutter
}

// height returns the height of an entry.
func (p *paper) height(e *report.Entry) float64 {
	table := p.besideHeight(e)
	if e.Board == nil {
		return titleHeight + table + afterBrief
	}
	height := titleHeight + max(heightOf(e.Board, boardWidth), table) + lineHeight + before + after
	if e.Map != nil {
		height += heightOf(e.Map, mapWidth) + before
	}
	return height
}

// besideHeight returns the height of the note, the alternatives and the foot.
func (p *paper) besideHeight(e *report.Entry) float64 {
	_, width := column(e)
	n := 0
	if e.Board != nil { // otherwise the note is beside the title
		p.font("", 8, soft)
		n += len(p.lines(e.Words(), width))
	}
	if len(e.Rows) > 0 && e.Board != nil {
		n++ // the column heads
	}
	n += len(e.Rows)
	if e.Foot != "" {
		p.font("", 7.5, soft)
		n += len(p.lines(e.Foot, width))
	}
	return lineHeight * float64(n)
}

// entry writes a decision.
func (p *paper) entry(e *report.Entry) {
	p.room(min(p.height(e), textBottom-textTop))
	if e.Board != nil && p.GetY() > textTop+before {
		p.Ln(before)
	}
	p.titleOf(e)
	page, top := p.PageNo(), p.GetY()
	x, width := column(e)
	if e.Board != nil {
		p.picture(e.Board, margin, top, boardWidth)
		p.SetY(top)
		p.font("", 8, soft)
		p.paragraph(x, width, lineHeight, e.Words())
	}
	p.rows(e, x, width)
	if e.Foot != "" {
		p.font("", 7.5, soft)
		p.paragraph(x, width, lineHeight, e.Foot)
	}
	if e.Board == nil {
		p.Ln(afterBrief)
		return
	}
	if p.PageNo() == page {
		p.SetY(max(p.GetY(), top+heightOf(e.Board, boardWidth)))
	}
	p.font("", 7, soft)
	p.paragraph(margin, textWidth, lineHeight, e.ID)
	if e.Map != nil {
		p.Ln(before)
		p.SetY(p.GetY() + p.picture(e.Map, margin, p.GetY(), mapWidth))
	}
	p.Ln(after)
}

// titleOf writes the title of an entry, with the cost of the decision at the right.
func (p *paper) titleOf(e *report.Entry) {
	c := ink
	if e.Mark.Sign() != "" {
		c = bad
	}
	size := 10.0
	if e.Board == nil {
		size = 9
	}
	p.font("B", size, c)
	lost := p.GetStringWidth(e.Loss)
	room := textWidth - lost - gutter
	title := p.cut(e.Title, room)
	y, wide := p.GetY(), p.GetStringWidth(title)
	p.SetXY(margin+textWidth-lost, y)
	p.CellFormat(lost, titleHeight, e.Loss, "", 0, "R", false, 0, "")
	p.font("B", size, ink)
	p.SetXY(margin, y)
	p.CellFormat(room, titleHeight, title, "", 0, "L", false, 0, "")
	if e.Board == nil {
		p.font("", 8, soft)
		p.SetXY(margin+wide+gutter, y)
		p.CellFormat(room-wide-gutter, titleHeight, p.cut(e.Note, max(room-wide-gutter, 0)), "", 0, "L", false, 0, "")
	}
	p.SetXY(margin, y+titleHeight)
}
