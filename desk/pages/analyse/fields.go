package analyse

import (
	"fmt"
	"strconv"
	"strings"

	"gammonlab/board"
)

// choice is an option of a field with a fixed set of values.
type choice struct {
	Value, Text string
	Chosen      bool
}

// choose returns the choices of a list of pairs: value, text.
func choose(chosen string, pairs ...string) []choice {
	var all []choice
	for i := 0; i < len(pairs); i += 2 {
		all = append(all, choice{pairs[i], pairs[i+1], pairs[i] == chosen})
	}
	return all
}

// field returns the content of a field of the form: the typed text, or the value of the
// board.
func (s *setUp) field(name string) string {
	if typed, ok := s.typed[name]; ok {
		return typed
	}
	fields := strings.Split(strings.TrimPrefix(s.XGID.String(), "XGID="), ":")
	for i, f := range fieldsOf {
		if f.name == name {
			return fields[i]
		}
	}
	return ""
}

// Checkers returns the checkers in the format of an XGID.
func (s *setUp) Checkers() string { return s.field("checkers") }

// Largest returns the largest cube in the format of an XGID.
func (s *setUp) Largest() string { return s.field("largest") }

// Length returns the points of the match.
func (s *setUp) Length() string { return s.field("length") }

// Dark returns the score of the player with the dark checkers.
func (s *setUp) Dark() string { return s.field("dark") }

// Light returns the score of the other player.
func (s *setUp) Light() string { return s.field("light") }

// InMatch reports whether the game belongs to a match.
func (s *setUp) InMatch() bool { return s.Length() != "0" && s.Length() != "" }

// Crawford reports whether this is the Crawford game.
func (s *setUp) Crawford() bool { return s.flag("crawford", s.XGID.Match.Crawford) }

// Jacoby reports whether the Jacoby rule holds.
func (s *setUp) Jacoby() bool { return s.flag("jacoby", s.XGID.Match.Jacoby) }

// Beavers reports whether beavers are allowed.
func (s *setUp) Beavers() bool { return s.flag("beavers", s.XGID.Beavers) }

func (s *setUp) flag(name string, have bool) bool {
	if s.typed != nil {
		_, have = s.typed[name]
	}
	return have
}

// Tools are the possible effects of activating a point.
func (s *setUp) Tools() []choice {
	return choose(s.Tool, putDark, "add a dark checker", putLight, "add a light checker", takeOff, "remove a checker", move, "move a checker")
}

// Turns are the choices for the player on roll.
func (s *setUp) Turns() []choice { return choose(s.field("turn"), "1", "dark", "-1", "light") }

// Dice are the choices for the dice: a roll, not rolled, or a double, a beaver or a raccoon offered.
func (s *setUp) Dice() []choice {
	pairs := []string{"00", "not rolled", "D", "double offered", "B", "beaver offered", "R", "raccoon offered"}
	for a := 1; a <= 6; a++ {
		for b := 1; b <= a; b++ {
			roll := fmt.Sprintf("%d%d", a, b)
			pairs = append(pairs, roll, roll)
		}
	}
	shown := s.field("dice")
	if d, err := board.ParseRoll(shown); err == nil && d[0] < d[1] {
		shown = board.Roll{d[1], d[0]}.String()
	}
	return choose(shown, pairs...)
}

// Cubes are the choices for the value of the cube.
func (s *setUp) Cubes() []choice {
	var pairs []string
	for i := range 11 {
		pairs = append(pairs, strconv.Itoa(i), strconv.Itoa(1<<i))
	}
	return choose(s.field("cube"), pairs...)
}

// Owners are the choices for the owner of the cube.
func (s *setUp) Owners() []choice {
	return choose(s.field("owner"), "0", "centred", "1", "dark", "-1", "light")
}

// Places are the places of the drawing that can hold checkers.
func (s *setUp) Places() []choice {
	pairs := []string{"", "none"}
	for point := 24; point >= 1; point-- {
		pairs = append(pairs, strconv.Itoa(point), fmt.Sprintf("%d point", point))
	}
	top, bottom := s.colour(1), s.colour(0)
	return choose("", append(pairs, "25", bottom+" bar", "0", top+" bar", "off", bottom+" tray", "top-off", top+" tray")...)
}
