package main

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

// tiny is a small net for tests: 196-8-5, trained by TD(0) for 16,000 games with
// seed 1, so that its figures stay when the shipped nets are replaced.
const tiny = "testdata/tiny.safetensors"

// gnubgTable has positions from play, evaluated by GNU Backgammon.
const gnubgTable = "../../engine/testdata/0ply-selfplay.csv"

// runsOf is the folder of runs of all kinds, with a few lines each.
const runsOf = "../../internal/evalbench/runs/testdata/"

// Short names for tests of several groups of commands.
var (
	command = program.Run
	succeed = program.OK
	answer  = program.JSON
	golden  = clitest.SameAsFile
	write   = clitest.Write
	exists  = clitest.Exists
)

// readFile returns the content of a file, whose path has the elements.
func readFile(t *testing.T, elements ...string) string { return clitest.File(t, elements...) }

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

const (
	contest    = clitest.Contest
	session    = clitest.Session
	start      = "4HPwATDgc/ABMA"
	noPlay     = "27YBBwDgc/ADQA" // the player on roll is on the bar against a closed board
	started    = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10"
	gnubgID    = "4HPwATDgc/ABMA:cIkKAAAAAAAA"                         // the same with gnubg's IDs
	beforeRoll = "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:3:1:0:7:10" // the player owns a cube of 2
	hyper      = "AACgAgAAKgAAAA"                                      // the start of hypergammon3
	finished   = "AAAA/vUIAQAAAA"
)

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
	})
}

// wholeCommand matches the beginning of an error: the program and the words of the command.
var wholeCommand = regexp.MustCompile(`^gammonlab( [a-z-]+)*: `)

func checkMistake(t *testing.T, in string, args []string, wantCode int, want string) {
	t.Helper()
	program.FailsOn(t, in, wantCode, want, args...)
}

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
		{"truncated in the header", good[:100], "truncated"},
		{"truncated in the data", good[:len(good)-1], "truncated"},
		{"oversized", append(bytes.Clone(good), 0), "too large: 1 bytes follow"},
		{"not a number", nan, "NaN"},
		{"text", []byte("<!DOCTYPE html>\n<html></html>\n"), "not a safetensors file"},
		{"of another program", safetensors(`{"__metadata__":{"format":"pt"},"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}`, 4), "not a gammonlab model"},
		{"gnubg text", []byte("GNU Backgammon 1.00\n250 128 5 0 0.1000000 1.0000000\n"), "contact net"},
		{"gnubg binary", []byte("\x69\x30\xec\x43\x00\x00\x80\x3f\xfa\x00\x00\x00\x80\x00\x00\x00"), "contact net: truncated"},
	} {
		path := filepath.Join(dir, c.name)
		must.OK(t, os.WriteFile(path, c.file, 0o666))
		for _, args := range [][]string{
			{"weights", "verify", path},
			{"weights", "info", path},
			{"eval", "--model", path, start},
			{"hint", "--dice", "31", "--model", path, start},
			{"play", "--model", path},
		} {
			t.Run(c.name+"/"+args[0], func(t *testing.T) {
				checkMistake(t, "", args, exitFailed, c.want)
				checkMistake(t, "", args, exitFailed, path)
			})
		}
	}
	t.Run("missing", func(t *testing.T) {
		checkMistake(t, "", []string{"eval", "--model", "none", start}, exitFailed, `"none" is neither a file nor a shipped net (default`)
	})
	t.Run("folder", func(t *testing.T) {
		checkMistake(t, "", []string{"eval", "--model", dir, start}, exitFailed, "is a directory")
	})
}

// safetensors returns a file with the header and the number of zero bytes as
// data.
func safetensors(header string, data int) []byte {
	file := append([]byte{byte(len(header)), byte(len(header) >> 8), 0, 0, 0, 0, 0, 0}, header...)
	return append(file, make([]byte, data)...)
}

// The help of every command has an example.
func TestHelpHasExamples(t *testing.T) {
	var visit func(path []string, c *cli.Command)
	visit = func(path []string, c *cli.Command) {
		if c.Hidden {
			return // for scripts
		}
		path = append(path[:len(path):len(path)], c.Name)
		out, _, code := command(t, "", append(path, "--help")...)
		if code != exitOK {
			t.Errorf("%v --help: exit code %d", path, code)
		}
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
