package pattern

import "gammonlab/board"

// subject is the subject of a term: a number that a position or its match has.
type subject struct {
	name     string
	ofSide   func(own, other *board.Side, point int) int
	ofMatch  func(m *board.Match, p board.Player) (n int, known bool) // for subjects of the match
	both     bool                                                     // the prefix o is allowed
	low      int                                                      // minimum and
	high     int                                                      // maximum
	words    []string                                                 // words for the numbers from 0 on, nil for numbers
	numbered bool                                                     // the subject is a point
}

// unbounded exceeds every number of a position.
const unbounded = 1 << 15

// pointSubject is the subject for all points.
var pointSubject = &subject{
	name: "a point", both: true, high: board.MaxCheckers, numbered: true,
	ofSide: func(own, _ *board.Side, point int) int { return int(own[point]) },
}

// subjects has all subjects with names.
var subjects = []*subject{
	{name: "bar", both: true, high: board.MaxCheckers, ofSide: func(own, _ *board.Side, _ int) int { return int(own[board.Bar]) }},
	{name: "off", both: true, high: board.MaxCheckers, ofSide: func(own, _ *board.Side, _ int) int { return int(own[board.Off]) }},
	{name: "pips", both: true, high: unbounded, ofSide: func(own, _ *board.Side, _ int) int { return own.Pips() }},
	{name: "blots", both: true, high: board.MaxCheckers, ofSide: func(own, _ *board.Side, _ int) int { return blots(own) }},
	{name: "back", both: true, high: board.MaxCheckers, ofSide: func(own, _ *board.Side, _ int) int { return own.Back() }},
	{name: "lead", low: -unbounded, high: unbounded, ofSide: func(own, other *board.Side, _ int) int { return other.Pips() - own.Pips() }},
	{name: "away", both: true, high: unbounded, ofMatch: func(m *board.Match, p board.Player) (int, bool) {
		return m.Length - m.Score[p], m.Length > 0
	}},
	{name: "score", both: true, high: unbounded, ofMatch: func(m *board.Match, p board.Player) (int, bool) { return m.Score[p], true }},
	{name: "length", high: board.MaxMatchLength, ofMatch: func(m *board.Match, _ board.Player) (int, bool) { return m.Length, true }},
	{name: "cube", high: board.MaxCube, ofMatch: func(m *board.Match, _ board.Player) (int, bool) { return m.Cube, true }},
	{name: "owner", high: 2, words: []string{"centred", "player", "opponent"}, ofMatch: cubeOwner},
	{name: "crawford", high: 1, words: []string{"no", "yes"}, ofMatch: func(m *board.Match, _ board.Player) (int, bool) {
		if m.Crawford {
			return 1, true
		}
		return 0, true
	}},
}

// blots returns the number of the side's points with a single checker.
func blots(s *board.Side) (n int) {
	for point := 1; point < board.Bar; point++ {
		if s[point] == 1 {
			n++
		}
	}
	return n
}

// cubeOwner returns the owner of the cube: 0 nobody, 1 the player, 2 the opponent.
func cubeOwner(m *board.Match, p board.Player) (int, bool) {
	owners := map[board.Player]int{board.Nobody: 0, p: 1, p.Opponent(): 2}
	return owners[m.Owner], true
}
