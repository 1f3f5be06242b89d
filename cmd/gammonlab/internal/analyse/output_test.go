package analyse

import (
	"bytes"
	"context"
	"io"
	"regexp"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
)

var program = clitest.Of(nil, Cube).With("eval", "moves", "hint", "rollout", "analyze")

func TestMain(m *testing.M) { program.Main(m) }

const (
	gnubgID    = "4HPwATDgc/ABMA:cIkKAAAAAAAA"                         // the start with gnubg's IDs
	race       = "s3sPAABtdwcAAA"                                      // a bear-off
	beforeRoll = "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:3:1:0:7:10" // the player owns a cube of 2
)

// The output of the commands, by case.
func TestOutput(t *testing.T) {
	positions := "# two positions\n\n" + clitest.Start + "\n  zx8AAFVozwSgSQ  \n"
	for _, c := range []struct {
		name string
		in   string
		args []string
	}{
		{"eval-text", "", []string{"eval", "--model", clitest.Tiny, clitest.Start}},
		{"eval-csv", positions, []string{"eval", "--model", clitest.Tiny, "--plies", "0", "--format", "csv", "-"}},
		{"eval-csv-empty", "# nothing\n", []string{"eval", "--model", clitest.Tiny, "--format", "csv", "-"}},
		{"eval-json", "", []string{"eval", "--model", clitest.Tiny, "--json", clitest.Start, clitest.Finished}},
		{"eval-xgid", "", []string{"eval", "--model", clitest.Tiny, "--format", "csv", clitest.Started, gnubgID}},
		{"eval-hypergammon", "", []string{"eval", "--model", clitest.Tiny, "--variant", "hypergammon3", "--format", "csv", clitest.Hyper}},
		{"eval-2-ply", "", []string{"eval", "--model", clitest.Tiny, "--plies", "2", "--json", clitest.Start, clitest.Finished}},
		{"eval-cubeful", "", []string{"eval", "--model", clitest.Tiny, "--match", "5", "--score", "1-3", clitest.Start}},
		{"eval-cubeful-csv", "", []string{"eval", "--model", clitest.Tiny, "--plies", "1", "--format", "csv", "--cubeful", clitest.Started, gnubgID}},
		{"eval-cubeful-json", "", []string{"eval", "--model", clitest.Tiny, "--cube", "2", "--owner", "player", "--json", clitest.Start, clitest.Finished}},
		{"moves-text", "", []string{"moves", "--dice", "31", clitest.Start}},
		{"moves-csv", positions, []string{"moves", "--dice", "66", "--format", "csv", "-"}},
		{"moves-json", "", []string{"moves", "--json", "--dice", "65", "HwAAAGwAAAAAAA", clitest.Finished}},
		{"moves-dice-of-xgid", "", []string{"moves", "--format", "csv", clitest.Started, gnubgID}},
		{"hint-text", "", []string{"hint", "--dice", "31", "--model", clitest.Tiny, "--limit", "5", clitest.Start}},
		{"hint-json", "", []string{"hint", "--dice", "31", "--model", clitest.Tiny, "--plies", "0", "--limit", "3", "--json", clitest.Start}},
		{"hint-stdin", clitest.Started + "\n" + clitest.Start, []string{"hint", "--dice", "66", "--model", clitest.Tiny, "--limit", "2", "--format", "json", "-"}},
		{"hint-2-ply", "", []string{"hint", "--dice", "42", "--model", clitest.Tiny, "--plies", "2", "--limit", "9", clitest.Start}},
		{"hint-filter", "", []string{"hint", "--dice", "42", "--model", clitest.Tiny, "--plies", "1", "--filter", "1/0/0", "--limit", "3", "--json", clitest.Start}},
		{"hint-cubeful", "", []string{"hint", "--dice", "31", "--model", clitest.Tiny, "--plies", "1", "--limit", "3", "--match", "5", "--score", "4-2", "--crawford", clitest.Start}},
		{"hint-cubeful-json", "", []string{"hint", "--dice", "31", "--model", clitest.Tiny, "--limit", "2", "--cubeful", "--json", clitest.Start, gnubgID}},
		{"hint-double", "", []string{"hint", "--model", clitest.Tiny, "--plies", "2", clitest.Start}},
		{"hint-redouble", "", []string{"hint", "--model", clitest.Tiny, "--match", "7", "--score", "3-0", "--cube", "2", "--owner", "player", clitest.Start}},
		{"hint-double-json", "", []string{"hint", "--model", clitest.Tiny, "--plies", "1", "--json", clitest.Start, beforeRoll}},
		{"hint-no-double", "", []string{"hint", "--model", clitest.Tiny, "--cube", "2", "--owner", "opponent", clitest.Start}},
		{"hint-no-play", "", []string{"hint", "--dice", "66", "--model", clitest.Tiny, clitest.NoPlay}},
		{"eval-race", "", []string{"eval", "--model", clitest.Tiny, race}},
		{"hint-race-json", "", []string{"hint", "--model", clitest.Tiny, "--json", race}},
		{"hint-rolls", "", []string{"hint", "--rolls", "--model", clitest.Tiny, "--match", "5", "--score", "4-2", clitest.Start}},
		{"hint-rolls-json", "", []string{"hint", "--rolls", "--model", clitest.Tiny, "--json", clitest.Started}},
		{"rollout-text", "", []string{"rollout", "--model", clitest.Tiny, "--dice", "31", "--candidates", "3", "--truncate", "4", "--trials", "72", clitest.Start}},
		{"rollout-json", "", []string{"rollout", "--model", clitest.Tiny, "--truncate", "3", "--trials", "36", "--json", clitest.Start}},
		{"rollout-plays-json", "", []string{"rollout", "--model", clitest.Tiny, "--dice", "43", "--play", "24/20 13/10", "--play", "24/21 13/9", "--truncate", "3", "--trials", "36", "--json", clitest.Start}},
		{"rollout-cubeful", "", []string{"rollout", "--model", clitest.Tiny, "--dice", "31", "--candidates", "2", "--truncate", "4", "--trials", "36", "--match", "7", "--score", "3-1", clitest.Start}},
		{"rollout-xgid", "", []string{"rollout", "--model", clitest.Tiny, "--candidates", "2", "--truncate", "3", "--trials", "36", "--cubeful", "--json", clitest.Started}},
		{"rollout-double", "", []string{"rollout", "--model", clitest.Tiny, "--truncate", "4", "--trials", "36", "--double", clitest.Start}},
		{"rollout-double-json", "", []string{"rollout", "--model", clitest.Tiny, "--truncate", "3", "--trials", "36", "--double", "--json", clitest.Start}},
		{"rollout-plies", "", []string{"rollout", "--model", clitest.Tiny, "--truncate", "3", "--truncate-plies", "1", "--trials", "12", "--plies", "1", "--opponent-plies", "0", "--late", "2", clitest.Start}},
		{"rollout-preset", "", []string{"rollout", "--model", clitest.Tiny, "--preset", "standard", "--truncate", "3", "--trials", "36", clitest.Start}},
	} {
		t.Run(c.name, func(t *testing.T) { program.Golden(t, c.name, c.in, c.args...) })
	}
}

