package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ParseGames parses a list of games such as 1,3-5, of a record with the given
// number of games. An empty list selects all games.
func ParseGames(text string, of int) ([]int, error) {
	var games []int
	if text == "" {
		return nil, nil
	}
	for _, word := range strings.Split(text, ",") {
		first, last, isRange := strings.Cut(word, "-")
		if !isRange {
			last = first
		}
		from, err1 := strconv.Atoi(first)
		to, err2 := strconv.Atoi(last)
		switch {
		case err1 != nil || err2 != nil || from > to:
			return nil, fmt.Errorf("has %q, want numbers and ranges such as 1,3-5", word)
		case from < 1 || to > of:
			return nil, fmt.Errorf("has %q, the record has games 1 to %d", word, of)
		}
		for g := from; g <= to; g++ {
			games = append(games, g)
		}
	}
	return games, nil
}

// KeepGames keeps the games with the given numbers, from 1, in the order of the record,
// and removes all others. Each keeps its score. An empty list keeps all games.
func (m *Match) KeepGames(numbers []int) {
	if len(numbers) == 0 {
		return
	}
	var kept []Game
	for i := range m.Games {
		if slices.Contains(numbers, i+1) {
			kept = append(kept, m.Games[i])
		}
	}
	m.Games = kept
}
