package picture

import (
	"fmt"

	"gammonlab/board"
)

// Board is a board to be drawn. X has dark checkers, O light ones, in both
// seats.
type Board struct {
	Position board.Position // from the point of view of Match.Roller
	Match    board.Match
	Names    [2]string // by [board.Player]
	FromO    bool      // O sits at the bottom, and the points have O's numbers
	FromTop  bool      // the points have the numbers of the top player
	Left     bool      // the bottom player bears off to the lower left, not right
	NoCube   bool      // the game has no cube; a match to one point never has one
	Last     *Last     // play shown by arrows, and its dice before the next roll; nil for none
	Choices  *Choices  // two plays from the position shown by arrows; nil for none
}

// Last is the last play; each of its steps is drawn as an arrow.
type Last struct {
	Player board.Player
	Steps  []board.Step // in the player's numbering
	Roll   board.Roll   // dice that are shown; not valid for none
}

// Choices are two plays of the player on roll. Steps that both have are drawn once, as those of the
// best play.
type Choices struct {
	Best, Made []board.Step // in the player's numbering
}

// Sizes in units of the picture. A checker is as wide as a point.
const (
	unit      = 36
	radius    = unit/2 - 1
	edge      = 6
	column    = unit + 2*edge // on either side, for the cube and for checkers borne off
	barLeft   = column + 6*unit
	rightHalf = barLeft + unit
	farColumn = rightHalf + 6*unit

	stripe = 28 // of a name
	number = 16 // of the point numbers
	top    = stripe + number
	half   = 5*unit + 20
	bottom = top + 2*half
	middle = top + half

	pointTip   = 5*unit - 12 // height of a point
	slab       = half/board.MaxCheckers - 3
	trayGap    = 2*edge + cubeSize/4
	ringRadius = 11 // of the ring on a checker
	dieSize    = 34
	cubeSize   = 36
)

// Width and Height are the size of every board.
const (
	Width  = farColumn + column
	Height = bottom + number + stripe
)

// Size returns the size of the picture.
func (b Board) Size() (width, height int) { return Width, Height }

// Shapes returns the picture, from the background up.
func (b Board) Shapes() []Shape { return b.View().Shapes() }

// Label returns a description of the board for screen readers.
func (b Board) Label() string {
	return fmt.Sprintf("Backgammon board, position %s, match %s", b.Position.ID(), b.Match.ID())
}

// View is a board with the players in their seats.
type View struct {
	Board
	down [2]board.Player // bottom player, top player
	side [2]board.Side   // by seat
}

// View returns the board with the players in their seats.
func (b Board) View() *View {
	v := &View{Board: b, down: [2]board.Player{board.PlayerX, board.PlayerO}}
	if b.FromO {
		v.down = [2]board.Player{board.PlayerO, board.PlayerX}
	}
	v.side = [2]board.Side{b.Position.Own, b.Position.Opp}
	if b.Match.Roller != v.down[0] {
		v.side = [2]board.Side{b.Position.Opp, b.Position.Own}
	}
	return v
}

// Player returns the player in a seat: 0 at the bottom, 1 at the top.
func (v *View) Player(seat int) board.Player { return v.down[seat] }

// Seat returns the seat of a player.
func (v *View) Seat(p board.Player) int {
	if v.down[0] == p {
		return 0
	}
	return 1
}

// Checkers returns the number of checkers of a seat on a place, in that seat's
// numbering.
func (v *View) Checkers(seat, place int) int { return int(v.side[seat][place]) }

// The methods below return the rectangles of places, for pages that cover them
// with interactive parts. They are not drawn.

// PointArea returns the column of a point in the bottom player's numbering, up
// to the middle of the board.
func (v *View) PointArea(point int) Rect {
	y := middle
	if point > 12 {
		y = top
	}
	return Rect{X: v.pointX(point), Y: y, W: unit, H: half}
}

