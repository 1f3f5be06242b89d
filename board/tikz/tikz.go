// Package tikz draws pictures as TikZ pictures for LaTeX. Package picture defines
// the shapes.
//
// Not for other modules.
package tikz

import (
	"fmt"
	"image/color"
	"strings"

	"gammonlab/board/picture"
)

// Preamble defines the colours of the pictures. A document needs the package
// tikz and these lines before its first picture.
func Preamble(c *picture.Colours) string {
	var b strings.Builder
	for _, p := range paints {
		style := c.Style(p.paint)
		for _, part := range []struct {
			name  string
			value *color.NRGBA
		}{{p.name, style.Fill}, {p.name + "line", style.Line}} {
			if part.value != nil {
				fmt.Fprintf(&b, "\\definecolor{bg%s}{HTML}{%02X%02X%02X}\n", part.name, part.value.R, part.value.G, part.value.B)
			}
		}
	}
	return b.String()
}

// paint is a paint with the name of its colours.
type paint struct {
	paint picture.Paint
	name  string
}

// paints has the names of the colours, by paint.
var paints = func() []paint {
	all := []paint{
		{picture.Felt, "felt"}, {picture.Wood, "wood"}, {picture.Frame, "frame"}, {picture.Pale, "pale"}, {picture.Deep, "deep"},
		{picture.Ink, "ink"}, {picture.X, "x"}, {picture.O, "o"}, {picture.XInk, "xink"}, {picture.OInk, "oink"},
		{picture.XRing, "xring"}, {picture.ORing, "oring"},
		{picture.Spot, "spot"}, {picture.Trail, "trail"}, {picture.Wrong, "wrong"},
	}
	for i := range picture.HeatSteps {
		all = append(all, paint{picture.Heat + picture.Paint(i), fmt.Sprintf("heat%d", i)})
	}
	return all
}()

// drawing is a partial picture.
type drawing struct {
	text    strings.Builder
	colours *picture.Colours
	point   float64 // TeX points for a unit
}

// Draw returns a tikzpicture with the given width in TeX points.
func Draw(p picture.Picture, width float64) string {
	w, h := p.Size()
	d := drawing{colours: &picture.Screen, point: width / float64(w)}
	d.printf("\\begin{tikzpicture}[x=%.4fpt,y=-%.4fpt]\n", d.point, d.point)
	d.printf("\\useasboundingbox (0,0) rectangle (%d,%d);\n", w, h)
	for _, s := range p.Shapes() {
		d.shape(s)
	}
	d.printf("\\end{tikzpicture}")
	return d.text.String()
}

func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(&d.text, format, args...) }

// options returns the TikZ options for filling and drawing with a paint.
func (d *drawing) options(p picture.Paint) string {
	var all []string
	style := d.colours.Style(p)
	if style.Fill != nil {
		all = append(all, "fill=bg"+paints[p].name)
	}
	if style.Line != nil {
		all = append(all, fmt.Sprintf("draw=bg%sline,line width=%.3fpt", paints[p].name, d.point*style.Width))
	}
	return strings.Join(all, ",")
}

func (d *drawing) shape(s picture.Shape) {
	switch s := s.(type) {
	case picture.Rect:
		d.printf("\\path[%s,rounded corners=%.3fpt] (%d,%d) rectangle (%d,%d);\n", d.options(s.Paint), d.point*float64(s.Radius),
			s.X, s.Y, s.X+s.W, s.Y+s.H)
	case picture.Circle:
		d.printf("\\path[%s] (%d,%d) circle[radius=%.3fpt];\n", d.options(s.Paint), s.X, s.Y, d.point*float64(s.R))
	case picture.Polygons:
		d.printf("\\path[%s]", d.options(s.Paint))
		for _, corners := range s.Corners {
			for _, p := range corners {
				d.printf(" (%d,%d) --", p.X, p.Y)
			}
			d.printf(" cycle")
		}
		d.printf(";\n")
	case picture.Dots:
		d.printf("\\path[%s]", d.options(s.Paint))
		for _, p := range s.At {
			d.printf(" (%d,%d) circle[radius=%.3fpt]", p.X, p.Y, d.point*d.colours.Style(s.Paint).Width/2)
		}
		d.printf(";\n")
	case picture.Arrow:
		d.arrow(s)
	case picture.Words:
		for _, l := range s.Labels {
			d.label(s, l)
		}
	}
}

// arrow draws the curve, with its one control point converted to TikZ's two,
// and the head.
func (d *drawing) arrow(s picture.Arrow) {
	third := func(a, b int) float64 { return (float64(a) + 2*float64(b)) / 3 }
	d.printf("\\path[%s,line cap=round,line join=round] (%d,%d) .. controls (%.2f,%.2f) and (%.2f,%.2f) .. (%d,%d) (%d,%d) -- (%d,%d) -- (%d,%d);\n",
		d.options(s.Paint), s.From.X, s.From.Y, third(s.From.X, s.Bend.X), third(s.From.Y, s.Bend.Y), third(s.To.X, s.Bend.X), third(s.To.Y, s.Bend.Y),
		s.To.X, s.To.Y, s.Head[0].X, s.Head[0].Y, s.To.X, s.To.Y, s.Head[1].X, s.Head[1].Y)
}

// anchors has the anchors of labels.
var anchors = map[picture.Align]string{picture.Left: "base west", picture.Right: "base east", picture.Centre: "center"}

func (d *drawing) label(s picture.Words, l picture.Label) {
	weight, size := "", d.point*float64(s.Size.Height())
	if s.Size.Bold() {
		weight = "\\bfseries"
	}
	d.printf("\\node[inner sep=0pt,anchor=%s,text=bg%s,font=\\sffamily%s\\fontsize{%.2fpt}{%.2fpt}\\selectfont] at (%d,%d) {%s};\n",
		anchors[s.Align], paints[s.Paint].name, weight, size, size, l.X, l.Y, Escape(l.Text))
}

// escapes has the characters that LaTeX reads as commands.
var escapes = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "_", `\_`, "%", `\%`,
	"^", `\textasciicircum{}`, "~", `\textasciitilde{}`, "<", `\textless{}`, ">", `\textgreater{}`, `"`, `\textquotedbl{}`,
	"…", `\ldots{}`, "–", "--", "±", `\(\pm\)`, "≤", `\(\le\)`, "≥", `\(\ge\)`, "→", `\(\to\)`, "\n", " ", apart, "{}")

// apart separates characters that LaTeX would join.
const apart = "\x00"

// Escape escapes a text for LaTeX. Hyphens are separated: two of them would
// become a dash, and IDs contain many.
func Escape(text string) string {
	for strings.Contains(text, "--") {
		text = strings.ReplaceAll(text, "--", "-"+apart+"-")
	}
	return escapes.Replace(text)
}
