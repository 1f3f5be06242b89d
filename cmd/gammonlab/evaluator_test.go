package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
)

// A model that another program evaluates plays, searches and is measured as its net.
func TestEvaluatorPrograms(t *testing.T) {
	binary := must.Get(os.Executable())(t)
	remote := fmt.Sprintf(`evaluator:env "GAMMONLAB_TEST_ARGS=evaluator
--model
%s" %q`, tiny, binary)
	for _, args := range []string{"eval --bearoff none MODEL 4HPwATDgc/ABMA", "eval --bearoff none --plies 1 MODEL 4HPwATDgc/ABMA", "hint --bearoff none MODEL XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10"} {
		with := func(model string) string {
			words := strings.Fields(strings.Replace(args, "MODEL", "--model", 1))
			at := len(words) - 1
			out, errOut, code := command(t, "", append(append(words[:at:at], model), words[at:]...)...)
			if code != exitOK {
				t.Fatalf("%s by %s: exit code %d, %s", args, model, code, errOut)
			}
			return out
		}
		if got, want := with(remote), with(tiny); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", args, got, want)
		}
	}
	out := clitest.Program(gammonlab).OK(t, "bench", "match", "--bearoff", "none", "--a", "net:"+remote, "--b", "net:"+tiny, "--games", "40")
	if !strings.Contains(out, "ppg  +0.0 ± 0.0 mEq") {
		t.Errorf("the net does not play as itself:\n%s", out)
	}
}

func TestEvaluatorProgramFaults(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
		code int
	}{
		{[]string{"eval", "--model", "evaluator:false", "4HPwATDgc/ABMA"}, "evaluator:false: it has ended", exitFailed},
		{[]string{"eval", "--model", "evaluator:", "4HPwATDgc/ABMA"}, "it has no command", exitFailed},
		{[]string{"eval", "--model", "evaluator:echo hello", "4HPwATDgc/ABMA"}, "its first line: ", exitFailed},
		{[]string{"weights", "info", "evaluator:false"}, "neither a file nor a shipped net", exitFailed},
	} {
		if _, errOut, code := command(t, "", c.args...); code != c.code || !strings.Contains(errOut, c.want) {
			t.Errorf("%q: exit code %d, errors %q, want %d and %q", c.args, code, errOut, c.code, c.want)
		}
	}
}
