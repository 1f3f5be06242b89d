package board

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// mostIDs is the maximal number of positions that are looked for in a text.
const mostIDs = 200

// idForms match the IDs that stand in a text.
type idForms struct {
	xgid, ogid *regexp.Regexp
	word       *regexp.Regexp // the characters of gnubg's IDs
	matchLabel *regexp.Regexp // up to the match ID
}

// findIDs compiles the forms at the first use, because most texts are IDs alone.
var findIDs = sync.OnceValue(func() *idForms {
	return &idForms{
		xgid:       regexp.MustCompile(`(?i:XGID=)?[-A-Za-z]+(?::-?[0-9A-Za-z]+){9,}`),
		ogid:       regexp.MustCompile(`(?i:OGID=)?[0-9a-p]*:[0-9a-p]*:[WBN][0-9][NOT](?::[0-9A-Za-z]*)*`),
		word:       regexp.MustCompile(`[A-Za-z0-9+/]+`),
		matchLabel: regexp.MustCompile(`(?i)match[\s-]*id\s*[:=]?\s*$`),
	}
})

// PositionIDs returns the different positions in a text, in their order and in the forms of
// [ParsePosition]: the OGIDs; if there are none the XGIDs; if there are none gnubg's position
// IDs, each with the match ID behind it. The text may be the address of a page. No more than
// 200 are returned.
func PositionIDs(text string, v Variant) []string {
	if plain, err := url.PathUnescape(text); err == nil && strings.Contains(text, "%") {
		text = plain
	}
	forms := findIDs()
	for _, form := range []*regexp.Regexp{forms.ogid, forms.xgid} {
		if all := form.FindAllString(text, mostIDs); len(all) > 0 {
			return distinct(all)
		}
	}
	return distinct(forms.gnubgIDs(text, v))
}

// gnubgIDs returns the position IDs in a text, each with its match ID.
func (f *idForms) gnubgIDs(text string, v Variant) (all []string) {
	end, open := 0, false // end of the last position ID; whether it has no match ID yet
	for _, at := range f.word.FindAllStringIndex(text, -1) {
		word := text[at[0]:at[1]]
		switch {
		case len(all) < mostIDs && isPositionID(word, v):
			all, end, open = append(all, word), at[1], true
		case open && f.belongs(text[end:at[0]], word):
			all[len(all)-1] += ":" + word
			open = false
		}
	}
	return all
}

// belongs reports whether a word behind a position ID is its match ID, by what stands between
// them: a colon, "Match ID", or white space before a word that is a match ID.
func (f *idForms) belongs(between, word string) bool {
	if between == ":" || f.matchLabel.MatchString(between) {
		return true
	}
	_, err := ParseMatchID(word)
	return err == nil && strings.TrimSpace(between) == ""
}

// isPositionID reports whether the word is the ID of a position of the variant.
func isPositionID(word string, v Variant) bool {
	if len(word) != IDLength {
		return false
	}
	_, err := ParseID(word, v)
	return err == nil
}

// distinct removes texts that occurred before, whatever the case of their prefixes.
func distinct(all []string) []string {
	var kept []string
	seen := map[string]bool{}
	for _, id := range all {
		plain := withoutPrefix(withoutPrefix(id, xgidPrefix), ogidPrefix)
		if !seen[plain] {
			seen[plain] = true
			kept = append(kept, id)
		}
	}
	return slices.Clip(kept)
}
