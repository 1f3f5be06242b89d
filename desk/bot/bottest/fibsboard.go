package bottest

import (
	"fmt"
	"strings"

	"gammonlab/board"
)

// board sends the board to a client. Every third board is on one line with the next text.
func (f *FIBS) board(c *Conn) {
	if c == nil || c.seat.table == nil {
		return
	}
	f.boards++
	text := c.seat.table.fibsBoard(c.seat.at)
	if f.boards%3 == 0 {
		c.write(text + "  8 someone someone logs out.\r\n")
		return
	}
	f.send(c, text)
}

// fibsBoard returns the board from a player's point of view. Player O moves from 24 to 1
// if the length of the match is even, player X if it is odd.
func (t *table) fibsBoard(p board.Player) string {
	m := &t.game.Match
	colour, direction := 1, -1
	if p == board.PlayerX {
		colour, direction = -1, 1
	}
	if t.game.Length%2 == 1 {
		direction = -direction
	}
	n := []int{t.game.Length, m.Score[p], m.Score[p.Opponent()]}
	points := t.fibsPoints(p, colour, direction)
	n = append(n, points...)
	turn := colour
	if m.Roller != p {
		turn = -colour
	}
	if m.State != board.Playing {
		turn = 0
	}
	pos := t.position(p)
	mine, theirs := [2]int{int(m.Dice[0]), int(m.Dice[1])}, [2]int{}
	if m.Roller != p {
		mine, theirs = theirs, mine
	}
	n = append(n, turn, mine[0], mine[1], theirs[0], theirs[1], m.Cube, one(t.mayDouble(p)), one(t.mayDouble(p.Opponent())),
		one(m.Doubled && m.Turn == p), colour, direction, 0, 25, int(pos.Own[board.Off]), int(pos.Opp[board.Off]),
		int(pos.Own[board.Bar]), int(pos.Opp[board.Bar]), 0, 0, 0, 0)
	if m.Roller == p && t.partial != nil {
		n[len(n)-4] = len(longest(board.Plays(t.game.Position, m.Dice)))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "board:You:%s", t.names[p.Opponent()])
	for _, number := range n {
		fmt.Fprintf(&b, ":%d", number)
	}
	return b.String()
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// fibsPoints returns the points 0 to 25. The bars are at either end, as in
// clones of FIBS.
func (t *table) fibsPoints(p board.Player, colour, direction int) []int {
	pos := t.position(p)
	all := make([]int, 26)
	for point := 1; point <= 24; point++ {
		at := point
		if direction > 0 {
			at = 25 - point
		}
		all[at] = colour * (int(pos.Own[point]) - int(pos.Opp[25-point]))
	}
	ends := [2]int{0, 25}
	if t.game.Length%3 == 0 {
		ends = [2]int{25, 0}
	}
	all[ends[0]], all[ends[1]] = colour*int(pos.Own[board.Bar]), -colour*int(pos.Opp[board.Bar])
	return all
}
