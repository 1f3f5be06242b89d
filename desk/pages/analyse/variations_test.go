package analyse

import (
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/internal/must"
)

// A tree that is built play by play has the text from which it is read again, and its nodes
// have the positions of the plays.
func TestTree(t *testing.T) {
	root := must.Get(board.ParseXGID("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10", board.Backgammon))(t)
	text := ""
	at := 0
	for _, step := range []struct {
		at   int
		word string
		want int
	}{
		{0, "31ifgf", 1}, {1, "52nlni", 2}, {2, wordTake, 3}, {1, "64ysso", 4}, {0, "31nkyx", 5}, {1, "52nlni", 2}, {3, "66ysysnhnh", 4},
	} {
		all := must.Get(parseTree(root, text))(t)
		text, at = all.with(step.at, step.word)
		if at != step.want {
			t.Fatalf("%s at %d leads to %d, want %d: %s", step.word, step.at, at, step.want, text)
		}
		again := must.Get(parseTree(root, text))(t)
		if again.String() != text || again[at].word != step.word {
			t.Fatalf("%q is read as %q, whose number %d is %q", text, again.String(), at, again[at].word)
		}
	}
	all := must.Get(parseTree(root, text))(t)
	first, answered, doubled := all[1].XGID, all[2].XGID, all[3].XGID
	if first.Match.Roller != board.PlayerO || first.Match.Dice.Valid() || answered.Match.Roller != board.PlayerX {
		t.Errorf("after two plays the rollers are %v and %v", first.Match.Roller, answered.Match.Roller)
	}
	if doubled.Match.Cube != 2 || doubled.Match.Owner != board.PlayerO || doubled.Position != answered.Position {
		t.Errorf("after a double and a take: %v", doubled)
	}
	if less := must.Get(parseTree(root, all.without(1)))(t); len(less) != 2 {
		t.Errorf("without a play %d positions are left: %s", len(less), less)
	}
	if len(all) != 7 {
		t.Errorf("%d positions, want 7", len(all))
	}
}

// Wrong words of an address are errors.
func TestWrongTree(t *testing.T) {
	root := must.Get(board.ParseXGID("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:5:10", board.Backgammon))(t)
	for _, text := range []string{"x", "31", "31if", "31ifg", "71ifgf", "31zzzz", "31ifgf--", "u", "dt", "\x00\x00ifgf", strings.Repeat("31ifgf-u-", 300) + "31ifgf"} {
		if got, err := parseTree(root, text); err == nil {
			t.Errorf("%.40q is read as %q", text, got)
		}
	}
}

// No address makes the program panic, and what is read is written again.
func FuzzTree(f *testing.F) {
	f.Add("31ifgf-52nlni-u-64ysso")
	f.Add("31ifgf-dt")
	root := board.NewXGID(board.Backgammon.Start(), board.NewMatch(0))
	f.Fuzz(func(t *testing.T, text string) {
		all, err := parseTree(root, text)
		if err != nil {
			return
		}
		again, err := parseTree(root, all.String())
		if err != nil || again.String() != all.String() || len(again) != len(all) {
			t.Errorf("%q: %q is read as %q: %v", text, all, again, err)
		}
	})
}
