// Package clitest runs commands of the program in tests. It compares the JSON that they
// print with its schema, and the beginnings of their messages with the name of the command.
// It is for tests only.
package clitest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/cmd/gammonlab/internal/kinds"
	"gammonlab/internal/must"
	"gammonlab/work"
	_ "gammonlab/work/kinds"
)

// Files that tests of commands read, as seen from the folder of a package of commands.
const (
	// Tiny is a small net: 196-8-5, trained by TD(0) for 16,000 games with seed 1, so that
	// its figures stay when the shipped nets are replaced.
	Tiny = "../../app/testdata/tiny.safetensors"

	// GnubgTable has some 800 positions from play, evaluated by GNU Backgammon.
	GnubgTable = "../../../../engine/testdata/0ply-selfplay.csv"

	// Records is a folder of match records.
	Records = "../../../../board/record/testdata/"
)

// Positions, as users name them.
const (
	Start    = "4HPwATDgc/ABMA"
	NoPlay   = "27YBBwDgc/ADQA" // the player on roll is on the bar against a closed board
	Hyper    = "AACgAgAAKgAAAA" // the start of hypergammon3
	Finished = "AAAA/vUIAQAAAA"
	Started  = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10"
)

// Contest is a match to 3 that is not finished.
const Contest = ` 3 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 31: 24/23 13/10             62: 24/18 13/11
  2) 55: 13/3 13/3               41: 13/9 6/5
  3) 42: 8/4 6/4                 51: 13/8 24/23
`

// Session is a short money session with an illegal play in its second game.
const Session = ` 0 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 31: 24/23 13/10             62: 24/18 13/11
  2) 55: 13/3 13/3               41: 13/9 6/5
  3)  Doubles => 2                Drops
      Wins 1 point

 Game 2
 Ann : 1                        Bob : 0
  1) 42: 8/4 6/4                 51: 13/8 24/23
  2) 65: 24/12
      Wins 1 point
`

// Program makes the commands that a test runs. Each run needs new ones, because it adds
// flags to them.
type Program func() *cliutil.Program

// Of returns a program of the commands that the functions make and of those of the catalogue in their groups.
func Of(outputs cliutil.Outputs, commands ...func() *cli.Command) Program {
	return func() *cliutil.Program {
		p := &cliutil.Program{Name: "gammonlab", Outputs: outputs}
		for _, make := range commands {
			p.Commands = append(p.Commands, make())
		}
		kinds.AddTo(p, entries(func(e *work.Entry) bool {
			return slices.ContainsFunc(p.Commands, func(c *cli.Command) bool { return c.Name == e.Group() })
		}))
		return p
	}
}

// With returns a program that also has the commands of the catalogue with these names.
func (p Program) With(names ...string) Program {
	return func() *cliutil.Program {
		all := p()
		kinds.AddTo(all, entries(func(e *work.Entry) bool { return slices.Contains(names, e.Name) }))
		return all
	}
}

// entries returns the kinds of work that are wanted.
func entries(wanted func(e *work.Entry) bool) []*work.Entry {
	return slices.DeleteFunc(work.All(), func(e *work.Entry) bool { return !wanted(e) })
}

// Run runs a command with the text as standard input. It returns standard output, standard
// error and the exit code.
func (p Program) Run(t testing.TB, in string, args ...string) (out, errOut string, code int) {
	t.Helper()
	var outBuf, errBuf bytes.Buffer
	code = p().Run(t.Context(), append([]string{"gammonlab"}, args...), strings.NewReader(in), &outBuf, &errBuf)
	for _, line := range Unnamed(errBuf.String(), args) {
		t.Errorf("%q prints %q, which does not begin with the whole name of the command", args, line)
	}
	if code == cliutil.ExitOK && asksForJSON(args) {
		p.checkJSON(t, args, outBuf.String())
	}
	return outBuf.String(), errBuf.String(), code
}

// Unnamed returns the lines of standard error that begin with the name of the program
// or contain a warning, and do not begin with the whole name of the command. Errors about
// unknown commands and flags of the program have no command.
func Unnamed(errOut string, args []string) []string {
	var wrong []string
	for line := range strings.Lines(errOut) {
		name, _, _ := strings.Cut(line, ":")
		words := strings.Fields(name)
		named := len(words) > 0 && words[0] == "gammonlab"
		whole := named && len(words) > 1 && strings.HasPrefix(strings.Join(args, " "), strings.Join(words[1:], " "))
		unknown := strings.HasPrefix(line, "gammonlab: unknown ")
		if (named || strings.Contains(line, "warning: ")) && !whole && !unknown {
			wrong = append(wrong, line)
		}
	}
	return wrong
}

