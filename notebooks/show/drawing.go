package show

import (
	"fmt"
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"gammonlab/board"
)

// Lengths of a drawing, in points.
const (
	unit   = vg.Length(20) // width of a point of the board, of the bar, and of a checker
	high   = 5 * unit      // checkers that stand on a point beside each other
	middle = unit * 3 / 2  // between the upper and the lower half
	edge   = unit / 2
	label  = unit * 3 / 4 // numbers of points

	boardWidth  = 2*edge + 15*unit // twelve points, the bar, the tray and a gap before it
	boardHeight = 2*label + 2*high + middle

	boardDPI = 144
)

// The colours are those of package board/svg.
var (
	felt  = color.NRGBA{0xf3, 0xea, 0xd7, 0xff}
	wood  = color.NRGBA{0xdc, 0xc9, 0xa6, 0xff}
	pale  = color.NRGBA{0xd9, 0xb9, 0x8a, 0xff}
	deep  = color.NRGBA{0xa8, 0x76, 0x4a, 0xff}
	rim   = color.NRGBA{0x55, 0x48, 0x3a, 0xff}
	dark  = color.NRGBA{0x2b, 0x2b, 0x33, 0xff}
	light = color.NRGBA{0xff, 0xfd, 0xf6, 0xff}
)

// drawing is a board in the making.
type drawing struct{ draw.Canvas }

// encodeBoard draws a position as a PNG.
func encodeBoard(w io.Writer, pos *board.Position) error {
	canvas := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(boardWidth, boardHeight), vgimg.UseDPI(boardDPI))}
	d := drawing{draw.New(canvas)}
	d.rectangle(wood, 0, 0, boardWidth, boardHeight)
	d.rectangle(felt, edge, label, 6*unit, boardHeight-2*label)
	d.rectangle(felt, edge+7*unit, label, 6*unit, boardHeight-2*label)
	for point := 1; point <= 24; point++ {
		d.point(point)
	}
	for point := 1; point <= 24; point++ {
		d.checkers(dark, light, column(point), point <= 12, int(pos.Own[point]))
		d.checkers(light, dark, column(25-point), point > 12, int(pos.Opp[point]))
	}
	bar := edge + 13*unit/2
	d.checkers(dark, light, bar, false, int(pos.Own[board.Bar]))
	d.checkers(light, dark, bar, true, int(pos.Opp[board.Bar]))
	tray := edge + 14*unit
	d.checkers(dark, light, tray, true, int(pos.Own[board.Off]))
	d.checkers(light, dark, tray, false, int(pos.Opp[board.Off]))
	_, err := canvas.WriteTo(w)
	return err
}

// column returns the middle of a point of the side on roll.
func column(point int) vg.Length {
	n := 12 - point // from the left
	if point > 12 {
		n = point - 13
	}
	if n >= 6 {
		n++ // behind the bar
	}
	return edge + unit/2 + vg.Length(n)*unit
}

// point draws the triangle of a point and its number.
func (d drawing) point(point int) {
	x, base, tip, number := column(point), label, label+high, label/2
	if point > 12 {
		base, tip, number = boardHeight-base, boardHeight-tip, boardHeight-number
	}
	fill := pale
	if point%2 == 0 {
		fill = deep
	}
	d.FillPolygon(fill, []vg.Point{{X: x - unit/2, Y: base}, {X: x + unit/2, Y: base}, {X: x, Y: tip}})
	d.text(rim, x, number, fmt.Sprint(point))
}

// checkers draws n checkers on top of each other, from the lower edge up or from
// the upper one down. If there are more than five, the last one has their number.
func (d drawing) checkers(fill, ink color.Color, x vg.Length, fromBelow bool, n int) {
	for i := range min(n, 5) {
		y := label + unit/2 + vg.Length(i)*unit
		if !fromBelow {
			y = boardHeight - y
		}
		d.disc(rim, x, y, unit/2)
		d.disc(fill, x, y, unit/2-1)
		if i == 4 && n > 5 {
			d.text(ink, x, y, fmt.Sprint(n))
		}
	}
}

func (d drawing) disc(fill color.Color, x, y, radius vg.Length) {
	d.SetColor(fill)
	var p vg.Path
	p.Move(vg.Point{X: x + radius, Y: y})
	p.Arc(vg.Point{X: x, Y: y}, radius, 0, 2*math.Pi)
	p.Close()
	d.Fill(p)
}

func (d drawing) rectangle(fill color.Color, x, y, width, height vg.Length) {
	d.FillPolygon(fill, []vg.Point{{X: x, Y: y}, {X: x + width, Y: y}, {X: x + width, Y: y + height}, {X: x, Y: y + height}})
}

func (d drawing) text(ink color.Color, x, y vg.Length, s string) {
	d.FillText(text.Style{
		Color: ink, XAlign: draw.XCenter, YAlign: draw.YCenter, Handler: plot.DefaultTextHandler,
		Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: 9},
	}, vg.Point{X: x, Y: y}, s)
}
