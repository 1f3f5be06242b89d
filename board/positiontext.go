package board

import "strings"

// ParsePosition parses a position in a game of the variant: a position ID, a
// position ID and a match ID with a colon or white space between them, an XGID or an OGID. It
// reports whether the text contains the match. Otherwise the match is a money
// game with the Jacoby rule and beavers.
func ParsePosition(text string, v Variant) (x XGID, matched bool, err error) {
	text = strings.TrimSpace(text)
	switch {
	case LooksLikeOGID(text):
		x, err = ParseOGID(text, v)
		return x, true, err
	case strings.HasPrefix(text, xgidPrefix) || strings.Count(text, ":") > 1:
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
