package bearoff

import (
	"fmt"

	"gammonlab/board"
)

// Sides are the numbers of the two sides of a bear-off in the databases on some points, the
// indexes that gnubg's bearoffdump takes: 0 for a side that is off. The number of a side does
// not depend on the maximal number of checkers of a database.
type Sides struct {
	Points int `json:"points"`   // of the databases: the highest point of a checker; 25 in hypergammon, where it is the bar
	Own    int `json:"player"`   // number of the side of the player on roll
	Opp    int `json:"opponent"` // number of the other side
}

// SidesOf returns the numbers of the sides of a position, and whether all checkers are on the
// points.
func SidesOf(pos *board.Position, points int) (Sides, bool) {
	if max(rearmost(&pos.Own), rearmost(&pos.Opp)) > points {
		return Sides{}, false
	}
	x := NewIndex(points, board.MaxCheckers)
	own, _ := x.rankOf(&pos.Own)
	opp, _ := x.rankOf(&pos.Opp)
	return Sides{points, own, opp}, true
}

// rearmost returns the highest point with a checker, 0 for none.
func rearmost(s *board.Side) int {
	for point := board.Bar; point > 0; point-- {
		if s[point] > 0 {
			return point
		}
	}
	return 0
}

// maxSidePoints keeps the sides of a race apart: no checker has passed another's last.
const maxSidePoints = 12

// Position returns the position in a game of the variant. It returns an error for numbers that
// no side has.
func (s Sides) Position(v board.Variant) (board.Position, error) {
	var pos board.Position
	if s.Points < 1 || s.Points > maxSidePoints {
		return pos, fmt.Errorf("bear-offs on %d points, want 1 to %d", s.Points, maxSidePoints)
	}
	x := NewIndex(s.Points, v.Checkers())
	for _, side := range []struct {
		to     *board.Side
		number int
	}{{&pos.Own, s.Own}, {&pos.Opp, s.Opp}} {
		if side.number < 0 || side.number >= x.Len() {
			return pos, fmt.Errorf("side %d on %d points, want 0 to %d", side.number, s.Points, x.Len()-1)
		}
		x.Unrank(side.number, side.to[1:s.Points+1])
		side.to[board.Off] = uint8(v.Checkers() - side.to.Checkers())
	}
	return pos, pos.Validate(v)
}