// A user's mistake gives an exit code and a message, and nothing on standard
// output.
func TestMistakes(t *testing.T) {
	program.OK(t, "eval", clitest.Start) // which makes the databases
	program.FailsOn(t, "x", 2, "--dice is empty; leave it out or give it a value", "moves", "--dice", "", "-")
	program.Mistakes(t, "", []clitest.Mistake{
		{[]string{"eval", "--frob", clitest.Start}, 2, "-frob"},
		{[]string{"eval", "--model"}, 2, "eval: --model needs a value"},
		{[]string{"eval"}, 2, "no position"},
		{[]string{"eval", clitest.Start, "-"}, 2, "- cannot be given"},
		{[]string{"eval", "--plies", "5", clitest.Start}, 2, "--plies is 5, want 0 to 4"},
		{[]string{"eval", "--format", "xml", clitest.Start}, 2, `--format is "xml"`},
		{[]string{"eval", "--format", "csv", "--json", clitest.Start}, 2, "contradicts"},
		{[]string{"eval", "--variant", "chess", clitest.Start}, 2, `unknown variant "chess"`},
		{[]string{"eval", "4HPwATDgc"}, 2, "has 9 characters, want 14"},
		{[]string{"eval", "--format", "csv", clitest.Start, "x"}, 2, "1 characters"},
		{[]string{"moves", "--dice", "31", "--variant", "hypergammon3", clitest.Start}, 2, "at most 3"},
		{[]string{"eval", clitest.Start + ":cIkK"}, 2, "match ID"},
		{[]string{"eval", "XGID=-b----E-C---eE---c-e----B-:0:0:1:72:0:0:3:0:10"}, 2, `dice is "72"`},
		{[]string{"moves", clitest.Start}, 2, "give --dice"},
		{[]string{"moves", "--dice", "71", clitest.Start}, 2, `bad dice "71"`},
		{[]string{"hint", "--dice", "1", clitest.Start}, 2, `bad dice "1"`},
		{[]string{"hint", "--score", "1-0", clitest.Start}, 2, "--score needs --match"},
		{[]string{"eval", "--match", "3", "--cube", "3", clitest.Start}, 2, "cube at 3"},
		{[]string{"hint", "--dice", "31", clitest.Finished}, 1, "the game is over"},
		{[]string{"hint", "--dice", "31", "--filter", "wide", clitest.Start}, 2, `--filter: filter "wide"`},
		{[]string{"eval", "--workers", "0", clitest.Start}, 2, "--workers is 0"},
		{[]string{"hint", "--dice", "31", "--limit", "-1", clitest.Start}, 2, "--limit is -1"},
		{[]string{"hint", "--rolls", "--dice", "31", clitest.Start}, 2, "--dice has no effect with --rolls"},
		{[]string{"hint", "--rolls", "--limit", "3", clitest.Start}, 2, "--limit has no effect with --rolls"},
		{[]string{"rollout", clitest.Finished}, 1, "the game is over"},
		{[]string{"rollout", "--trials", "0", clitest.Start}, 2, "--trials is 0"},
		{[]string{"rollout", "--preset", "best", clitest.Start}, 2, `--preset: "best", want quick, standard, reference`},
		{[]string{"rollout", "--stop-se", "NaN", clitest.Start}, 2, `--stop-se: "NaN", want points`},
		{[]string{"rollout", "--stop-se", "30", clitest.Start}, 2, `--stop-se: "30", want 30mEq for thousandths`},
		{[]string{"rollout", "--play", "8/5 6/5", clitest.Start}, 2, "--play needs --dice"},
		{[]string{"rollout", "--dice", "31", "--play", "8/4 6/5", clitest.Start}, 2, `play "8/4 6/5"`},
		{[]string{"rollout", "--dice", "66", clitest.NoPlay}, 1, "66 cannot be played"},
		{[]string{"rollout", "--plies", "9", clitest.Start}, 2, "--plies is 9, want 0 to 4 plies"},
		{[]string{"rollout", "--late-plies", "1", clitest.Start}, 2, "--late-plies needs --late"},
		{[]string{"rollout", "--truncate-plies", "1", clitest.Start}, 2, "--truncate-plies needs --truncate"},
		{[]string{"rollout", "--filter", "fine", clitest.Start}, 2, "--filter"},
		{[]string{"rollout", "--double", "--dice", "31", clitest.Start}, 2, "--double contradicts --dice"},
		{[]string{"rollout", "--double", "--owner", "opponent", "--cube", "2", clitest.Start}, 1, "may not double"},
		{[]string{"rollout", "--score", "3-1", clitest.Start}, 2, "--score needs --match"},
		{[]string{"rollout", "--variance-reduction", "yes", clitest.Start}, 2, `--variance-reduction: "yes"`},
		{[]string{"rollout", "--truncate-bearoff", "all", clitest.Start}, 2, `--truncate-bearoff: "all"`},
		{[]string{"rollout", "--out", "none.rollout", clitest.Start, clitest.Start}, 2, "one position"},
		{[]string{"rollout", "--out", clitest.Tiny, clitest.Start}, 1, `not a gammonlab file of the kind "rollout"`},
		{[]string{"eval", "--bearoff", "none.bd", clitest.Start}, 1, "none.bd"},
	})
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
		{"eval", "4HPw", "4 characters, want 14", []string{"eval", "--model", clitest.Tiny, "--format", "csv"}},
		{"eval, long", strings.Repeat("A", 200_000), "longer than 4096 bytes", []string{"eval", "--model", clitest.Tiny, "--format", "csv"}},
		{"eval, the state", impossible, "", []string{"eval", "--model", clitest.Tiny, "--format", "csv", "--cubeful"}},
		{"eval, ahead", "4HPw", "4 characters, want 14", []string{"eval", "--model", clitest.Tiny, "--format", "csv", "--plies", "1"}},
		{"moves", string(make([]byte, 10)), "10 characters, want 14", []string{"moves", "--dice", "31", "--format", "csv"}},
		{"moves without dice", clitest.Start, "give --dice", []string{"moves", "--format", "csv"}},
		{"hint", clitest.Finished, "the game is over", []string{"hint", "--model", clitest.Tiny, "--dice", "31", "--limit", "1", "--json"}},
		{"hint, the state", impossible, "", []string{"hint", "--model", clitest.Tiny, "--dice", "31", "--limit", "1", "--json", "--cubeful"}},
	} {
		good := clitest.Started
		in := "# comment\n" + good + "\n" + c.line + "\n\n" + good + "\n" + c.line
		want, _ := program.Reads(t, good+"\n"+good, append(c.args, "-")...)
		out, errOut, code := program.Run(t, in, append(c.args, "-")...)
		if code != 1 || out != want {
			t.Errorf("%s: exit code %d, output %q, want %d, %q", c.name, code, out, 1, want)
		}
		from := "gammonlab " + c.args[0] + ": standard input"
		form := from + ", line 3: .*" + regexp.QuoteMeta(c.want) + ".*\n" + from + ", line 6: .*\n" + from + ": 2 of 4 lines could not be answered\n"
		if !regexp.MustCompile("^" + form + "$").MatchString(errOut) {
			t.Errorf("%s: errors %q, want %s", c.name, errOut, form)
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
		done <- program().Run(t.Context(), []string{"gammonlab", "eval", "--model", clitest.Tiny, "--format", "json", "-"}, in, out, io.Discard)
	}()
	buf := make([]byte, 4096)
	for range 3 {
		must.Get(io.WriteString(ask, clitest.Start+"\n"))(t)
		n, err := answers.Read(buf)
		if err != nil || !strings.Contains(string(buf[:n]), clitest.Start) {
			t.Fatalf("answer %q, error %v", buf[:n], err)
		}
	}
	ask.Close()
	if code := <-done; code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestVariantWarning(t *testing.T) {
	_, errOut := program.Reads(t, "", "eval", "--model", clitest.Tiny, "--variant", "nackgammon", clitest.Start)
	clitest.Wants(t, errOut, "was trained for backgammon, not for nackgammon")
}

func TestCancelledWhileReading(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var errOut bytes.Buffer
	code := program().Run(ctx, []string{"gammonlab", "eval", "-"}, strings.NewReader(clitest.Start), io.Discard, &errOut)
	if code != 1 || !strings.Contains(errOut.String(), "interrupted") {
		t.Errorf("exit code %d, errors %q, want 1 and interrupted", code, errOut.String())
	}
}

func TestFlagsFollowAPosition(t *testing.T) {
	before := program.OK(t, "eval", "--model", clitest.Tiny, "--json", clitest.Start)
	if after := program.OK(t, "eval", clitest.Start, "--json", "--model", clitest.Tiny); before != after || before == "" {
		t.Errorf("output %q, want %q", after, before)
	}
}
