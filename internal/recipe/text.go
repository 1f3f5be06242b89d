package recipe

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// text is a value of a recipe: literal texts and references in turn.
type text []part

// part is a literal text or, if it has a name, a reference.
type part struct {
	literal string
	reference
}

// reference names the output of a step, or a variable of a loop.
type reference struct {
	name   string
	output string // setting that names the output, "" for the main one
	slice  string // numbers of runs, such as 0 or -4:, "" for one
}

// String returns the reference as it is written.
func (r reference) String() string {
	s := r.name
	if r.output != "" {
		s += "." + r.output
	}
	if r.slice != "" {
		s += "[" + r.slice + "]"
	}
	return "${" + s + "}"
}

// referencePattern matches the inside of ${…}.
var referencePattern = regexp.MustCompile(`^([a-zA-Z][a-zA-Z0-9_-]*)(?:\.([a-z][a-z0-9_.-]*))?(?:\[(-?\d+|-?\d*:-?\d*)\])?$`)

// parseText splits a value into literal texts and references.
func parseText(value string) (text, error) {
	var all text
	for value != "" {
		before, rest, found := strings.Cut(value, "${")
		if before != "" {
			all = append(all, part{literal: before})
		}
		if !found {
			break
		}
		inside, after, closed := strings.Cut(rest, "}")
		m := referencePattern.FindStringSubmatch(inside)
		if !closed || m == nil {
			return nil, fmt.Errorf("found ${%.40s, want a reference such as ${net}, ${net.out} or ${games[-4:]}", rest)
		}
		all = append(all, part{reference: reference{m[1], m[2], m[3]}})
		value = after
	}
	return all, nil
}

// bounds returns the first and the end of the runs that a slice selects from n, counted
// from 0.
func (r reference) bounds(n int) (from, to int, err error) {
	at := func(text string, empty int) int {
		i, err := strconv.Atoi(text)
		switch {
		case text == "":
			return empty
		case err != nil: // too many digits
			return n
		case i < 0:
			return max(n+i, 0)
		}
		return i
	}
	first, last, isRange := strings.Cut(r.slice, ":")
	from, to = at(first, 0), min(at(last, n), n)
	if isRange {
		return min(from, to), to, nil
	}
	if i, err := strconv.Atoi(first); err != nil || from >= n || i < -n {
		return 0, 0, fmt.Errorf("%s: there are %d runs, the first is [0]", r, n)
	}
	return from, from + 1, nil
}
