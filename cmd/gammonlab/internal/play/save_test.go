package play

import (
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board/record"
	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
)

// extensions are those of the files that games are saved to.
var extensions = []string{".mat", ".sgf"}

// Games are saved up to the last action before the user leaves.
func TestPlaySaves(t *testing.T) {
	for _, c := range []struct {
		name  string
		args  []string
		in    []string
		games int
		last  record.Kind
	}{
		{"finished", []string{"--match", "1"}, []string{"resign"}, 1, record.Resign},
		{"passed", []string{"--dice-file", "testdata/money.dice"}, []string{"13/10 8/7", "", "bar/24 10/8", "pass"}, 1, record.Drop},
		{"left with a double on offer", []string{"--dice-file", "testdata/money.dice"}, []string{"13/10 8/7", "", "bar/24 10/8"}, 1, record.Double},
		{"left with dice thrown", []string{"--dice-file", "testdata/money.dice"}, []string{"13/10 8/7", "roll"}, 1, record.Rolled},
		{"left for another", nil, []string{"8/5 6/5", "new", "resign"}, 2, record.Resign},
		{"left at once for another", nil, []string{"new", "resign"}, 1, record.Resign},
		{"taken back", []string{"--match", "3"}, []string{"resign", "undo", "8/5 6/5"}, 1, record.Move},
	} {
		for _, ext := range extensions {
			path := filepath.Join(t.TempDir(), "games"+ext)
			args := append([]string{"play", "--model", clitest.Tiny, "--bearoff", "none", "--first", "you", "--save", path}, c.args...)
			if len(c.args) == 0 || c.args[0] != "--dice-file" {
				args = append(args, "--dice-file", "testdata/opening.dice")
			}
			program.Reads(t, strings.Join(c.in, "\n"), args...)
			m := must.Get(record.Load(path))(t)
			if len(m.Games) != c.games {
				t.Errorf("%s%s: %d games, want %d", c.name, ext, len(m.Games), c.games)
				continue
			}
			actions := m.Games[len(m.Games)-1].Actions
			if got := actions[len(actions)-1].Kind; got != c.last {
				t.Errorf("%s%s: ends with a %v, want a %v", c.name, ext, got, c.last)
			}
		}
	}
}

// If the dice of a file run out, the games up to there are saved, as at any
// other end.
func TestPlaySavesBeforeItFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.sgf")
	_, _, code := program.Run(t, strings.Repeat("resign\nnew\n", 100),
		"play", "--model", clitest.Tiny, "--bearoff", "none", "--first", "you", "--dice-file", "testdata/opening.dice", "--save", path)
	if m := must.Get(record.Load(path))(t); code != 1 || len(m.Games) < 2 {
		t.Errorf("exit code %d, %d games, want 1 and some", code, len(m.Games))
	}
}

func TestPlaySavesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.sgf")
	program.Reads(t, "quit", "play", "--model", clitest.Tiny, "--bearoff", "none", "--first", "you", "--save", path)
	if clitest.Exists(path) {
		t.Error("there is a file")
	}
}
