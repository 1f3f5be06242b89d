package board

import "strings"

// moveWords lists commands of servers, in lower case, that stand before a play.
var moveWords = []string{"move", "m"}

// dashes have the meaning of a hyphen between two places.
var dashes = strings.NewReplacer("–", "-", "—", "-", "−", "-", "→", "-", "->", "-", ">", "-")

// LooksLikePlay reports whether a text has the form of a play, legal or not: it has a slash,
// begins with the word move, or consists of places that a move can connect, as 8-5 6-5 does.
func LooksLikePlay(text string) bool {
	plain := strings.ToLower(strings.TrimSpace(text))
	if strings.Contains(plain, "/") || afterMoveWord(plain) != plain {
		return true
	}
	t, err := parsePlayText(text)
	return err == nil && len(t.paths) > 0
}

// slashed returns a play in lower case with slashes within its moves. Players also type
// hyphens (8-5 6-5), nothing but blanks or commas (8 5 6 5), the word move of servers before
// the play, and behind it words that say that the rest of the roll cannot be played.
func slashed(text string) string {
	text = dashes.Replace(strings.ToLower(strings.TrimSpace(text)))
	text = strings.Join(strings.Fields(withoutPass(afterMoveWord(text))), " ")
	switch {
	case strings.Contains(text, "/"):
		for _, blank := range []string{" /", "/ "} {
			text = strings.ReplaceAll(text, blank, "/")
		}
		return hyphensSlashed(text)
	case strings.Contains(text, "-"):
		for _, blank := range []string{" -", "- "} {
			text = strings.ReplaceAll(text, blank, "-")
		}
		return strings.ReplaceAll(text, "-", "/")
	}
	return pairsSlashed(text)
}

// afterMoveWord returns the text behind the word move.
func afterMoveWord(text string) string {
	for _, word := range moveWords {
		if rest, found := strings.CutPrefix(text, word+" "); found {
			return strings.TrimSpace(rest)
		}
	}
	return text
}

// withoutPass returns the text before words such as "pass" at its end.
func withoutPass(text string) string {
	bare := strings.TrimRight(text, " .()")
	for _, words := range noPlay {
		before, found := strings.CutSuffix(bare, words)
		if kept := strings.TrimRight(before, " ,;("); words != "" && found && kept != before {
			return kept
		}
	}
	return text
}

// hyphensSlashed replaces hyphens between two places. A hyphen behind a slash is the place off.
func hyphensSlashed(text string) string {
	place := func(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' }
	plain := []byte(text)
	for i := 1; i+1 < len(plain); i++ {
		if plain[i] == '-' && (place(plain[i-1]) || plain[i-1] == '*') && place(plain[i+1]) {
			plain[i] = '/'
		}
	}
	return string(plain)
}

// pairsSlashed puts slashes between the first and the second place, the third and the fourth,
// and so on. Counts in brackets and marks of hits belong to the place before them.
func pairsSlashed(text string) string {
	var b strings.Builder
	places := 0
	for _, word := range strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ',' || c == ';' }) {
		if place := word[0] != '(' && word[0] != '*'; place {
			b.WriteString([]string{" ", "/"}[places%2])
			places++
		}
		b.WriteString(word)
	}
	return strings.TrimPrefix(b.String(), " ")
}
