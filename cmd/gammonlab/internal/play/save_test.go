package play

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/must"
)

// extensions are those of the files that games are saved to.
var extensions = []string{".mat", ".sgf"}

// loadRecord reads a file that was saved.
func loadRecord(t *testing.T, path string) *record.Match {
	t.Helper()
	file := must.Get(os.Open(path))(t)
	defer file.Close()
	m := must.Get(record.Read(path, file))(t)
	if err := m.Validate(); err != nil {
		t.Errorf("%s: %v", path, err)
	}
	return m
}

// sessions returns tables at which games were played, the last one unfinished.
func sessions(t *testing.T) []*table {
	var all []*table
	for i, r := range allRules {
		rng := rand.New(rand.NewPCG(uint64(i), 4))
		tab := newTestTable(t, r, uint64(i))
		for game := 0; game < 3 && !tab.MatchOver(); game++ {
			playGame(t, rng, tab)
		}
		if !tab.MatchOver() {
			must.OK(t, tab.begin(board.Nobody))
			for n := range 4 {
				if d := decide(t, tab); d != whetherToGoOn && (n < 3 || d != whatToPlay) {
					act(t, rng, tab, d)
				}
			}
		}
		all = append(all, tab)
	}
	return all
}

// What is saved reads as what was played.
func TestTableSaves(t *testing.T) {
	dir := t.TempDir()
	for i, tab := range sessions(t) {
		for _, ext := range extensions {
			path := filepath.Join(dir, fmt.Sprint(i, ext))
			must.OK(t, tab.save(path))
			got, want := loadRecord(t, path), tab.played()
			want.Complete()
			if !reflect.DeepEqual(plain(got), plain(want)) {
				t.Errorf("%s: got\n%+v\nwant\n%+v", path, got, want)
			}
		}
	}
}

// plain drops what stands for nothing: empty lists of steps, and in matches the
// Jacoby rule.
func plain(m *record.Match) *record.Match {
	for i := range m.Games {
		for k := range m.Games[i].Actions {
			a := &m.Games[i].Actions[k]
			if len(a.Steps) == 0 {
				a.Steps = nil
			}
		}
	}
	m.Rules.Jacoby = m.Rules.Jacoby && m.Length == 0
	return m
}

// playing runs the command with the input, and returns what it has written to
// standard error and the exit code.
func playing(t *testing.T, in string, args ...string) (errOut string, code int) {
	t.Helper()
	var text strings.Builder
	alone := cliutil.Program{Name: "gammonlab", Commands: []*cli.Command{Command()}}
	code = alone.Run(t.Context(), append([]string{"gammonlab"}, args...), strings.NewReader(in), io.Discard, &text)
	return text.String(), code
}

// Talks that are saved, as far as they got when the user left.
func TestPlaySaves(t *testing.T) {
	for _, c := range []struct {
		name  string
		args  []string
		in    []string
		games int
		last  record.Kind
	}{
		{"finished", []string{"--match", "1"}, []string{"resign"}, 1, record.Resign},
		{"passed", []string{"--dice", "../../testdata/money.dice"}, []string{"13/10 8/7", "", "bar/24 10/8", "pass"}, 1, record.Drop},
		{"left with a double on offer", []string{"--dice", "../../testdata/money.dice"}, []string{"13/10 8/7", "", "bar/24 10/8"}, 1, record.Double},
		{"left with dice thrown", []string{"--dice", "../../testdata/money.dice"}, []string{"13/10 8/7", "roll"}, 1, record.Rolled},
		{"left for another", nil, []string{"8/5 6/5", "new", "resign"}, 2, record.Resign},
		{"left at once for another", nil, []string{"new", "resign"}, 1, record.Resign},
		{"taken back", []string{"--match", "3"}, []string{"resign", "undo", "8/5 6/5"}, 1, record.Move},
	} {
		for _, ext := range extensions {
			path := filepath.Join(t.TempDir(), "games"+ext)
			args := append([]string{"play", "--model", tinyNet, "--bearoff", "none", "--first", "you", "--save", path}, c.args...)
			if len(c.args) == 0 || c.args[0] != "--dice" {
				args = append(args, "--dice", "../../testdata/opening.dice")
			}
			if errOut, code := playing(t, strings.Join(c.in, "\n"), args...); code != 0 {
				t.Errorf("%s: exit code %d, errors %q", c.name, code, errOut)
				continue
			}
			m := loadRecord(t, path)
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

// Dice that run out, like any other end, leave what was played in the file.
func TestPlaySavesBeforeItFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.sgf")
	_, code := playing(t, strings.Repeat("resign\nnew\n", 100),
		"play", "--model", tinyNet, "--bearoff", "none", "--first", "you", "--dice", "../../testdata/opening.dice", "--save", path)
	if m := loadRecord(t, path); code != 1 || len(m.Games) < 2 {
		t.Errorf("exit code %d, %d games, want 1 and some", code, len(m.Games))
	}
}

func TestPlaySavesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.sgf")
	errOut, code := playing(t, "quit", "play", "--model", tinyNet, "--bearoff", "none", "--first", "you", "--save", path)
	if _, err := os.Stat(path); code != 0 || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("exit code %d, errors %q, file: %v", code, errOut, err)
	}
}

