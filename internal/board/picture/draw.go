package picture

import (
	"fmt"

	"gammonlab/board"
)

// Shapes returns the picture, from the background up.
func (v *View) Shapes() []Shape {
	d := drawing{View: v}
	d.table()
	for seat := range v.side {
		d.checkers(seat)
		d.stripe(seat)
	}
	d.arrows()
	d.dice()
	d.cube()
	return d.shapes
}

// drawing is a partial picture.
type drawing struct {
	*View
	shapes []Shape
}

func (d *drawing) add(s ...Shape) { d.shapes = append(d.shapes, s...) }

// table draws the board without checkers.
func (d *drawing) table() {
	d.add(Rect{Paint: Wood, Y: top, W: Width, H: 2 * half})
	for _, x := range []int{column, rightHalf} {
		d.add(Rect{Paint: Felt, X: x, Y: top, W: 6 * unit, H: 2 * half})
	}
	d.add(Rect{Paint: Felt, X: d.trayX(), Y: top, W: unit, H: 2 * half})
	pale, deep := Polygons{Paint: Pale}, Polygons{Paint: Deep}
	numbers := Words{Paint: Ink, Size: Small, Align: Centre}
	for point := 1; point <= 24; point++ {
		all, base, tip, y, n := &pale, bottom, bottom-pointTip, bottom+number/2, point
		if point%2 == 0 {
			all = &deep
		}
		if point > 12 {
			base, tip, y = top, top+pointTip, top-number/2
		}
		if d.FromTop {
			n = 25 - point
		}
		x := d.pointX(point)
		all.Corners = append(all.Corners, []Point{{x, base}, {x + unit, base}, {x + unit/2, tip}})
		numbers.Labels = append(numbers.Labels, Label{x + unit/2, y, fmt.Sprint(n)})
	}
	d.add(pale, deep, Rect{Paint: Frame, X: 1, Y: top, W: Width - 2, H: 2 * half}, numbers)
}

// paints returns the paints of a seat's checkers and of the text and dots on
// them.
func (d *drawing) paints(seat int) (checker, ink Paint) {
	if d.down[seat] == board.PlayerX {
		return X, XInk
	}
	return O, OInk
}

// checkers draws the checkers of a seat.
func (d *drawing) checkers(seat int) {
	for point := 1; point <= 24; point++ {
		at := point // in the bottom player's numbering
		if seat == 1 {
			at = board.Bar - point
		}
		y, step := bottom-unit/2, -unit
		if at > 12 {
			y, step = top+unit/2, unit
		}
		d.stack(seat, d.pointX(at)+unit/2, y, step, d.Checkers(seat, point), 5)
	}
	y, step := middle+unit, unit
	if seat == 1 {
		y, step = middle-unit, -unit
	}
	d.stack(seat, barLeft+unit/2, y, step, d.Checkers(seat, board.Bar), 4)
	paint, _ := d.paints(seat)
	for i := range d.Checkers(seat, board.Off) {
		y := bottom - (i+1)*(slab+2) + 1
		if seat == 1 {
			y = top + i*(slab+2) + 1
		}
		d.add(Rect{Paint: paint, X: d.trayX() + 1, Y: y, W: unit - 2, H: slab, Radius: 2})
	}
}

// stack draws n checkers, at most most of them separately; if there are more,
// the last one has their number. Light checkers have a dot, because colour
// alone must not distinguish them from dark ones.
func (d *drawing) stack(seat, x, y, step, n, most int) {
	paint, ink := d.paints(seat)
	shown := min(n, most)
	for i := range shown {
		d.add(Circle{paint, x, y + i*step, radius})
	}
	if n > most {
		shown-- // the last one has the number
	}
	if paint == O && shown > 0 {
		dots := Dots{Paint: Spot}
		for i := range shown {
			dots.At = append(dots.At, Point{x, y + i*step})
		}
		d.add(dots)
	}
	if n > most {
		d.add(Words{ink, Large, Centre, []Label{{x, y + (most-1)*step, fmt.Sprint(n)}}})
	}
}

// stripe writes a player's name, score and pip count.
func (d *drawing) stripe(seat int) {
	p, y := d.down[seat], Height-6
	if seat == 1 {
		y = stripe - 7
	}
	paint, _ := d.paints(seat)
	score := fmt.Sprintf("%s, %d pips", d.score(p), d.side[seat].Pips())
	d.add(Circle{paint, 8, y - 5, 6},
		Words{Ink, Plain, Left, []Label{{20, y, shortened(d.Names[p])}}},
		Words{Ink, Plain, Right, []Label{{Width - 2, y, score}}})
}

// shortened cuts a name that would overlap the score.
func shortened(name string) string {
	const most = 28 // letters
	if letters := []rune(name); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return name
}

// score returns the points of a player, and the length of a match.
func (d *drawing) score(p board.Player) string {
	m := &d.Match
	switch {
	case m.Length == 0 && m.Score[p] == 1:
		return "1 point"
	case m.Length == 0:
		return fmt.Sprintf("%d points", m.Score[p])
	case m.Crawford:
		return fmt.Sprintf("%d of %d (Crawford)", m.Score[p], m.Length)
	}
	return fmt.Sprintf("%d of %d", m.Score[p], m.Length)
}
