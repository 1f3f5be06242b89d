package chart

import (
	"io"
	"sync"
	"time"

	"codeberg.org/go-pdf/fpdf"
	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgpdf"
)

// samePDF makes equal charts equal bytes. The canvas does not give access to its document, so
// these are the defaults of all.
var samePDF = sync.OnceFunc(func() {
	fpdf.SetDefaultCatalogSort(true)
	fpdf.SetDefaultCreationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultModificationDate(time.Unix(0, 0).UTC())
})

// encodePDF draws a page as a PDF file.
func encodePDF(w io.Writer, p page) error {
	samePDF()
	canvas := outlined{vgpdf.New(pageWidth, heightOf(p))}
	drawPage(p, draw.New(canvas))
	_, err := canvas.WriteTo(w)
	return err
}

// outlined draws texts as shapes. The fonts of vgpdf have no bold, and only the letters of western
// Europe, so no λ and no minus sign.
type outlined struct{ *vgpdf.Canvas }

// FillString implements [vg.Canvas].
func (c outlined) FillString(face font.Face, at vg.Point, words string) {
	units := fixed.Int26_6(face.Face.UnitsPerEm()) // with as many, coordinates are font units
	scale := face.Font.Size / vg.Length(units)
	var buffer sfnt.Buffer
	var before sfnt.GlyphIndex
	for i, letter := range words {
		glyph, err := face.Face.GlyphIndex(&buffer, letter)
		if err != nil {
			panic(err) // the font is part of the program
		}
		if i > 0 {
			if kern, err := face.Face.Kern(&buffer, before, glyph, units, xfont.HintingNone); err == nil {
				at.X += vg.Length(kern) * scale
			}
		}
		segments, err := face.Face.LoadGlyph(&buffer, glyph, units, nil)
		if err != nil {
			panic(err)
		}
		if len(segments) > 0 {
			c.Fill(outline(segments, at, scale))
		}
		advance, err := face.Face.GlyphAdvance(&buffer, glyph, units, xfont.HintingNone)
		if err != nil {
			panic(err)
		}
		at.X += vg.Length(advance) * scale
		before = glyph
	}
}

// outline returns the outline of a glyph whose origin is at a point.
func outline(segments sfnt.Segments, at vg.Point, scale vg.Length) (path vg.Path) {
	var last vg.Point
	for i, s := range segments {
		point := func(k int) vg.Point { // fonts have y downward
			return vg.Point{X: at.X + vg.Length(s.Args[k].X)*scale, Y: at.Y - vg.Length(s.Args[k].Y)*scale}
		}
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if i > 0 {
				path.Close()
			}
			last = point(0)
			path.Move(last)
		case sfnt.SegmentOpLineTo:
			last = point(0)
			path.Line(last)
		case sfnt.SegmentOpQuadTo:
			control, to := point(0), point(1) // the canvas has cubic curves only
			path.CubeTo(between(last, control), between(to, control), to)
			last = to
		case sfnt.SegmentOpCubeTo:
			last = point(2)
			path.CubeTo(point(0), point(1), last)
		}
	}
	path.Close()
	return path
}

// between returns the point at two thirds of the way from a to b.
func between(a, b vg.Point) vg.Point { return a.Add(b.Sub(a).Scale(2.0 / 3)) }
