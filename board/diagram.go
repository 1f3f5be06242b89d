package board

import (
	"fmt"
	"strings"
)

// Diagram is a board with player names, match and cube, to be drawn as text. X
// is always at the bottom and bears off to the lower right; the points have the
// numbers of the player on roll. The drawing equals gnubg's byte for byte, so
// programs that read gnubg's boards can read these.
type Diagram struct {
	Position Position // from the point of view of Match.Roller
	Match    Match
	Names    [2]string // by [Player]
	NoIDs    bool      // omit the two lines with position ID and match ID
	NoCube   bool      // the game has no cube; gnubg draws one in this case, too
}

// Point numbers along an edge: of the player who bears off there, and of the
// opponent.
const (
	homeEdge = " +12-11-10--9--8--7-------6--5--4--3--2--1-+"
	farEdge  = " +13-14-15-16-17-18------19-20-21-22-23-24-+"
)

// halfRows is the number of rows in which a point is drawn.
const halfRows = 5

// String returns the drawing: 13 lines, preceded by two lines of IDs unless
// NoIDs is set. Each line ends with a newline.
func (d Diagram) String() string {
	b := boardText{x: d.Position.Own, o: d.Position.Opp}
	top, bottom, arrow := farEdge, homeEdge, "v"
	if d.Match.Roller == PlayerO {
		b.x, b.o = b.o, b.x
		top, bottom, arrow = homeEdge, farEdge, "^"
	}
	if !d.NoIDs {
		b.line(" GNU Backgammon  Position ID: ", d.Position.ID())
		b.line("                 Match ID   : ", d.Match.ID())
	}
	b.line(top, "     O: ", d.Names[PlayerO], d.ownedCube(PlayerO))
	for row := range halfRows {
		b.upperRow(row, d.sideNote(PlayerO, row))
	}
	b.line(arrow, "|                  |BAR|                  |     ", d.matchNote())
	for row := halfRows - 1; row >= 0; row-- {
		b.lowerRow(row, d.sideNote(PlayerX, row))
	}
	b.line(bottom, "     X: ", d.Names[PlayerX], d.ownedCube(PlayerX))
	return b.text.String()
}

// sideNote returns the text to the right of a row of the player's half; row 0
// is at the edge.
func (d *Diagram) sideNote(p Player, row int) string {
	switch row {
	case 0:
		return points(d.Match.Score[p])
	case 1:
		return d.turnNote(p)
	}
	return ""
}

// points formats a number of points, such as "1 point".
func points(n int) string {
	if n == 1 {
		return "1 point"
	}
	return fmt.Sprintf("%d points", n)
}

// turnNote returns the player's current action, "" if it is the opponent's
// turn.
func (d *Diagram) turnNote(p Player) string {
	m := &d.Match
	switch {
	case m.State != Playing || d.Position.Result() != 0:
		return ""
	case m.Doubled && p == m.Turn:
		return fmt.Sprintf("Cube offered at %d", 2*m.Cube)
	case m.Doubled || p != m.Roller:
		return ""
	case m.Dice.Valid():
		return "Rolled " + m.Dice.String() + m.resignNote()
	}
	return "On roll" + m.resignNote()
}

func (m *Match) resignNote() string {
	switch m.Resigns {
	case 1:
		return ", resigns single game"
	case 2:
		return ", resigns gammon"
	case 3:
		return ", resigns backgammon"
	}
	return ""
}

// ownedCube returns the cube if the player owns it and it is not on offer.
func (d *Diagram) ownedCube(p Player) string {
	if d.NoCube || d.Match.Doubled || d.Match.Owner != p {
		return ""
	}
	return fmt.Sprintf(" (Cube: %d)", d.Match.Cube)
}

// matchNote returns the text beside the bar: the match and a cube in the
// middle. A match to one point has no cube.
func (d *Diagram) matchNote() string {
	m := &d.Match
	if m.Doubled {
		return ""
	}
	var words []string
	if m.Length > 0 {
		words = append(words, points(m.Length)+" match")
	}
	switch {
	case m.Crawford:
		words = append(words, "(Crawford game)")
	case m.Owner == Nobody && m.Length != 1 && !d.NoCube:
		words = append(words, fmt.Sprintf("(Cube: %d)", m.Cube))
	}
	return strings.Join(words, " ")
}

// boardText draws the checkers of X and O, each in its owner's numbering.
type boardText struct {
	text strings.Builder
	x, o Side
}

func (b *boardText) line(words ...string) {
	for _, w := range words {
		b.text.WriteString(w)
	}
	b.text.WriteByte('\n')
}

// upperRow draws a row of the half in which O bears off; row 0 is at the edge.
func (b *boardText) upperRow(row int, note string) {
	b.text.WriteString(" |")
	for point := 13; point <= 18; point++ {
		b.cell(b.point(point, row))
	}
	b.text.WriteByte('|')
	b.cell(stack('O', b.o[Bar], row))
	b.text.WriteByte('|')
	for point := 19; point <= 24; point++ {
		b.cell(b.point(point, row))
	}
	b.tray('O', b.o[Off], row, note)
}

// lowerRow draws a row of the half in which X bears off; row 0 is at the edge.
func (b *boardText) lowerRow(row int, note string) {
	b.text.WriteString(" |")
	for point := 12; point >= 7; point-- {
		b.cell(b.point(point, row))
	}
	b.text.WriteByte('|')
	b.cell(stack('X', b.x[Bar], row))
	b.text.WriteByte('|')
	for point := 6; point >= 1; point-- {
		b.cell(b.point(point, row))
	}
	b.tray('X', b.x[Off], row, note)
}

func (b *boardText) cell(symbol byte) {
	b.text.WriteByte(' ')
	b.text.WriteByte(symbol)
	b.text.WriteByte(' ')
}

// point returns the character in a row of X's point.
func (b *boardText) point(point, row int) byte {
	if n := b.x[point]; n > 0 {
		return stack('X', n, row)
	}
	return stack('O', b.o[Bar-point], row)
}

// stack returns the character in a row of a stack of n checkers. If there are
// more checkers than rows, the last row has their number: 6 to 9, then A for 10
// to F for 15.
func stack(symbol byte, n uint8, row int) byte {
	switch {
	case int(n) <= row:
		return ' '
	case row < halfRows-1 || n == halfRows:
		return symbol
	}
	return "0123456789ABCDEF"[n&15]
}

// tray ends a row with up to three checkers borne off and the note. The last
// row of a tray has neither note nor the blank before it.
func (b *boardText) tray(symbol byte, off uint8, row int, note string) {
	b.text.WriteString("| ")
	for column := range 3 {
		if int(off) > column*halfRows+row {
			b.text.WriteByte(symbol)
		} else {
			b.text.WriteByte(' ')
		}
	}
	if row == halfRows-1 {
		b.line()
	} else {
		b.line(" ", note)
	}
}
