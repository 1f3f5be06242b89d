package chart

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
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
	heading() (title, measured string) // measured is drawn below the title
	height() vg.Length                 // of the whole page
	draw(area draw.Canvas)             // fills the page below the heading
}

// write draws a page into a file. The extension of path gives the format.
func write(path string, p page) error {
	format := strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".")
	if err := check(p, format); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return atomicfile.Write(path, func(w io.Writer) error { return encodeChecked(w, format, p) })
}

// encode draws a page in a format.
func encode(w io.Writer, format string, p page) error {
	if err := check(p, format); err != nil {
		return err
	}
	return encodeChecked(w, format, p)
}

func check(p page, format string) error {
	if format != "png" && format != "svg" {
		return fmt.Errorf("chart: format %q, want png or svg", format)
	}
	return p.check()
}

func encodeChecked(w io.Writer, format string, p page) error {
	if format == "svg" {
		canvas := vgsvg.New(pageWidth, p.height())
		drawPage(p, draw.New(canvas))
		var file bytes.Buffer
		if _, err := canvas.WriteTo(&file); err != nil {
			return err
		}
		_, err := w.Write(withFonts(file.Bytes()))
		return err
	}
	canvas := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(pageWidth, p.height()), vgimg.UseDPI(pngDPI))}
	drawPage(p, draw.New(canvas))
	_, err := canvas.WriteTo(w)
	return err
}

// elementWidth is the width of a chart in an HTML page. It is small, so the text is legible
// on a phone, which scales the chart to the width of the screen.
const elementWidth = 360

// element draws a page as an svg element without heading and background. The svg fills its
// parent element and has the colours of the HTML page's style.
func element(p page, height vg.Length) (string, error) {
	if err := check(p, "svg"); err != nil {
		return "", err
	}
	canvas := vgsvg.New(elementWidth, height)
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

// drawPage fills the page from the top: title, measured quantity, chart.
func drawPage(p page, paper draw.Canvas) {
	paper.SetColor(color.White)
	paper.Fill(paper.Rectangle.Path())
	area := draw.Crop(paper, margin, -margin, margin, -margin)
	title, measured := p.heading()
	for _, line := range []struct {
		text  string
		style text.Style
		gap   vg.Length
	}{
		{title, sans(14, xfont.WeightBold, ink), 5},
		{measured, sans(10, xfont.WeightNormal, softInk), 8},
	} {
		if line.text != "" {
			area.Max.Y -= writeText(area, line.style, line.text) + line.gap
		}
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
