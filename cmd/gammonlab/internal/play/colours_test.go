package play

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/desk/table"
	"gammonlab/internal/must"
)

// Colours change no text, and mark both players' checkers. Only terminals have them.
func TestColours(t *testing.T) {
	at := table.New(table.Rules{}, board.NewDice(rand.NewPCG(1, 1)))
	must.OK(t, at.Do(table.Deed{Kind: table.Begin}))
	text := at.Diagram().String()
	got := coloured(text)
	if plain := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(got, ""); plain != text {
		t.Errorf("without colours:\n%s\nwant\n%s", plain, text)
	}
	for _, want := range []string{ownColour + "X", otherColour + "O", frameColour + "+13-14"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	t.Setenv("TERM", "xterm")
	if hasColours(new(strings.Builder)) {
		t.Error("a text has colours")
	}
}
