package record

import (
	"strconv"
	"strings"
)

// Levels of analysis that texts have in many languages, by the names of .xg files.
const (
	rolloutLevel = "rollout"
	bookLevel    = "opening book"
)

// bookWords are XG's words for its opening book.
var bookWords = []string{"book", "buch", "livre", "libro", "manuale", "kirjasta", "книга", "βιβλίο", "本"}

var (
	xgRoller  = pattern(`XG Roller\+{0,2}`)
	plyText   = pattern(`(?i)(\d+)[- ]?pl[yi]s?\b(\s+red\b)?`)
	plyWords  = pattern(`(\d+)[- ]\pL+`) // in any language
	plyLevel  = pattern(`^\d+-ply(?: red)?$`)
	noteMarks = pattern(`[⁰¹²³⁴⁵⁶⁷⁸⁹]+|\^\{\d+\}`)
	// "Confidence: ±0.003 (+0.236..+0.242)".
	confidenceText = pattern(`±\s*(\d*[.,]\d+)`)
	// "¹  1296 Games rolled with Variance Reduction."
	gamesText = pattern(`^\s*(?:\^?\{?([⁰¹²³⁴⁵⁶⁷⁸⁹]+|\d)\}?\s+)?(\d{2,8})\s+\pL`)
)

// plainNote replaces the marks of footnotes by digits.
var plainNote = strings.NewReplacer("⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9", "^{", "", "}", "")

// xgLevelOf returns the level of a play by the text before its moves, and the footnote
// mark of the level. Numbers of plies, rollouts and the opening book have the names of .xg
// files; other levels have the program's words.
func xgLevelOf(text string) (level, note string) {
	mark := noteMarks().FindString(text)
	note = plainNote.Replace(mark)
	text = oneLine(strings.Replace(text, mark, "", 1))
	if known := levelIn(text, ""); known != "" {
		return known, note
	}
	word := strings.ToLower(strings.TrimRight(text, "0123456789"))
	for _, book := range bookWords {
		if word == book {
			return bookLevel, note
		}
	}
	if found := plyWords().FindStringSubmatch(text); found != nil && found[0] == text {
		return found[1] + "-ply", note
	}
	return text, note
}

// levelIn returns the level that a line names in words that all languages share, or the
// other level.
func levelIn(line, other string) string {
	if found := xgRoller().FindString(line); found != "" {
		return found
	}
	if strings.Contains(strings.ToLower(line), rolloutLevel) {
		return rolloutLevel
	}
	if found := plyText().FindStringSubmatch(line); found != nil {
		return found[1] + "-ply" + found[2]
	}
	return other
}

// levelOfHeading returns the level of a cube decision by the line above its
// probabilities, in a language whose words are unknown.
func levelOfHeading(line string) string {
	if found := plyWords().FindStringSubmatch(line); found != nil {
		return found[1] + "-ply"
	}
	return clip(oneLine(line))
}

// isXGLevel reports whether a level is a search, not a rollout or unknown.
func isXGLevel(level string) bool {
	return plyLevel().MatchString(level) || xgRoller().MatchString(level) || level == bookLevel
}

// atoi parses digits.
func atoi(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}
