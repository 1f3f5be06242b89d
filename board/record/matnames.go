package record

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gammonlab/board"
)

// maxMatName is the most bytes of a name in a .mat file. gnubg 1.07 writes past
// its buffer on a longer one.
const maxMatName = 31

// matNames returns the names as a .mat file can hold them: in each, an
// underscore for what another program could take for the end of the name or of
// the line, at most maxMatName bytes, and the letter of the player for an empty
// name, which gnubg reads as the rest of its line. Two names that differ only in
// what is lost get the numbers 1 and 2.
func matNames(names [2]string) [2]string {
	var plain [2]string
	for p, name := range names {
		plain[p] = plainName(name, maxMatName)
		if plain[p] == "" {
			plain[p] = board.Player(p).String()
		}
	}
	if plain[0] == plain[1] && names[0] != names[1] {
		for p, number := range []string{"-1", "-2"} {
			plain[p] = plainName(plain[p], maxMatName-len(number)) + number
		}
	}
	return plain
}

// plainName replaces what is no letter, digit or harmless mark, and cuts the
// name to the number of bytes.
func plainName(name string, most int) string {
	name = strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsMark(c) || unicode.IsDigit(c) || strings.ContainsRune(" -_.'=+()", c) {
			return c
		}
		return '_'
	}, oneLine(name))
	if len(name) > most {
		name = name[:most]
		for !utf8.ValidString(name) {
			name = name[:len(name)-1]
		}
	}
	return strings.TrimSpace(name)
}
