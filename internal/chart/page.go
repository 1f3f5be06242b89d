package chart

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"os"
	"path/filepath"
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"gammonlab/internal/atomicfile"
)

// page is a chart of any kind.
type page interface {
	check() error                      // returns an error if the chart cannot be drawn
	heading() (title, measured string) // measured, or a caption, is drawn below the title
	height(width vg.Length) vg.Length  // of a page whose contents have the width, with a title of one line
	draw(area draw.Canvas)             // fills the page below the heading
}

// write draws a page into a file. The extension of path gives the format.
func write(path string, p page) error {
	format := formatOf(path)
	if err := check(p, format); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return atomicfile.Write(path, func(w io.Writer) error { return encodeChecked(w, format, p) })
}

// NotWritten is what errors say of a path to which no chart can be written, see [Writes].
const NotWritten = "is %q, want a file that ends in .png, .svg or .pdf"

// Writes reports whether charts can be written to a file of the name, by its extension.
func Writes(path string) bool { return known(formatOf(path)) }

func formatOf(path string) string {
	return strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".")
}

func known(format string) bool { return format == "png" || format == "svg" || format == "pdf" }

// encode draws a page in a format.
func encode(w io.Writer, format string, p page) error {
	if err := check(p, format); err != nil {
		return err
	}
	return encodeChecked(w, format, p)
}

func check(p page, format string) error {
	if !known(format) {
		return fmt.Errorf("format %q, want png, svg or pdf", format)
	}
	return p.check()
}

func encodeChecked(w io.Writer, format string, p page) error {
	if format == "svg" {
		canvas := vgsvg.New(pageWidth, heightOf(p))
		drawPage(p, draw.New(canvas))
		var file bytes.Buffer
		if _, err := canvas.WriteTo(&file); err != nil {
			return err
		}
		_, err := w.Write(withFonts(file.Bytes()))
		return err
	}
	if format == "pdf" {
		return encodePDF(w, p)
	}
	canvas := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(pageWidth, heightOf(p)), vgimg.UseDPI(pngDPI))}
	drawPage(p, draw.New(canvas))
	_, err := canvas.WriteTo(w)
	return err
}

// elementWidth is the width of a chart in an HTML page. It is small, so the text is legible
// on a phone, which scales the chart to the width of the screen.
const elementWidth = 360

// element draws a page as an svg element without heading and background. The svg fills its
// parent element and has the colours of the HTML page's style.
func element(p page, height vg.Length) (string, error) { return elementOf(p, elementWidth, height) }

// elementOf is element for a page of another width.
func elementOf(p page, width, height vg.Length) (string, error) {
	if err := check(p, "svg"); err != nil {
		return "", err
	}
	canvas := vgsvg.New(width, height)
	p.draw(draw.Crop(draw.New(canvas), elementMargin, -elementMargin, elementMargin, -elementMargin))
	var file bytes.Buffer
	if _, err := canvas.WriteTo(&file); err != nil {
		return "", err
	}
	text := plain(themed(fitted(withFonts(file.Bytes()))))
	return string(text[max(bytes.Index(text, []byte("<svg")), 0):]), nil
}

const elementMargin = 8

// withFonts adds names of fonts for machines without the font of the layout: an SVG
// contains only the name of its font. Arial and Helvetica have the same widths.
func withFonts(svg []byte) []byte {
	return bytes.ReplaceAll(svg, []byte("font-family:Liberation Sans;"),
		[]byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
}

// innerWidth is the width of a page within its margins.
const innerWidth = pageWidth - 2*margin

// headLine is a line of a page's heading with the distance to what follows.
type headLine struct {
	text  string
	style text.Style
	gap   vg.Length
}

// headLines returns the heading of a page: the title in as many lines as it needs, and the
// measured quantity.
func headLines(p page) []headLine {
	title, measured := p.heading()
	var lines []headLine
	for _, part := range []headLine{
		{title, sans(14, xfont.WeightBold, ink), 5},
		{measured, sans(10, xfont.WeightNormal, softInk), 8},
	} {
		for _, words := range wrapped(part.style, part.text, innerWidth) {
			lines = append(lines, headLine{words, part.style, part.gap})
		}
	}
	return lines
}

// wrapped divides a text at blanks into lines of at most the width. It shortens longer words.
func wrapped(style text.Style, words string, width vg.Length) []string {
	var lines []string
	for word := range strings.FieldsSeq(words) {
		word = cut(style, word, width)
		if last := len(lines) - 1; last >= 0 && style.Width(lines[last]+" "+word) <= width {
			lines[last] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return lines
}

// heightOf returns the height of a page with all lines of its heading.
func heightOf(p page) vg.Length {
	height := p.height(innerWidth)
	title, measured := p.heading()
	for _, text := range []string{title, measured} {
		if text != "" {
			height -= lineHeight
		}
	}
	return height + lineHeight*vg.Length(len(headLines(p)))
}

// lineHeight is about the height of a line of the heading.
const lineHeight = 20

// drawPage fills the page from the top: title, measured quantity, chart.
func drawPage(p page, paper draw.Canvas) {
	paper.SetColor(color.White)
	paper.Fill(paper.Rectangle.Path())
	area := draw.Crop(paper, margin, -margin, margin, -margin)
	for _, line := range headLines(p) {
		area.Max.Y -= writeText(area, line.style, line.text) + line.gap
	}
	p.draw(area)
}

// writeText puts text at the upper left of area and returns its height.
func writeText(area draw.Canvas, style text.Style, words string) vg.Length {
	box := style.Rectangle(words)
	// The box of a text begins below its baseline, by the descent of the font.
	at := vg.Point{X: area.Min.X, Y: area.Max.Y + style.FontExtents().Descent}
	area.FillText(style, at, words)
	return box.Size().Y
}

// Extensions returns the extensions of a chart's files, see [Save].
func Extensions() []string { return []string{".png", ".svg"} }

// Save draws a chart into a folder, which it creates if necessary, as a PNG and an SVG file of
// the given name and in the formats of further extensions, and returns the files. After an error
// these are the files that were written.
func Save(folder, name string, c interface{ Write(path string) error }, more ...string) (files []string, err error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	for _, ext := range append(Extensions(), more...) {
		path := filepath.Join(folder, name+ext)
		if err := c.Write(path); err != nil {
			return files, err
		}
		files = append(files, path)
	}
	return files, nil
}