func TestPlayCannotSave(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gone")
	must.OK(t, os.Mkdir(dir, 0o777))
	tab := newTestTable(t, rules{}, 1)
	path := filepath.Join(dir, "games.sgf")
	must.OK(t, os.Remove(dir))
	must.Fail(t, tab.save(path), path, "saved to a folder that is gone")
}

// gnubg loads every file, and writes it as the same games. Its reader of .mat
// files goes astray after a beaver that is dropped, and takes a first game at 6-5
// to 7 for the Crawford game; such games it gets as SGF only.
func TestGnubgLoadsWhatPlaySaves(t *testing.T) {
	if testing.Short() {
		t.Skip("short: gnubg is started for every file")
	}
	dir := t.TempDir()
	for i, tab := range sessions(t) {
		want := tab.played()
		want.Complete()
		for _, ext := range extensions {
			if ext == ".mat" && (dropsBeaver(want) || tab.CrawfordOver) {
				continue
			}
			name, back := fmt.Sprint(i, ext), fmt.Sprint(i, ext, "-back.sgf")
			must.OK(t, tab.save(filepath.Join(dir, name)))
			load := map[string]string{".mat": "import mat ", ".sgf": "load match "}[ext]
			out := gnubg(t, dir, load+name+"\nsave match "+back+"\n")
			if got, want := outline(loadRecord(t, filepath.Join(dir, back))), outline(want); got != want {
				t.Errorf("%s: gnubg has\n%s\nwant\n%s\n%s", name, got, want, out)
			}
		}
	}
}

// gnubg runs GNU Backgammon on the commands in the folder.
func gnubg(t *testing.T, dir, commands string) string {
	t.Helper()
	path, err := exec.LookPath("gnubg")
	if err != nil {
		path, err = exec.LookPath("/usr/games/gnubg")
	}
	if err != nil {
		t.Skip("gnubg not installed")
	}
	cmd := exec.Command(path, "-t", "-q")
	cmd.Env = []string{"HOME=" + t.TempDir(), "LANG=C.UTF-8"} // not the user's settings
	cmd.Dir = dir
	cmd.Stdin = strings.NewReader("set automatic game off\nset automatic roll off\nset confirm new off\n" + commands + "quit\ny\n")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("gnubg: %v\n%s", err, out)
	}
	return string(out)
}

// dropsBeaver reports whether a beaver was dropped in a match.
func dropsBeaver(m *record.Match) bool {
	for _, g := range m.Games {
		for k := 1; k < len(g.Actions); k++ {
			if g.Actions[k].Kind == record.Drop && g.Actions[k-1].Kind == record.Beaver {
				return true
			}
		}
	}
	return false
}

// outline has the length and for each game who won, the actions without dice
// that were not played, and positions at the end. Points of money games are left
// out: gnubg counts those of .mat files by its own settings.
func outline(m *record.Match) string {
	var s strings.Builder
	fmt.Fprintf(&s, "match to %d\n", m.Length)
	for i := range m.Games {
		g := &m.Games[i]
		fmt.Fprintf(&s, "game %d: %v", i+1, g.Result.Winner)
		if m.Length > 0 {
			fmt.Fprintf(&s, " %d, from %v", g.Result.Points, g.Score)
		}
		r := m.Replay(i)
		for r.Next() {
			if r.Action.Kind != record.Rolled {
				fmt.Fprintf(&s, " %v:%v%v", r.Action.Player, r.Action.Kind, r.Position.ID())
			}
		}
		s.WriteByte('\n')
	}
	return s.String()
}