// OK runs a command that must succeed, and returns what it prints.
func (p Program) OK(t testing.TB, args ...string) string {
	t.Helper()
	out, _ := p.Reads(t, "", args...)
	return out
}

// Quietly is [Program.OK] for a command that must print no messages.
func (p Program) Quietly(t testing.TB, args ...string) string {
	t.Helper()
	out, errOut := p.Reads(t, "", args...)
	if errOut != "" {
		t.Errorf("%q: messages %q, want none", args, errOut)
	}
	return out
}

// Reads runs a command that must succeed with the text as standard input, and returns what
// it prints and its messages.
func (p Program) Reads(t testing.TB, in string, args ...string) (out, errOut string) {
	t.Helper()
	out, errOut, code := p.Run(t, in, args...)
	if code != cliutil.ExitOK {
		t.Fatalf("%q: exit code %d\n%s%s", args, code, out, errOut)
	}
	return out, errOut
}

// JSON runs a command that must succeed and decodes its JSON.
func (p Program) JSON(t testing.TB, into any, args ...string) {
	t.Helper()
	out := p.OK(t, args...)
	if err := json.Unmarshal([]byte(out), into); err != nil {
		t.Fatalf("%q: %v in %s", args, err, out)
	}
}

// Fails runs a command that must fail with the exit code and an error that contains the
// text. It must print nothing on standard output.
func (p Program) Fails(t testing.TB, code int, want string, args ...string) {
	t.Helper()
	p.FailsOn(t, "", code, want, args...)
}

// FailsOn is [Program.Fails] with the text as standard input.
func (p Program) FailsOn(t testing.TB, in string, code int, want string, args ...string) {
	t.Helper()
	out, errOut, got := p.Run(t, in, args...)
	if got != code {
		t.Errorf("%q: exit code %d, want %d", args, got, code)
	}
	if !strings.Contains(errOut, want) {
		t.Errorf("%q: error %q, want one with %q", args, errOut, want)
	}
	form := failures
	if code == cliutil.ExitUsage {
		form = usages
	}
	if !form.MatchString(errOut) {
		t.Errorf("%q: error %q, want one of the form %s", args, errOut, form)
	}
	if out != "" {
		t.Errorf("%q: standard output is %q, want nothing", args, out)
	}
}

// An error begins with the whole name of the command. One about the command line is printed
// alone, and may have a line for each of several settings; others come after progress and notes.
var (
	usages   = regexp.MustCompile(`\Agammonlab( [a-z-]+)*: .*\n(--.*\n)*\z`)
	failures = regexp.MustCompile(`(?m)^gammonlab( [a-z-]+)*: .*\n\z`)
)

// Mistake is a wrong use of a command: its arguments, and the exit code and a part of the
// error that they must give. (Rows of an unnamed type need no names of fields.)
type Mistake = struct {
	Args []string
	Code int
	Want string
}

// Mistakes runs [Program.Fails] for each mistake, with the words of the command before the
// arguments.
func (p Program) Mistakes(t testing.TB, command string, list []Mistake) {
	t.Helper()
	for _, m := range list {
		p.Fails(t, m.Code, m.Want, slices.Concat(strings.Fields(command), m.Args)...)
	}
}

// Wants reports the texts that are not in got.
func Wants(t testing.TB, got string, all ...string) {
	t.Helper()
	for _, want := range all {
		if !strings.Contains(got, want) {
			t.Errorf("want %q in\n%.2000s", want, got)
		}
	}
}

// Write writes a file, and the folder that it is in.
func Write(t testing.TB, path, text string) {
	t.Helper()
	must.OK(t, os.MkdirAll(filepath.Dir(path), 0o777))
	must.OK(t, os.WriteFile(path, []byte(text), 0o666))
}

// File returns the content of a file, whose path has the elements.
func File(t testing.TB, elements ...string) string {
	t.Helper()
	return string(must.Get(os.ReadFile(filepath.Join(elements...)))(t))
}

// Exists reports whether there is a file.
func Exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Each calls do for all commands that do something, with their names.
func Each(commands []*cli.Command, do func(name string, c *cli.Command)) {
	var visit func(commands []*cli.Command, path string)
	visit = func(commands []*cli.Command, path string) {
		for _, c := range commands {
			name := strings.TrimSpace(fmt.Sprint(path, " ", c.Name))
			if c.Action != nil && c.Name != "help" {
				do(name, c)
			}
			visit(c.Subcommands, name)
		}
	}
	visit(commands, "")
}
