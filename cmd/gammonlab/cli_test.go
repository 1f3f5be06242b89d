package main

import (
	"bytes"
	"context"
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
	positions := "# two positions\n\n" + start + "\n  zx8AAFVozwSgSQ  \n"
	for _, c := range []struct {
		name string
		in   string
		args []string
	}{
		{"eval-text", "", []string{"eval", "--model", tiny, start}},
		{"eval-csv", positions, []string{"eval", "--model", tiny, "--plies", "0", "--format", "csv", "-"}},
		{"eval-csv-empty", "# nothing\n", []string{"eval", "--model", tiny, "--format", "csv", "-"}},
		{"eval-json", "", []string{"eval", "--model", tiny, "--json", start, finished}},
		{"eval-xgid", "", []string{"eval", "--model", tiny, "--format", "csv", started, gnubgID}},
		{"eval-hypergammon", "", []string{"eval", "--model", tiny, "--variant", "hypergammon3", "--format", "csv", hyper}},
		{"eval-2-ply", "", []string{"eval", "--model", tiny, "--plies", "2", "--json", start, finished}},
		{"eval-cubeful", "", []string{"eval", "--model", tiny, "--match", "5", "--score", "1-3", start}},
		{"eval-cubeful-csv", "", []string{"eval", "--model", tiny, "--plies", "1", "--format", "csv", "--cubeful", started, gnubgID}},
		{"eval-cubeful-json", "", []string{"eval", "--model", tiny, "--cube", "2", "--owner", "player", "--json", start, finished}},
		{"moves-text", "", []string{"moves", "--dice", "31", start}},
		{"moves-csv", positions, []string{"moves", "--dice", "66", "--format", "csv", "-"}},
		{"moves-json", "", []string{"moves", "--json", "--dice", "65", "HwAAAGwAAAAAAA", finished}},
		{"moves-dice-of-xgid", "", []string{"moves", "--format", "csv", started, gnubgID}},
		{"hint-text", "", []string{"hint", "--dice", "31", "--model", tiny, "--limit", "5", start}},
		{"hint-json", "", []string{"hint", "--dice", "31", "--model", tiny, "--plies", "0", "--limit", "3", "--json", start}},
		{"hint-stdin", started + "\n" + start, []string{"hint", "--dice", "66", "--model", tiny, "--limit", "2", "--format", "json", "-"}},
		{"hint-2-ply", "", []string{"hint", "--dice", "42", "--model", tiny, "--plies", "2", "--limit", "9", start}},
		{"hint-filter", "", []string{"hint", "--dice", "42", "--model", tiny, "--plies", "1", "--filter", "1/0/0", "--limit", "3", "--json", start}},
		{"hint-cubeful", "", []string{"hint", "--dice", "31", "--model", tiny, "--plies", "1", "--limit", "3", "--match", "5", "--score", "4-2", "--crawford", start}},
		{"hint-cubeful-json", "", []string{"hint", "--dice", "31", "--model", tiny, "--limit", "2", "--cubeful", "--json", start, gnubgID}},
		{"hint-double", "", []string{"hint", "--model", tiny, "--plies", "2", start}},
		{"hint-redouble", "", []string{"hint", "--model", tiny, "--match", "7", "--score", "3-0", "--cube", "2", "--owner", "player", start}},
		{"hint-double-json", "", []string{"hint", "--model", tiny, "--plies", "1", "--json", start, beforeRoll}},
		{"hint-no-double", "", []string{"hint", "--model", tiny, "--cube", "2", "--owner", "opponent", start}},
		{"hint-no-play", "", []string{"hint", "--dice", "66", "--model", tiny, noPlay}},
		{"rollout-text", "", []string{"rollout", "--model", tiny, "--dice", "31", "--candidates", "3", "--truncate", "4", "--trials", "72", start}},
		{"rollout-json", "", []string{"rollout", "--model", tiny, "--truncate", "3", "--trials", "36", "--json", start}},
		{"rollout-plays-json", "", []string{"rollout", "--model", tiny, "--dice", "43", "--play", "24/20 13/10", "--play", "24/21 13/9", "--truncate", "3", "--trials", "36", "--json", start}},
		{"rollout-cubeful", "", []string{"rollout", "--model", tiny, "--dice", "31", "--candidates", "2", "--truncate", "4", "--trials", "36", "--match", "7", "--score", "3-1", start}},
		{"rollout-xgid", "", []string{"rollout", "--model", tiny, "--candidates", "2", "--truncate", "3", "--trials", "36", "--cubeful", "--json", started}},
		{"rollout-double", "", []string{"rollout", "--model", tiny, "--truncate", "4", "--trials", "36", "--double", start}},
		{"rollout-double-json", "", []string{"rollout", "--model", tiny, "--truncate", "3", "--trials", "36", "--double", "--json", start}},
		{"rollout-plies", "", []string{"rollout", "--model", tiny, "--truncate", "3", "--truncate-plies", "1", "--trials", "12", "--plies", "1", "--opponent-plies", "0", "--late", "2", start}},
		{"rollout-preset", "", []string{"rollout", "--model", tiny, "--preset", "standard", "--truncate", "3", "--trials", "36", start}},
		{"bearoff-show", "", []string{"bearoff", "show", "CgAAEAEAAAAAAA", "2x0AAOi2AQAAAA"}},
		{"bearoff-show-json", "", []string{"bearoff", "show", "--json", "CgAAEAEAAAAAAA"}},
		{"help", "", []string{"--help"}},
		{"plot", "", []string{"plot", runsOf + "first", runsOf + "second", runsOf + "parts", runsOf + "generations"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, errOut, code := command(t, c.in, c.args...)
			if code != exitOK {
				t.Fatalf("exit code %d, errors %q", code, errOut)
			}
			golden(t, c.name, out)
		})
	}
}

