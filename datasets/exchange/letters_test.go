package exchange

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/internal/must"
)

// The first positions of a published benchmark file in its order, as another
// program decodes them: rollouts of plays with their decision. They are legal
// plays of one roll, which confirms the meaning of the letters and the point of
// view.
func TestPublishedPositions(t *testing.T) {
	for _, c := range []struct {
		decision string
		plays    []string
		roll     board.Roll
	}{
		{
			"OAHDPAABDAOAHDPAABDA",
			[]string{"JIGHPAABDAOAHDPAABDA", "OAHDOEABCBOAHDPAABDA", "OAHDOBABCEOAHDPAABDA", "OAHDMJABDAOAHDPAABDA", "OAHDPAABAJOAHDPAABDA"},
			board.Roll{4, 2},
		},
		{
			"JIGHPAABDAOAHDPAABDA",
			[]string{"OAHDOEABCIJIGHPAABDA", "OAHDPAABBEJIGHPAABDA", "OAHDOCABDAJIGHPAABDA", "NAHDOEABDAJIGHPAABDA",
				"NAHDPAABCEJIGHPAABDA", "OAGHPAABCIJIGHPAABDA", "MIHDPAABCIJIGHPAABDA"},
			board.Roll{2, 1},
		},
		{
			"OAHDOEABCIJIGHPAABDA",
			[]string{"JIGHPAAJCAOAHDOEABCI", "JIGHOCEBCAOAHDOEABCI", "JIGHPAEBAEOAHDOEABCI", "DIMPOAABDAOAHDOEABCI", "DCEPPAABCCOAHDOEABFA"},
			board.Roll{6, 3},
		},
	} {
		pos := must.Get(parseLetters(c.decision, board.Backgammon))(t)
		for _, roll := range board.Rolls {
			plays := board.Plays(pos, roll)
			illegal := slices.ContainsFunc(c.plays, func(text string) bool {
				result, err := parseLetters(text, board.Backgammon)
				return err != nil || !slices.ContainsFunc(plays, func(p board.Play) bool { return p.Result == result })
			})
			if want := roll != c.roll; illegal != want {
				t.Errorf("%s: with %v a play is illegal: %v, want %v", c.decision, roll, illegal, want)
			}
		}
	}
}

func TestLettersRoundTrip(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	pos := board.Backgammon.Start()
	for range 500 {
		text := letters(&pos)
		if got, err := parseLetters(text, board.Backgammon); err != nil || got != pos {
			t.Fatalf("%s reads as %v, %v, want %v", text, got, err, pos)
		}
		if strings.Trim(text, "ABCDEFGHIJKLMNOP") != "" || len(text) != letterCount {
			t.Fatalf("%q is not 20 letters from A to P", text)
		}
		if plays := board.Plays(pos, board.Rolls[rnd.IntN(len(board.Rolls))]); len(plays) > 0 && pos.Result() == 0 {
			pos = plays[rnd.IntN(len(plays))].Result
		} else {
			pos = board.Backgammon.Start()
		}
	}
}
