package search

import (
	"fmt"
	"strconv"
	"strings"
)

// presets has gnubg's filters up to version 1.08.003, by the levels at 0 and at
// 2 plies. None of them evaluates plays at 1 or 3 plies to select those that
// stay.
var presets = []struct {
	name     string
	at0, at2 Level
}{
	{"tiny", Level{0, 5, 0.08}, Level{0, 2, 0.02}},
	{"narrow", Level{0, 8, 0.12}, Level{0, 2, 0.03}},
	{"normal", Level{0, 8, 0.16}, Level{0, 2, 0.04}},
	{"large", Level{0, 16, 0.32}, Level{0, 4, 0.08}},
	{"huge", Level{0, 20, 0.44}, Level{0, 6, 0.11}},
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

// Normal returns gnubg's default filter.
func Normal() Filter {
	f, err := ParseFilter("normal")
	if err != nil {
		panic(err) // it is in the table
	}
	return f
}

// ParseFilter parses a filter: one of [Presets], or levels for 0 plies, 1 ply
// and so on, joined by colons. Each level is "skip" or accept/extra/threshold,
// such as 0/8/0.16:skip:0/2/0.04. Missing levels are skipped. "all" skips every
// level.
func ParseFilter(text string) (Filter, error) {
	for _, p := range presets {
		if p.name == text {
			f, err := NewFilter(p.at0, skip, p.at2)
			f.name = p.name
			return f, err
		}
	}
	if text == all {
		return Filter{}, nil
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
