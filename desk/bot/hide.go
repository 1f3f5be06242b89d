package bot

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Hide returns a function that writes "(password)" in place of the secrets: in all that people
// may see of a conversation, because a server may send back what it was sent.
func Hide(secrets ...string) func(text string) string {
	var forms []string
	for _, secret := range secrets {
		var latin []rune // as a server's bytes are read in ISO 8859-1
		for _, b := range []byte(secret) {
			latin = append(latin, rune(b))
		}
		for _, form := range []string{secret, OneWord(secret), string(latin)} {
			forms = append(forms, form, strings.Trim(strconv.Quote(form), `"`))
		}
	}
	forms = slices.DeleteFunc(forms, func(form string) bool { return form == "" })
	// Of two forms at the same place the replacer takes the first.
	slices.SortStableFunc(forms, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	var pairs []string
	for _, form := range forms {
		pairs = append(pairs, form, "(password)")
	}
	return strings.NewReplacer(pairs...).Replace
}

// OneWord returns a password as it is sent where it must be a word.
func OneWord(password string) string { return strings.Join(strings.Fields(password), "_") }
