package recipe

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
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
var referencePattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([a-zA-Z][a-zA-Z0-9_-]*\+?)(?:\.([a-z][a-z0-9_.-]*))?(?:\[(-?\d+|-?\d*:-?\d*(?::-1)?)\])?$`)
})

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
		m := referencePattern().FindStringSubmatch(inside)
		if !closed || m == nil {
			return nil, fmt.Errorf("found ${%.40s, want a reference such as ${net}, ${net.out} or ${games[-4:]}", rest)
		}
		all = append(all, part{reference: reference{m[1], m[2], m[3]}})
		value = after
	}
	return all, nil
}

// of returns the runs that a slice selects from n, counted from 0. Slices are those of
// Python, with the step 1 or -1.
func (r reference) of(n int) ([]int, error) {
	first, last, isRange := strings.Cut(r.slice, ":")
	last, _, reversed := strings.Cut(last, ":")
	if !isRange {
		i, err := strconv.Atoi(first)
		if err != nil || i >= n || i < -n {
			return nil, fmt.Errorf("%s: there are %d runs, the first is [0]", r, n)
		}
		return []int{(i + n) % n}, nil
	}
	at := func(text string, empty int) int {
		i, err := strconv.Atoi(text)
		switch {
		case text == "":
			return empty
		case err != nil: // too many digits
			return n
		case i < 0:
			return max(n+i, -1)
		}
		return min(i, n)
	}
	var all []int
	if reversed {
		for i := min(at(first, n-1), n-1); i > at(last, -1); i-- {
			all = append(all, i)
		}
		return all, nil
	}
	for i := max(at(first, 0), 0); i < at(last, n); i++ {
		all = append(all, i)
	}
	return all, nil
}
