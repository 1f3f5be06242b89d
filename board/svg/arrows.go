package svg

import (
	"math"

	"gammonlab/board"
)

// Last is the last play, which is drawn as an arrow for each step.
type Last struct {
	Player board.Player
	Steps  []board.Step // seen by the player
}

// arrows draws the last play.
func (d *drawing) arrows() {
	last := d.b.Last
	if last == nil {
		return
	}
	seat := d.seatOf(last.Player)
	for _, s := range last.Steps {
		x1, y1 := d.placeAt(seat, int(s.From))
		x2, y2 := d.placeAt(seat, int(s.To))
		d.arrow(x1, y1, x2, y2)
	}
}

// placeAt returns the middle of a place of a seat.
func (d *drawing) placeAt(seat, place int) (x, y int) {
	lower := seat == 0
	switch place {
	case board.Bar:
		x = d.x(barLeft, unit)
	case board.Off:
		x = d.x(trayX, unit)
	default:
		if seat == 1 {
			place = board.Bar - place
		}
		x, lower = d.pointX(place), place <= 12
	}
	if lower {
		return x + unit/2, bottom - half/3
	}
	return x + unit/2, top + half/3
}

// headSize is how long the head of an arrow is.
const headSize = 12

// arrow draws a bent arrow.
func (d *drawing) arrow(x1, y1, x2, y2 int) {
	bendX, bendY := (x1+x2)/2, middle
	way := math.Atan2(float64(y2-bendY), float64(x2-bendX))
	d.printf(`<path class="bgb-arrow" pathLength="1" d="M%d %dQ%d %d %d %dM`, x1, y1, bendX, bendY, x2, y2)
	for i, turn := range []float64{2.6, 0, -2.6} {
		x, y := x2, y2
		if turn != 0 {
			x += int(headSize * math.Cos(way+turn))
			y += int(headSize * math.Sin(way+turn))
		}
		if i > 0 {
			d.printf("L")
		}
		d.printf("%d %d", x, y)
	}
	d.printf(`"/>` + "\n")
}