// A user's mistake gives an exit code and a message, and nothing on standard
// output.
func TestMistakes(t *testing.T) {
	succeed(t, "eval", start) // which makes the databases
	for _, c := range []struct {
		name string
		in   string
		args []string
		code int
		want string
	}{
		{"unknown command", "", []string{"evla"}, 2, `unknown command "evla"`},
		{"unknown subcommand", "", []string{"weights", "frob"}, 2, `unknown command "frob"`},
		{"unknown flag", "", []string{"--frob"}, 2, "-frob"},
		{"unknown flag of a command", "", []string{"eval", "--frob", start}, 2, "-frob"},
		{"flag without a value", "", []string{"eval", "--model"}, 2, "eval: --model needs a value"},
		{"no position", "", []string{"eval"}, 2, "no position"},
		{"stdin and a position", "", []string{"eval", start, "-"}, 2, "- cannot be given"},
		{"plies", "", []string{"eval", "--plies", "5", start}, 2, "--plies is 5, want 0 to 4"},
		{"format", "", []string{"eval", "--format", "xml", start}, 2, `--format is "xml"`},
		{"two formats", "", []string{"eval", "--format", "csv", "--json", start}, 2, "contradicts"},
		{"variant", "", []string{"eval", "--variant", "chess", start}, 2, `unknown variant "chess"`},

		{"short ID", "", []string{"eval", "4HPwATDgc"}, 2, "has 9 characters, want 14"},
		{"ID with a bad character", "", []string{"eval", "4HPwATDgc!ABMA"}, 2, "character 10"},
		{"second ID bad", "", []string{"eval", "--format", "csv", start, "x"}, 2, "1 characters"},
		{"16 checkers", "", []string{"eval", "//8AAADgc/ABMA"}, 2, "checkers on the board, at most 15"},
		{"too many checkers for the variant", "", []string{"moves", "--dice", "31", "--variant", "hypergammon3", start}, 2, "at most 3"},
		{"both sides on a point", "", []string{"eval", "4HPwATDB5+ABMA"}, 2, "both sides hold"},
		{"match ID", "", []string{"eval", start + ":cIkK"}, 2, "match ID"},
		{"XGID with a field missing", "", []string{"eval", "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0"}, 2, "9 fields, want 10"},
		{"XGID with bad dice", "", []string{"eval", "XGID=-b----E-C---eE---c-e----B-:0:0:1:72:0:0:3:0:10"}, 2, `dice is "72"`},
		{"XGID with 16 checkers", "", []string{"eval", "XGID=-b----F-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10"}, 2, "16 checkers"},
		{"XGID with too few characters", "", []string{"eval", "XGID=-b----E-C---eE---c-e:0:0:1:52:0:0:3:0:10"}, 2, "26 characters"},

		{"no dice", "", []string{"moves", start}, 2, "give --dice"},
		{"dice 71", "", []string{"moves", "--dice", "71", start}, 2, `bad dice "71"`},
		{"dice 1", "", []string{"hint", "--dice", "1", start}, 2, `bad dice "1"`},
		{"dice before stdin is read", "x", []string{"moves", "--dice", "", "-"}, 2, `bad dice ""`},
		{"score without a match", "", []string{"hint", "--score", "1-0", start}, 2, "have no effect without --match"},
		{"state that cannot be", "", []string{"eval", "--match", "3", "--cube", "3", start}, 2, "cube at 3"},
		{"hint after the end", "", []string{"hint", "--dice", "31", finished}, 1, "the game is over"},
		{"filter", "", []string{"hint", "--dice", "31", "--filter", "wide", start}, 2, `--filter: filter "wide"`},
		{"workers of a search", "", []string{"eval", "--workers", "0", start}, 2, "--workers is 0"},
		{"limit", "", []string{"hint", "--dice", "31", "--limit", "-1", start}, 2, "--limit is -1"},

		{"rollout after the end", "", []string{"rollout", finished}, 1, "the game is over"},
		{"trials", "", []string{"rollout", "--trials", "0", start}, 2, "--trials is 0"},
		{"an unknown preset", "", []string{"rollout", "--preset", "best", start}, 2, `--preset: "best", want quick, standard, reference`},
		{"a limit that is no number", "", []string{"rollout", "--stop-se", "NaN", start}, 2, `--stop-se: "NaN", want points`},
		{"a limit without its unit", "", []string{"rollout", "--stop-se", "30", start}, 2, `--stop-se: "30", want 30mEq for thousandths`},
		{"a play without dice", "", []string{"rollout", "--play", "8/5 6/5", start}, 2, "--play needs --dice"},
		{"an illegal play", "", []string{"rollout", "--dice", "31", "--play", "8/4 6/5", start}, 2, `play "8/4 6/5"`},
		{"a roll that cannot be rolled out", "", []string{"rollout", "--dice", "66", noPlay}, 1, "66 cannot be played"},
		{"plies of a rollout", "", []string{"rollout", "--plies", "9", start}, 2, "--plies is 9, want 0 to 4 plies"},
		{"late plies", "", []string{"rollout", "--late-plies", "1", start}, 2, "--late-plies needs --late"},
		{"plies at no end", "", []string{"rollout", "--truncate-plies", "1", start}, 2, "--truncate-plies needs --truncate"},
		{"filter of a rollout", "", []string{"rollout", "--filter", "fine", start}, 2, "--filter"},
		{"double or play", "", []string{"rollout", "--double", "--dice", "31", start}, 2, "--double contradicts --dice"},
		{"no double", "", []string{"rollout", "--double", "--owner", "opponent", "--cube", "2", start}, 1, "may not double"},
		{"score of a rollout", "", []string{"rollout", "--score", "3-1", start}, 2, "have no effect without --match"},
		{"reduction", "", []string{"rollout", "--variance-reduction", "yes", start}, 2, `--variance-reduction: "yes"`},
		{"endings", "", []string{"rollout", "--truncate-bearoff", "all", start}, 2, `--truncate-bearoff: "all"`},
		{"state of two rollouts", "", []string{"rollout", "--out", "testdata/none.rollout", start, start}, 2, "one position"},
		{"state in another kind of file", "", []string{"rollout", "--out", tiny, start}, 1, `not a gammonlab file of the kind "rollout"`},
		{"no database file", "", []string{"bearoff", "generate", "one-sided"}, 2, "no file given"},
		{"points", "", []string{"bearoff", "generate", "one-sided", "--points", "19", "testdata/none.bd"}, 1, "points"},
		{"sample", "", []string{"bearoff", "verify", "--sample", "-1", tiny}, 2, "--sample is -1"},
		{"not a database", "", []string{"bearoff", "verify", tiny}, 1, "tiny.safetensors"},
		{"no such database", "", []string{"eval", "--bearoff", "testdata/none.bd", start}, 1, "none.bd"},
		{"no ending", "", []string{"bearoff", "show", start}, 1, "no database contains it"},
	} {
		t.Run(c.name, func(t *testing.T) { checkMistake(t, c.in, c.args, c.code, c.want) })
	}
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

// A bad line is reported with its number, and the others are answered.
func TestBadLines(t *testing.T) {
	impossible := "4HPwATDgc/ABMA:cIkKAAAAAAAA"[:15] + strings.Repeat("/", 12) // a state that no match has
	for _, c := range []struct {
		name string
		line string
		want string
		args []string
	}{
		{"eval", "4HPw", "4 characters, want 14", []string{"eval", "--model", tiny, "--format", "csv"}},
		{"eval, long", strings.Repeat("A", 200_000), "longer than 4096 bytes", []string{"eval", "--model", tiny, "--format", "csv"}},
		{"eval, the state", impossible, "", []string{"eval", "--model", tiny, "--format", "csv", "--cubeful"}},
		{"eval, ahead", "4HPw", "4 characters, want 14", []string{"eval", "--model", tiny, "--format", "csv", "--plies", "1"}},
		{"moves", string(make([]byte, 10)), "10 characters, want 14", []string{"moves", "--dice", "31", "--format", "csv"}},
		{"moves without dice", start, "give --dice", []string{"moves", "--format", "csv"}},
		{"hint", finished, "the game is over", []string{"hint", "--model", tiny, "--dice", "31", "--limit", "1", "--json"}},
		{"hint, the state", impossible, "", []string{"hint", "--model", tiny, "--dice", "31", "--limit", "1", "--json", "--cubeful"}},
	} {
		good := started
		in := "# comment\n" + good + "\n" + c.line + "\n\n" + good + "\n" + c.line
		want, errOut, code := command(t, good+"\n"+good, append(c.args, "-")...)
		if code != exitOK {
			t.Fatalf("%s: exit code %d, %s", c.name, code, errOut)
		}
		out, errOut, code := command(t, in, append(c.args, "-")...)
		if code != exitFailed || out != want {
			t.Errorf("%s: exit code %d, output %q, want %d, %q", c.name, code, out, exitFailed, want)
		}
		lines, whole := strings.Split(errOut, "\n"), "gammonlab "+c.args[0]
		if len(lines) != 4 || !strings.HasPrefix(lines[0], whole+": standard input, line 3: ") || !strings.Contains(lines[0], c.want) ||
			!strings.HasPrefix(lines[1], whole+": standard input, line 6: ") ||
			lines[2] != whole+": standard input: 2 of 4 lines could not be answered" {
			t.Errorf("%s: errors %q", c.name, errOut)
		}
	}
}

// A program that sends one line at a time gets its answer before it sends the
// next line.
func TestAnswersOneAtATime(t *testing.T) {
	in, ask := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan int)
	go func() {
		done <- run(t.Context(), []string{"gammonlab", "eval", "--model", tiny, "--format", "json", "-"}, in, out, io.Discard)
	}()
	buf := make([]byte, 4096)
	for range 3 {
		must.Get(io.WriteString(ask, start+"\n"))(t)
		n, err := answers.Read(buf)
		if err != nil || !strings.Contains(string(buf[:n]), start) {
			t.Fatalf("answer %q, error %v", buf[:n], err)
		}
	}
	ask.Close()
	if code := <-done; code != exitOK {
		t.Errorf("exit code %d", code)
	}
}

func TestVariantWarning(t *testing.T) {
	_, errOut, code := command(t, "", "eval", "--model", tiny, "--variant", "nackgammon", start)
	if want := "was trained for backgammon, not for nackgammon"; code != exitOK || !strings.Contains(errOut, want) {
		t.Errorf("exit code %d, errors %q, want a warning with %q", code, errOut, want)
	}
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

func TestCancelledWhileReading(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var errOut bytes.Buffer
	code := run(ctx, []string{"gammonlab", "eval", "-"}, strings.NewReader(start), io.Discard, &errOut)
	if code != exitFailed || !strings.Contains(errOut.String(), "interrupted") {
		t.Errorf("exit code %d, errors %q, want 1 and interrupted", code, errOut.String())
	}
}
