package record

import (
	"strings"
	"testing"

	"gammonlab/board"
)

// The position at the end of a record is unchanged after writing and reading. In a
// position of Snowie, the player on roll becomes player 0.
func TestWritePositions(t *testing.T) {
	for _, name := range []string{"gnubg.pos", "bar.pos", "position.snowie", "xg-play.txt", "match5.sgf", "setup.sgf"} {
		m := load(t, name)
		last := &m.Games[len(m.Games)-1]
		if n := len(last.Actions) - 1; last.Actions[n].Kind == Resign || last.Actions[n].Kind == Double {
			last.Actions, last.Result = last.Actions[:n], Result{Winner: board.Nobody}
		}
		want, err := m.position("")
		if err != nil {
			if name != "match5.sgf" { // played to the end
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		for _, f := range []struct {
			read  reader
			write writer
			swaps bool
		}{
			{ReadJellyfishPosition, WriteJellyfishPosition, false},
			{ReadSnowiePosition, WriteSnowiePosition, true},
		} {
			again, err := f.read("test", strings.NewReader(mustWrite(t, f.write, m)))
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			names, score, roller, owner := m.Names, want.Match.Score, want.Match.Roller, want.Match.Owner
			if f.swaps && roller == board.PlayerX {
				names[0], names[1], score[0], score[1] = names[1], names[0], score[1], score[0]
				roller, owner = board.PlayerO, owner.Opponent()
			}
			got, err := again.position("")
			if err != nil || got.Position != want.Position || got.Match.Dice != want.Match.Dice || got.Match.Cube != want.Match.Cube ||
				got.Match.Owner != owner || got.Match.Score != score || got.Match.Roller != roller || again.Names != names || again.Length != m.Length {
				t.Errorf("%s: got %+v of %q, %v,\nwant %+v", name, got.Match, again.Names, err, want.Match)
			}
		}
	}
}

func TestNoPositionToWrite(t *testing.T) {
	for lines, want := range map[string]string{
		"":                               "game 1, a .pos file cannot hold the end: the game is over",
		"1) 31: 8/5 6/5  Doubles => 2\n": "a double is on offer",
	} {
		m := mat(t, lines)
		if lines == "" {
			m.Games[0].Actions = []Action{{Kind: Resign, Player: board.PlayerO, Value: 1}}
		}
		err := WriteJellyfishPosition(nil, m)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", lines, err, want)
		}
	}
	if err := WriteSnowiePosition(nil, &Match{}); err == nil || !strings.Contains(err.Error(), "a record without a game") {
		t.Error(err)
	}
}
