package bot_test

import (
	"fmt"
	"strings"
	"testing"

	"gammonlab/desk/bot"
)

// A secret is not in a text in any form in which a server can send it back and a log quote it.
func TestHide(t *testing.T) {
	for _, secret := range []string{"sesame", "two  words", `quo"te\d`, "gr\u00fcn", "\u00fc"} {
		hide := bot.Hide(secret, "")
		var latin strings.Builder
		for _, b := range []byte(secret) {
			latin.WriteRune(rune(b))
		}
		for _, sent := range []string{secret, bot.OneWord(secret), latin.String()} {
			for _, text := range []string{sent, fmt.Sprintf("%q", sent), "login me " + sent + " refused, " + sent} {
				got := hide(text)
				if strings.Contains(got, sent) || strings.Contains(got, strings.Trim(fmt.Sprintf("%q", sent), `"`)) || !strings.Contains(got, "(password)") {
					t.Errorf("%q: %q becomes %q", secret, text, got)
				}
			}
		}
	}
	if got := bot.Hide("")("a line"); got != "a line" {
		t.Errorf("without a secret a line becomes %q", got)
	}
}
