package board

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// maxSteps is the maximal number of steps of a roll.
const maxSteps = 4

// playText is a parsed, possibly illegal play.
type playText struct {
	paths []path // one for each checker named, from the back forward
}

// parsePlayText parses a play, legal or not: paths such as 24/18/15, with bar,
// b or 25 for the bar and off, o, - or 0 for off, and (n) after a path for n
// checkers, or the same in a form of [slashed]. It skips commas, semicolons and marks of hits,
// which add nothing to the board.
func parsePlayText(text string) (playText, error) {
	var t playText
	s := playScanner{rest: slashed(text)}
	for s.skipBlanks(); s.rest != ""; s.skipBlanks() {
		if s.eat("(") {
			n, err := s.count()
			if err != nil {
				return t, err
			}
			if len(t.paths) == 0 {
				return t, fmt.Errorf("(%d) comes before any move", n)
			}
			for range n - 1 {
				t.paths = append(t.paths, t.paths[len(t.paths)-1])
			}
		} else {
			p, err := s.path()
			if err != nil {
				return t, err
			}
			t.paths = append(t.paths, p)
		}
		if len(t.paths) > maxSteps {
			return t, fmt.Errorf("more than %d moves", maxSteps)
		}
	}
	slices.SortStableFunc(t.paths, func(a, b path) int { return int(b[0]) - int(a[0]) })
	return t, nil
}

// playScanner reads the words of a play from the front of a text.
type playScanner struct {
	rest string
}

func (s *playScanner) skipBlanks() { s.rest = strings.TrimLeft(s.rest, " \t\r\n,;*") }

func (s *playScanner) eat(word string) bool {
	rest, found := strings.CutPrefix(s.rest, word)
	s.rest = rest
	return found
}

// count reads "n)" after the opening bracket.
func (s *playScanner) count() (int, error) {
	digits, rest, closed := strings.Cut(s.rest, ")")
	n, err := strconv.Atoi(strings.TrimSpace(digits))
	if !closed || err != nil || n < 1 || n > maxSteps {
		return 0, fmt.Errorf("bad count %q, want 1 to %d in brackets", "("+s.rest, maxSteps)
	}
	s.rest = rest
	return n, nil
}

// path reads places separated by slashes, in descending order.
func (s *playScanner) path() (path, error) {
	from := s.rest
	var p path
	for {
		place, err := s.place()
		if err != nil {
			return nil, err
		}
		if len(p) > 0 && place >= p.last() {
			return nil, fmt.Errorf("%q does not move forward", from[:len(from)-len(s.rest)])
		}
		p = append(p, place)
		for s.eat("*") {
		}
		if !s.eat("/") {
			break
		}
	}
	if len(p) < 2 {
		return nil, fmt.Errorf("%q has no target, want a move such as 8/5", from[:len(from)-len(s.rest)])
	}
	if len(p) > maxSteps+1 {
		return nil, fmt.Errorf("more than %d moves", maxSteps)
	}
	return p, nil
}

func (s *playScanner) place() (uint8, error) {
	end := strings.IndexAny(s.rest, "/*(),; \t\r\n")
	if end < 0 {
		end = len(s.rest)
	}
	word := s.rest[:end]
	s.rest = s.rest[end:]
	switch word {
	case "b", "ba", "bar":
		return Bar, nil
	case "o", "of", "off", "-":
		return Off, nil
	}
	n, err := strconv.ParseUint(word, 10, 8)
	if err != nil || n > Bar {
		return 0, fmt.Errorf("no place %q, want 1 to 24, bar or off", word)
	}
	return uint8(n), nil
}

// after returns the player's checkers after the moves of the text. It returns
// an error if a move starts from an empty place. Since paths are sorted from
// the back forward, a checker reaches a place before it moves on from it.
func (t playText) after(own Side) (Side, error) {
	for _, p := range t.paths {
		if own[p[0]] == 0 {
			return own, fmt.Errorf("%v: no checker on %s", p, placeWords(p[0]))
		}
		own[p[0]]--
		own[p.last()]++
	}
	return own, nil
}

// hits returns the opponent's blots on the points that the text names, as a bit
// set.
func (t playText) hits(pos *Position) uint32 {
	var hits uint32
	for _, p := range t.paths {
		for _, place := range p[1:] {
			if blot(pos, place) {
				hits |= 1 << place
			}
		}
	}
	return hits
}

// steps returns the number of steps that the text names.
func (t playText) steps() int {
	n := 0
	for _, p := range t.paths {
		n += len(p) - 1
	}
	return n
}

// pips returns the total pips of the moves in the text.
func (t playText) pips() int {
	n := 0
	for _, p := range t.paths {
		n += int(p[0]) - int(p.last())
	}
	return n
}

// String formats the path as it was read.
func (p path) String() string {
	words := make([]string, len(p))
	for i, place := range p {
		words[i] = placeName(place, "bar", "off")
	}
	return strings.Join(words, "/")
}

// placeWords names a place in a sentence.
func placeWords(place uint8) string {
	if place == Bar {
		return "the bar"
	}
	return fmt.Sprintf("the %d point", place)
}
