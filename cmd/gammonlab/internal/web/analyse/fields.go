package analyse

import (
	"fmt"
	"strconv"
	"strings"

	"gammonlab/board"
)

// choice is one of a field with a fixed set of values.
type choice struct {
	Value, Text string
	Chosen      bool
}

// choose returns choices of pairs of a value and its text.
func choose(chosen string, pairs ...string) []choice {
	var all []choice
	for i := 0; i < len(pairs); i += 2 {
		all = append(all, choice{pairs[i], pairs[i+1], pairs[i] == chosen})
	}
	return all
}

// field returns a field of the board's XGID, by its number.
func (s *setUp) field(i int) string {
	return strings.Split(strings.TrimPrefix(s.XGID.String(), "XGID="), ":")[i]
}

// Checkers returns the points as an XGID has them.
func (s *setUp) Checkers() string { return s.field(0) }

// Tools are what activating a point does.
func (s *setUp) Tools() []choice {
	return choose(s.Tool, putDark, "put dark", putLight, "put light", takeOff, "take off", move, "move")
}

// Turns are who may be on roll.
func (s *setUp) Turns() []choice { return choose(s.field(3), "1", "dark", "-1", "light") }

// Dice are the rolls, and what there is instead of one.
func (s *setUp) Dice() []choice {
	pairs := []string{"00", "not thrown", "D", "double offered"}
	for a := 1; a <= 6; a++ {
		for b := 1; b <= a; b++ {
			roll := fmt.Sprintf("%d%d", a, b)
			pairs = append(pairs, roll, roll)
		}
	}
	shown := s.field(4)
	if d := s.XGID.Match.Dice; d[0] < d[1] {
		shown = board.Roll{d[1], d[0]}.String()
	}
	return choose(shown, pairs...)
}

// Cubes are what the cube can show.
func (s *setUp) Cubes() []choice {
	var pairs []string
	for i := range 11 {
		pairs = append(pairs, strconv.Itoa(i), strconv.Itoa(1<<i))
	}
	return choose(s.field(1), pairs...)
}

// Owners are who may own the cube.
func (s *setUp) Owners() []choice {
	return choose(s.field(2), "0", "in the middle", "1", "dark", "-1", "light")
}

// Places are those of the drawing where checkers can be.
func (s *setUp) Places() []choice {
	pairs := []string{"", "none"}
	for point := 24; point >= 1; point-- {
		pairs = append(pairs, strconv.Itoa(point), fmt.Sprintf("%d point", point))
	}
	top, bottom := s.colour(1), s.colour(0)
	return choose("", append(pairs, "25", bottom+" bar", "0", top+" bar", "off", bottom+" tray", "top-off", top+" tray")...)
}

// Score returns the points of a player of the match.
func (s *setUp) Score(p int) int { return s.XGID.Match.Score[p] }
