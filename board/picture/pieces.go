package picture

import (
	"fmt"
	"math"
	"slices"

	"gammonlab/board"
)

// die draws a die, if the dice are thrown.
func (d *drawing) die(i int) {
	roll, player := d.Dice()
	if !roll.Valid() || d.Match.Doubled {
		return
	}
	paint, ink := d.paints(d.Seat(player))
	at := d.DieArea(i)
	at.Paint, at.Radius = paint, 7
	d.add(at)
	for _, s := range spots[roll[i]] {
		d.add(Circle{ink, at.X + s[0]*dieSize/4, at.Y + s[1]*dieSize/4, 3})
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

// choices draws two plays from the position of the board, the best one above the other.
func (d *drawing) choices() {
	seat := d.Seat(d.Match.Roller)
	made := slices.Clone(d.Choices.Made)
	for _, s := range d.Choices.Best {
		if at := slices.Index(made, s); at >= 0 {
			made = slices.Delete(made, at, at+1)
		}
	}
	for _, play := range []struct {
		paint Paint
		steps []board.Step
	}{{Wrong, made}, {Trail, d.Choices.Best}} {
		moved := map[int]int{} // checkers more on a place than the board shows
		for _, s := range play.steps {
			from, to := int(s.From), int(s.To)
			a := arrow(d.middleOf(seat, from, d.Checkers(seat, from)+moved[from]-1), d.middleOf(seat, to, d.Checkers(seat, to)+moved[to]))
			a.Paint = play.paint
			d.add(a)
			moved[from]--
			moved[to]++
		}
	}
}

// arrows draws the last play, from where its checkers stood to where they stand, or the choices.
func (d *drawing) arrows() {
	if d.Choices != nil {
		d.choices()
	}
	if d.Last == nil {
		return
	}
	seat := d.Seat(d.Last.Player)
	shown := map[int]int{} // arrows to a place; each has a checker of its own
	for _, s := range d.Last.Steps {
		from, to := int(s.From), int(s.To)
		shown[to]++
		d.add(arrow(d.middleOf(seat, from, d.Checkers(seat, from)), d.middleOf(seat, to, d.Checkers(seat, to)-shown[to])))
	}
}

// middleOf returns the middle of a checker on a place of a seat.
func (d *drawing) middleOf(seat, place, i int) Point {
	at := d.Stack(seat, place).spot(i)
	if place == board.Off {
		return Point{at.X + unit/2 - 1, at.Y + slab/2}
	}
	return at
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
