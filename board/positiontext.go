package board

import (
	"fmt"
	"strings"
)

// ParsePosition parses a position in a game of the variant: a position ID, a
// position ID and a match ID with a colon or white space between them, an XGID, an OGID, or a
// text in which one of them stands ([PositionIDs]), such as the lines "Position ID" and
// "Match ID" of gnubg or what eXtreme Gammon copies. It
// reports whether the text contains the match. Otherwise the match is a money
// game with the Jacoby rule and beavers.
func ParsePosition(text string, v Variant) (x XGID, matched bool, err error) {
	text = strings.TrimSpace(text)
	if x, matched, err = parseWhole(text, v); err == nil || hasForm(text, v) {
		return x, matched, err
	}
	switch all := PositionIDs(text, v); {
	case len(all) == 1 && all[0] != text:
		return parseWhole(all[0], v)
	case len(all) > 1:
		return XGID{}, false, fmt.Errorf("the text has %d positions, want one: the first are %s and %s", len(all), all[0], all[1])
	}
	return x, matched, err
}

// hasForm reports whether the text begins with a position ID and has one more word at most:
// what is wrong with such a text is its match ID.
func hasForm(text string, v Variant) bool {
	end := strings.IndexAny(text, ": \t\r\n")
	return end >= 0 && isPositionID(text[:end], v) && len(strings.Fields(text[end+1:])) <= 1
}

// parseWhole parses a text that is an ID and nothing else.
func parseWhole(text string, v Variant) (x XGID, matched bool, err error) {
	switch {
	case LooksLikeOGID(text):
		x, err = ParseOGID(text, v)
		return x, true, err
	case hasPrefix(text, xgidPrefix) || strings.Count(text, ":") > 1:
		x, err = ParseXGID(text, v)
		return x, true, err
	}
	id, matchID, matched := text, "", false
	if end := strings.IndexAny(text, ": \t\r\n"); end >= 0 {
		id, matchID, matched = text[:end], strings.TrimLeft(text[end:], ": \t\r\n"), true
	}
	x = XGID{Match: NewMatch(0), MaxCube: usualMaxCube}
	if x.Position, err = ParseID(id, v); err == nil && matched {
		x.Match, err = ParseMatchID(matchID)
	}
	x.Beavers = x.Match.Length == 0
	return x, matched, err
}

// hasPrefix reports whether the text begins with the prefix, in upper or lower case.
func hasPrefix(text, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}

// withoutPrefix returns the text without white space around it and without the prefix, which
// may be in upper or lower case.
func withoutPrefix(text, prefix string) string {
	if text = strings.TrimSpace(text); hasPrefix(text, prefix) {
		return text[len(prefix):]
	}
	return text
}
