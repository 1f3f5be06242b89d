package pdf

import (
	"gammonlab/evalbench/analyses/report"
	"gammonlab/internal/plaintext"
)

// rankWidth is the width of the first column of alternatives, which has their ranks.
const rankWidth = 5.0

// figureWidths has the widths of the columns after the second: equity, difference and
// probabilities.
var figureWidths = []float64{13, 15.5, 42}

// rows writes the alternatives of an entry. A table that does not fit on the page
// continues on the next page.
func (p *paper) rows(e *report.Entry, x, width float64) {
	if len(e.Rows) == 0 {
		return
	}
	widths := []float64{rankWidth, width - rankWidth}
	for i := range e.Head[2:] {
		widths = append(widths, figureWidths[i])
		widths[1] -= figureWidths[i]
	}
	if e.Board == nil { // keeps the numbers close to the play
		widths[1] = min(widths[1], 45)
	}
	if e.Board != nil {
		p.font("", 7, soft)
		p.row(e.Head, widths, x, false)
	}
	for _, r := range e.Rows {
		if p.GetY()+lineHeight > textBottom {
			p.AddPage()
			p.font("", 7, soft)
			p.row(e.Head, widths, x, false)
		}
		weight := ""
		if r.Marked {
			weight = "B"
		}
		p.font(weight, 7.5, ink)
		p.row(r.Cells, widths, x, r.Marked)
	}
}

// row writes the cells of a row, with a coloured background for the chosen alternative.
func (p *paper) row(cells []string, widths []float64, x float64, marked bool) {
	p.SetFillColor(band[0], band[1], band[2])
	p.SetX(x)
	p.SetCellMargin(1)
	defer p.SetCellMargin(0)
	for i, cell := range cells {
		align := "R"
		if i == 1 {
			align = "L"
		}
		p.CellFormat(widths[i], lineHeight, p.cut(cell, widths[i]-2), "", 0, align, marked, 0, "")
	}
	p.Ln(lineHeight)
	p.SetX(margin)
}

// statistics writes tables with a column for each player, each table on one page.
func (p *paper) statistics(names [2]string, tables []plaintext.Table) {
	const height = 4.4
	widths := [3]float64{80, (textWidth - 80) / 2, (textWidth - 80) / 2}
	line := func(cells ...string) {
		for i, text := range cells {
			p.CellFormat(widths[i], height, p.cut(text, widths[i]-2), "", 0, "L", false, 0, "")
		}
		p.Ln(height)
	}
	for _, t := range tables {
		p.room(height*float64(len(t.Rows)+1) + 3)
		p.font("B", 9, ink)
		line(t.Title, names[0], names[1])
		p.line(p.GetY())
		p.font("", 8.5, ink)
		for _, r := range t.Rows {
			line(r...)
		}
		p.Ln(3)
	}
}
