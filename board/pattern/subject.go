package pattern

import "gammonlab/board"

// subject is what a term is about: a number that a position, or its match, has.
type subject struct {
	name     string
	ofSide   func(own, other *board.Side, point int) int
	ofMatch  func(m *board.Match, p board.Player) (n int, known bool) // instead
	both     bool                                                     // it can be that of the opponent, by an o before the name
	low      int                                                      // the least and
	high     int                                                      // the most that it can be
	words    []string                                                 // that stand for the numbers from 0 on, nil for numbers
	numbered bool                                                     // it is that of a point
}

// most is more than any number that a position has.
const most = 1 << 15

// pointSubject is that of all points.
var pointSubject = &subject{
	name: "a point", both: true, high: board.MaxCheckers, numbered: true,
	ofSide: func(own, _ *board.Side, point int) int { return int(own[point]) },
}

// subjects are all that have a name.
var subjects = []*subject{
	{name: "bar", both: true, high: board.MaxCheckers, ofSide: func(own, _ *board.Side, _ int) int { return int(own[board.Bar]) }},
	{name: "off", both: true, high: board.MaxCheckers, ofSide: func(own, _ *board.Side, _ int) int { return int(own[board.Off]) }},
	{name: "pips", both: true, high: most, ofSide: func(own, _ *board.Side, _ int) int { return own.Pips() }},
	{name: "blots", both: true, high: board.MaxCheckers, ofSide: func(own, _ *board.Side, _ int) int { return blots(own) }},
	{name: "back", both: true, high: board.MaxCheckers, ofSide: func(own, _ *board.Side, _ int) int { return back(own) }},
	{name: "lead", low: -most, high: most, ofSide: func(own, other *board.Side, _ int) int { return other.Pips() - own.Pips() }},
	{name: "away", both: true, high: most, ofMatch: func(m *board.Match, p board.Player) (int, bool) {
		return m.Length - m.Score[p], m.Length > 0
	}},
	{name: "score", both: true, high: most, ofMatch: func(m *board.Match, p board.Player) (int, bool) { return m.Score[p], true }},
	{name: "length", high: board.MaxMatchLength, ofMatch: func(m *board.Match, _ board.Player) (int, bool) { return m.Length, true }},
	{name: "cube", high: board.MaxCube, ofMatch: func(m *board.Match, _ board.Player) (int, bool) { return m.Cube, true }},
	{name: "owner", high: 2, words: []string{"centred", "player", "opponent"}, ofMatch: owner},
	{name: "crawford", high: 1, words: []string{"no", "yes"}, ofMatch: func(m *board.Match, _ board.Player) (int, bool) {
		if m.Crawford {
			return 1, true
		}
		return 0, true
	}},
}

// blots returns how many points of the side have a single checker.
func blots(s *board.Side) (n int) {
	for point := 1; point < board.Bar; point++ {
		if s[point] == 1 {
			n++
		}
	}
	return n
}

// owner returns who owns the cube: 0 nobody, 1 the player, 2 the opponent.
func owner(m *board.Match, p board.Player) (int, bool) {
	owners := map[board.Player]int{board.Nobody: 0, p: 1, p.Opponent(): 2}
	return owners[m.Owner], true
}
