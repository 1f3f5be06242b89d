package search

import (
	"fmt"
	"strconv"
	"strings"
)

// presets has gnubg's filters up to version 1.08.003, none of which evaluates
// plays at 1 or 3 plies to select those that stay, and quick, which is normal with
// a level at 1 ply. By [NewFilter], a level counts in searches of more plies.
var presets = []struct {
	name          string
	at0, at1, at2 Level
}{
	{"tiny", Level{0, 5, 0.08}, skip, Level{0, 2, 0.02}},
	{"narrow", Level{0, 8, 0.12}, skip, Level{0, 2, 0.03}},
	{quick, Level{0, 8, 0.16}, Level{1, 7, 0.04}, Level{0, 2, 0.04}},
	{normal, Level{0, 8, 0.16}, skip, Level{0, 2, 0.04}},
	{"large", Level{0, 16, 0.32}, skip, Level{0, 4, 0.08}},
	{"huge", Level{0, 20, 0.44}, skip, Level{0, 6, 0.11}},
}

// Presets lists the names of filters, those that keep more plays last.
func Presets() []string {
	var names []string
	for _, p := range presets {
		names = append(names, p.name)
	}
	return append(names, all)
}

// all is the name of the zero Filter.
const all = "all"

const (
	quick  = "quick"
	normal = "normal"
)

// Quick returns the default filter. With the net default, a decision at 2 plies takes about
// half of the time of [Normal], and one choice in a thousand differs (docs/experiments.md).
func Quick() Filter {
	f, _ := preset(quick)
	return f
}

// Normal returns gnubg's default filter.
func Normal() Filter {
	f, _ := preset(normal)
	return f
}

// preset returns the filter with a name in the table, and false for other names.
func preset(name string) (Filter, bool) {
	for _, p := range presets {
		if p.name == name {
			f, err := NewFilter(p.at0, p.at1, p.at2)
			if err != nil {
				panic(err) // the table is wrong
			}
			f.name = name
			return f, true
		}
	}
	return Filter{}, false
}

// ParseFilter parses a filter: one of [Presets], or levels for 0 plies, 1 ply
// and so on, joined by colons. Each level is "skip" or accept/extra/threshold,
// such as 0/8/0.16:skip:0/2/0.04. Missing levels are skipped. "all" skips every
// level.
func ParseFilter(text string) (Filter, error) {
	if f, ok := preset(text); ok || text == all {
		return f, nil
	}
	var levels []Level
	for i, word := range strings.Split(text, ":") {
		l, err := parseLevel(word)
		if err != nil {
			return Filter{}, fmt.Errorf("filter %q: level %d: %w", text, i, err)
		}
		levels = append(levels, l)
	}
	return NewFilter(levels...)
}

// parseLevel parses "skip" or accept/extra/threshold.
func parseLevel(word string) (Level, error) {
	if word == "skip" {
		return skip, nil
	}
	fields := strings.Split(word, "/")
	if len(fields) != 3 {
		return skip, fmt.Errorf("%q, want %s, skip or accept/extra/threshold such as 0/8/0.16",
			word, strings.Join(Presets(), ", "))
	}
	accept, err1 := strconv.Atoi(fields[0])
	extra, err2 := strconv.Atoi(fields[1])
	threshold, err3 := strconv.ParseFloat(fields[2], 32)
	if err1 != nil || err2 != nil || err3 != nil || accept < 0 {
		return skip, fmt.Errorf("%q, want two whole numbers and an equity, none of them negative", word)
	}
	l := Level{accept, extra, float32(threshold)}
	return l, l.check()
}