// BarArea returns the half of the bar that has the checkers of a seat.
func (v *View) BarArea(seat int) Rect { return Rect{X: barLeft, Y: halfOf(seat), W: unit, H: half} }

// TrayArea returns the area of a seat's checkers borne off.
func (v *View) TrayArea(seat int) Rect { return Rect{X: v.trayX(), Y: halfOf(seat), W: unit, H: half} }

// NameArea returns the stripe of a seat's name.
func (v *View) NameArea(seat int) Rect {
	return Rect{Y: (1 - seat) * (Height - stripe), W: Width, H: stripe}
}

// Dice returns the dice that are drawn and their player: those of the player on roll, and before the roll
// those of the last play.
func (v *View) Dice() (board.Roll, board.Player) {
	if v.Last != nil && !v.Match.Dice.Valid() {
		return v.Last.Roll, v.Last.Player
	}
	return v.Match.Dice, v.Match.Roller
}

// DieArea returns the area of a die: between the bar and the trays for the
// bottom player, on the other side of the bar for the top player.
func (v *View) DieArea(i int) Rect {
	_, player := v.Dice()
	centre := v.halfCentre(v.Seat(player))
	return Rect{X: centre - dieSize - 3 + i*(dieSize+6), Y: middle - dieSize/2, W: dieSize, H: dieSize}
}

// CubeArea returns the value and area of the cube. A cube on offer is in the
// half of the player who must answer; otherwise it is in its column, in the
// middle or on its owner's side. It returns false if there is no cube.
func (v *View) CubeArea() (value int, area Rect, shown bool) {
	m := &v.Match
	value, area = m.Cube, Rect{X: v.cubeColumn() + (column-cubeSize)/2, Y: middle - cubeSize/2, W: cubeSize, H: cubeSize}
	switch {
	case m.Doubled:
		value *= 2
		area.X = v.halfCentre(v.Seat(m.Turn)) - cubeSize/2
	case m.Owner == board.Nobody && m.Cube == 1:
		value = 64 // the cube shows 64 before the first double
	case m.Owner != board.Nobody && v.Seat(m.Owner) == 0:
		area.Y = bottom - cubeSize - edge
	case m.Owner != board.Nobody:
		area.Y = top + edge
	}
	return value, area, !v.NoCube && m.Length != 1
}

// CubeMiddle returns the part of the cube's column for a centred cube.
func (v *View) CubeMiddle() Rect {
	return Rect{X: v.cubeColumn(), Y: middle - cubeSize/2, W: column, H: cubeSize}
}

// CubeEnd returns the part of the cube's column for a cube owned by a seat.
func (v *View) CubeEnd(seat int) Rect {
	r := Rect{X: v.cubeColumn(), Y: top, W: column, H: cubeSize + 2*edge}
	if seat == 0 {
		r.Y = bottom - r.H
	}
	return r
}

// halfOf returns the upper edge of a seat's half.
func halfOf(seat int) int {
	if seat == 0 {
		return middle
	}
	return top
}

// halfCentre returns the middle of the half beside the bar that has a seat's
// dice.
func (v *View) halfCentre(seat int) int {
	if (seat == 0) != v.Left {
		return rightHalf + 3*unit
	}
	return column + 3*unit
}

// pointX returns the left edge of a point in the bottom player's numbering.
func (v *View) pointX(point int) int {
	place := point // from the right if at the bottom, from the left at the top
	if point <= 12 {
		place = 25 - point
	}
	x := column + (place-13)*unit
	if place > 18 {
		x += unit
	}
	if v.Left {
		return Width - x - unit
	}
	return x
}

// trayX returns the left edge of the trays.
func (v *View) trayX() int {
	if v.Left {
		return edge
	}
	return farColumn + edge
}

// cubeColumn returns the left edge of the cube's column.
func (v *View) cubeColumn() int {
	if v.Left {
		return farColumn
	}
	return 0
}
