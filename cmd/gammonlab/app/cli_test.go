package app

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
)

// Files and positions of clitest: those of this folder, and short names for tests of several
// groups of commands.
const (
	tiny       = "testdata/tiny.safetensors"
	gnubgTable = "../../../engine/testdata/0ply-selfplay.csv"
	contest    = clitest.Contest
	session    = clitest.Session
	start      = clitest.Start
	finished   = clitest.Finished
)

// runsOf is the folder of runs of all kinds, with a few lines each.
const runsOf = "../../../evalbench/runs/testdata/"

func TestUnnamed(t *testing.T) {
	args := []string{"bench", "match", "--a", "default"}
	for line, wrong := range map[string]bool{
		"gammonlab bench match: warning: a model\n": false,
		"gammonlab bench match: a note\n":           false,
		"match 100%\n":                              false,
		"gammonlab: warning: a model\n":             true,
		"gammonlab match: a note\n":                 true,
		"warning: a model\n":                        true,
		"gammonlab: unknown command x\n":            false,
	} {
		if got := clitest.Unnamed(line, args); (len(got) > 0) != wrong {
			t.Errorf("Unnamed(%q) = %q", line, got)
		}
	}
}

// The output of the commands, by case.
func TestOutput(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
	}{
		{"bearoff-show", []string{"bearoff", "show", "CgAAEAEAAAAAAA", "2x0AAOi2AQAAAA"}},
		{"bearoff-show-json", []string{"bearoff", "show", "--json", "CgAAEAEAAAAAAA"}},
		{"help", []string{"--help"}},
		{"plot", []string{"plot", runsOf + "first", runsOf + "second", runsOf + "parts", runsOf + "generations"}},
	} {
		t.Run(c.name, func(t *testing.T) { program.Golden(t, c.name, "", c.args...) })
	}
}

// Mistakes in the names of commands and flags, and in commands without tests of their own.
func TestMistakes(t *testing.T) {
	program.Mistakes(t, "", []clitest.Mistake{
		{[]string{"evla"}, 2, `unknown command "evla"`},
		{[]string{"weights", "frob"}, 2, `unknown command "frob"`},
		{[]string{"--frob"}, 2, "-frob"},
		{[]string{"bearoff", "generate", "one-sided"}, 2, "no file given"},
		{[]string{"bearoff", "generate", "one-sided", "--points", "19", "testdata/none.bd"}, 1, "points"},
		{[]string{"bearoff", "verify", "--sample", "-1", tiny}, 2, "--sample is -1"},
		{[]string{"bearoff", "verify", tiny}, 1, "tiny.safetensors"},
		{[]string{"bearoff", "show", start}, 1, "no database contains it"},
		{[]string{"bearoff", "show", "--variant", "hypergammon3", "qAAAUAEAAAAAAA"}, 1, "can still lose a gammon, which only a hypergammon database knows"},
	})
}

// wholeCommand matches the beginning of an error: the program and the words of the command.
var wholeCommand = regexp.MustCompile(`^gammonlab( [a-z-]+)*: `)

// Weight files that cannot be used, by every command that reads one.
func TestBadWeightFiles(t *testing.T) {
	good := must.Get(os.ReadFile(tiny))(t)
	dir := t.TempDir()
	nan := bytes.Clone(good)
	copy(nan[len(nan)-4:], []byte{0, 0, 0xc0, 0x7f})
	for _, c := range []struct {
		name string
		file []byte
		want string
	}{
		{"empty", nil, "0 bytes"},
		{"truncated in the data", good[:len(good)-1], "truncated"},
		{"oversized", append(bytes.Clone(good), 0), "too large: 1 bytes follow"},
		{"not a number", nan, "NaN"},
		{"gnubg binary", []byte("\x69\x30\xec\x43\x00\x00\x80\x3f\xfa\x00\x00\x00\x80\x00\x00\x00"), "contact net: truncated"},
	} {
		path := filepath.Join(dir, c.name)
		clitest.Write(t, path, string(c.file))
		for _, args := range [][]string{
			{"weights", "verify", path},
			{"weights", "info", path},
			{"eval", "--model", path, start},
			{"hint", "--dice", "31", "--model", path, start},
			{"play", "--model", path},
		} {
			program.Fails(t, 1, c.want, args...)
			program.Fails(t, 1, path, args...)
		}
	}
	program.Fails(t, 1, `"none" is neither a file nor a shipped net (default`, "eval", "--model", "none", start)
	program.Fails(t, 1, "is a directory", "eval", "--model", dir, start)
}

// The help of every command has an example.
func TestHelpHasExamples(t *testing.T) {
	var visit func(path []string, c *cli.Command)
	visit = func(path []string, c *cli.Command) {
		if c.Hidden {
			return // for scripts
		}
		path = append(path[:len(path):len(path)], c.Name)
		out := program.OK(t, append(path, "--help")...)
		if len(c.Subcommands) == 0 && !strings.Contains(out, "Example:\n      gammonlab "+strings.Join(path, " ")) {
			t.Errorf("%v --help has no example of the command", path)
		}
		for _, sub := range c.Subcommands {
			visit(path, sub)
		}
	}
	for _, c := range gammonlab().App(nil, io.Discard, io.Discard).Commands {
		if c.Name != "help" {
			visit(nil, c)
		}
	}
}
