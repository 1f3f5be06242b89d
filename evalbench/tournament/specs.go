package tournament

import (
	"errors"
	"io/fs"
	"os"
	"strings"
)

// ReadSpecs returns the specs of players from a file with one spec per line, where #
// begins a comment. If there is no such file, the value itself is a list of specs joined
// by commas.
func ReadSpecs(value string) ([]string, error) {
	text, err := os.ReadFile(value)
	switch {
	case err == nil:
		return specLines(string(text)), nil
	case !errors.Is(err, fs.ErrNotExist) && !strings.Contains(value, ","):
		return nil, err
	}
	return splitSpecs(value), nil
}

// specLines returns the lines of a file that name players.
func specLines(text string) []string {
	var specs []string
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line != "" {
			specs = append(specs, line)
		}
	}
	return specs
}

// splitSpecs splits specs joined by commas. Options of a player are also joined by
// commas: an option has = and no colon before it; a player has no =, or a colon before
// it.
func splitSpecs(text string) []string {
	var specs []string
	for word := range strings.SplitSeq(text, ",") {
		key, _, option := strings.Cut(word, "=")
		if n := len(specs); option && n > 0 && !strings.Contains(key, ":") {
			specs[n-1] += "," + word
			continue
		}
		specs = append(specs, strings.TrimSpace(word))
	}
	return specs
}
