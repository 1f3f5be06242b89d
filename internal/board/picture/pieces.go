package picture

import (
	"fmt"
	"math"

	"gammonlab/board"
)

// dice draws the dice, if there are any.
func (d *drawing) dice() {
	m := &d.Match
	if !m.Dice.Valid() || m.Doubled {
		return
	}
	paint, ink := d.paints(d.Seat(m.Roller))
	for i, die := range m.Dice {
		at := d.DieArea(i)
		at.Paint, at.Radius = paint, 5
		d.add(at)
		for _, s := range spots[die] {
			d.add(Circle{ink, at.X + s[0]*dieSize/4, at.Y + s[1]*dieSize/4, 3})
		}
	}
}

// spots has the places of the spots of a die, in quarters of its side.
var spots = [7][][2]int{
	1: {{2, 2}},
	2: {{1, 3}, {3, 1}},
	3: {{1, 3}, {2, 2}, {3, 1}},
	4: {{1, 1}, {1, 3}, {3, 1}, {3, 3}},
	5: {{1, 1}, {1, 3}, {2, 2}, {3, 1}, {3, 3}},
	6: {{1, 1}, {1, 2}, {1, 3}, {3, 1}, {3, 2}, {3, 3}},
}

// cube draws the cube.
func (d *drawing) cube() {
	value, at, shown := d.CubeArea()
	if !shown {
		return
	}
	at.Paint, at.Radius = O, 5
	d.add(at, Words{OInk, Large, Centre, []Label{{at.X + cubeSize/2, at.Y + cubeSize/2, fmt.Sprint(value)}}})
}

// arrows draws the last play.
func (d *drawing) arrows() {
	if d.Last == nil {
		return
	}
	seat := d.Seat(d.Last.Player)
	for _, s := range d.Last.Steps {
		d.add(arrow(d.placeAt(seat, int(s.From)), d.placeAt(seat, int(s.To))))
	}
}

// placeAt returns the centre of a place of a seat.
func (d *drawing) placeAt(seat, place int) Point {
	x, lower := 0, seat == 0
	switch place {
	case board.Bar:
		x = barLeft
	case board.Off:
		x = d.trayX()
	default:
		if seat == 1 {
			place = board.Bar - place
		}
		x, lower = d.pointX(place), place <= 12
	}
	if lower {
		return Point{x + unit/2, bottom - half/3}
	}
	return Point{x + unit/2, top + half/3}
}

// arrow returns a curved arrow.
func arrow(from, to Point) Arrow {
	const headSize = 12
	a := Arrow{Paint: Trail, From: from, Bend: Point{(from.X + to.X) / 2, middle}, To: to}
	way := math.Atan2(float64(to.Y-a.Bend.Y), float64(to.X-a.Bend.X))
	for i, turn := range []float64{2.6, -2.6} {
		a.Head[i] = Point{to.X + int(headSize*math.Cos(way+turn)), to.Y + int(headSize*math.Sin(way+turn))}
	}
	return a
}
