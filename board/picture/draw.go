package picture

import (
	"fmt"

	"gammonlab/board"
)

// Layer is a part of the picture that a page can change on its own.
type Layer struct {
	Name   string // table, men, name0 and name1 by seat, arrows, die1, die2 or cube
	Shapes []Shape
}

// Layers returns the picture, from the background up.
func (v *View) Layers() []Layer {
	var all []Layer
	add := func(name string, draw func(d *drawing)) {
		d := drawing{View: v}
		draw(&d)
		all = append(all, Layer{name, d.shapes})
	}
	add("table", (*drawing).table)
	add("men", func(d *drawing) {
		for seat := range v.side {
			d.checkers(seat)
		}
	})
	for seat := range v.side {
		add(fmt.Sprintf("name%d", seat), func(d *drawing) { d.stripe(seat) })
	}
	add("arrows", (*drawing).arrows)
	for i := range v.Match.Dice {
		add(fmt.Sprintf("die%d", i+1), func(d *drawing) { d.die(i) })
	}
	add("cube", (*drawing).cube)
	return all
}

// Shapes returns the shapes of all layers.
func (v *View) Shapes() []Shape {
	var all []Shape
	for _, l := range v.Layers() {
		all = append(all, l.Shapes...)
	}
	return all
}

// drawing is a partial picture.
type drawing struct {
	*View
	shapes []Shape
}

func (d *drawing) add(s ...Shape) { d.shapes = append(d.shapes, s...) }

// table draws the board without checkers.
func (d *drawing) table() {
	d.add(Rect{Paint: Wood, X: 1, Y: top, W: Width - 2, H: 2 * half, Radius: 6})
	for _, x := range []int{column, rightHalf} {
		d.add(Rect{Paint: Felt, X: x, Y: top, W: 6 * unit, H: 2 * half})
	}
	for seat := range d.side {
		groove := d.TrayArea(seat)
		groove.Paint, groove.Radius = Felt, 3
		groove.H -= trayGap
		if seat == 0 {
			groove.Y += trayGap
		}
		d.add(groove)
	}
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
	d.add(pale, deep, Rect{Paint: Frame, X: 1, Y: top, W: Width - 2, H: 2 * half, Radius: 6}, numbers)
}

// paints returns the paints of a seat's checkers and of the text and dots on
// them.
func (d *drawing) paints(seat int) (checker, ink Paint) {
	if d.down[seat] == board.PlayerX {
		return X, XInk
	}
	return O, OInk
}

// Stack is where the checkers of a place stand: the centre of the first one, the
// distance from one to the next, and the number of checkers that are drawn. Checkers in
// trays lie on edge, and At is the upper left corner of the first one.
type Stack struct {
	At   Point
	Step int
	Most int
}

// Stack returns the stack of a place of a seat, in that seat's numbering.
func (v *View) Stack(seat, place int) Stack {
	way := 1 - 2*seat // from the middle to the seat's edge
	switch place {
	case board.Bar:
		return Stack{Point{barLeft + unit/2, middle + way*unit}, way * unit, 4}
	case board.Off:
		y := top + 1
		if seat == 0 {
			y = bottom - slab - 1
		}
		return Stack{Point{v.trayX() + 1, y}, -way * (slab + 2), board.MaxCheckers}
	}
	if seat == 1 {
		place = board.Bar - place
	}
	x := v.pointX(place) + unit/2
	if place > 12 {
		return Stack{Point{x, top + unit/2}, unit, 5}
	}
	return Stack{Point{x, bottom - unit/2}, -unit, 5}
}

// spot returns the place of a checker of a stack, counted from 0.
func (s Stack) spot(i int) Point {
	return Point{s.At.X, s.At.Y + min(max(i, 0), s.Most-1)*s.Step}
}

// checkers draws the checkers of a seat.
func (d *drawing) checkers(seat int) {
	for place := 1; place <= board.Bar; place++ {
		d.stack(seat, d.Stack(seat, place), d.Checkers(seat, place))
	}
	paint, _ := d.paints(seat)
	for i := range d.Checkers(seat, board.Off) {
		at := d.Stack(seat, board.Off).spot(i)
		d.add(Rect{Paint: paint, X: at.X, Y: at.Y, W: unit - 2, H: slab, Radius: 2})
	}
}

// stack draws n checkers; if they are more than the stack has room for, the last one has
// their number. Light checkers have a dot, because colour alone must not distinguish them
// from dark ones.
func (d *drawing) stack(seat int, s Stack, n int) {
	paint, ink := d.paints(seat)
	ring := map[Paint]Paint{X: XRing, O: ORing}[paint]
	dots := Dots{Paint: Spot}
	for i := range min(n, s.Most) {
		at := s.spot(i)
		d.add(Circle{paint, at.X, at.Y, radius}, Circle{ring, at.X, at.Y, ringRadius})
		if i < s.Most-1 || n <= s.Most { // another one has the number
			dots.At = append(dots.At, at)
		}
	}
	if paint == O && len(dots.At) > 0 {
		d.add(dots)
	}
	if n > s.Most {
		at := s.spot(n)
		d.add(Words{ink, Large, Centre, []Label{{at.X, at.Y, fmt.Sprint(n)}}})
	}
}

// stripe writes a player's name, score and pip count.
func (d *drawing) stripe(seat int) {
	p, y := d.down[seat], Height-7
	if seat == 1 {
		y = stripe - 9
	}
	paint, _ := d.paints(seat)
	score := fmt.Sprintf("%s, %d pips", d.score(p), d.side[seat].Pips())
	d.add(Circle{paint, 8, y - 6, 7},
		Words{Ink, Named, Left, []Label{{22, y, shortened(d.Names[p])}}},
		Words{Ink, Named, Right, []Label{{Width - 2, y, score}}})
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
	return fmt.Sprintf("%d of %d", min(m.Score[p], m.Length), m.Length) // the last game may win more than is needed
}
