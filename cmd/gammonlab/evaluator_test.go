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
			out := program.OK(t, append(append(words[:at:at], model), words[at:]...)...)
			return out
		}
		if got, want := with(remote), with(tiny); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", args, got, want)
		}
	}
	out := clitest.Program(gammonlab).OK(t, "bench", "match", "--bearoff", "none", "--a", "net:"+remote, "--b", "net:"+tiny, "--games", "40")
	clitest.Wants(t, out, "ppg  +0.0 ± 0.0 mEq")
}

func TestEvaluatorProgramFaults(t *testing.T) {
	program.Mistakes(t, "", []clitest.Mistake{
		{[]string{"eval", "--model", "evaluator:false", "4HPwATDgc/ABMA"}, 1, "evaluator:false: it has ended"},
		{[]string{"eval", "--model", "evaluator:", "4HPwATDgc/ABMA"}, 1, "it has no command"},
		{[]string{"eval", "--model", "evaluator:echo hello", "4HPwATDgc/ABMA"}, 1, "its first line: "},
		{[]string{"weights", "info", "evaluator:false"}, 1, "neither a file nor a shipped net"},
	})
}
