package record

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gammonlab/board"
)

// maxMatName is the maximal length of a name in a .mat file in bytes. gnubg
// 1.07 overruns its buffer on longer names.
const maxMatName = 31

// matNames returns the names in a form that .mat files can hold: at most
// maxMatName bytes, with an underscore for each character that a program could
// read as the end of the name or line. An empty name becomes the player's
// letter, because gnubg would read the rest of the line instead. If the two
// names become equal, they get the numbers 1 and 2.
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

// plainName replaces each character that is not a letter, digit or harmless
// mark, and cuts the name to most bytes.
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
