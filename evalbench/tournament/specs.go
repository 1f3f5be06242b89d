package tournament

import (
	"errors"
	"io/fs"
	"os"
	"strings"
)

// ReadSpecs returns the specs of players of a file with one a line, where # begins a
// comment, or, if there is no such file, those that the value itself joins by commas.
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

// splitSpecs splits players joined by commas. Options of a player are joined
// to it by commas, too: they have a = and no colon before it, and players have
// none or a colon first.
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
