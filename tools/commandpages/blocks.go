package main

import "strings"

// block is a part of a description: a paragraph, or lines that keep their line breaks.
type block struct {
	verbatim bool
	lines    []string
}

// blocks divides a description into blocks; indented lines are examples and tables.
func blocks(description string) []block {
	var all []block
	gap := true
	for _, line := range strings.Split(description, "\n") {
		if strings.TrimSpace(line) == "" {
			gap = true
			continue
		}
		verbatim := strings.HasPrefix(line, "  ")
		last := len(all) - 1
		switch {
		case last < 0 || all[last].verbatim != verbatim || gap && !verbatim:
			all = append(all, block{verbatim: verbatim})
			last++
		case gap:
			all[last].lines = append(all[last].lines, "")
		}
		if verbatim {
			line = strings.TrimPrefix(line, indentOf(description))
		}
		all[last].lines = append(all[last].lines, line)
		gap = false
	}
	return all
}

// indentOf returns the smallest indent of the description's indented lines.
func indentOf(description string) string {
	least := ""
	for _, line := range strings.Split(description, "\n") {
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		if len(indent) >= 2 && len(indent) < len(line) && (least == "" || len(indent) < len(least)) {
			least = indent
		}
	}
	return least
}
