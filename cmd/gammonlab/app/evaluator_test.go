package app

import (
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/engine/evaluator"
	"gammonlab/features"
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
	speed := program.OK(t, "bench", "speed", "--bearoff", "none", "--time", "1ms", "--model", remote)
	clitest.Wants(t, speed, "model evaluator:env ")
}

// The evaluator searches, with a digest of its own.
func TestEvaluatorSearches(t *testing.T) {
	pos := board.Backgammon.Start()
	frame := evaluator.AppendPosition([]byte{1, 0, 0, 0}, &pos)
	ask := func(args ...string) (hello string, row []float32) {
		out, _ := program.Reads(t, string(frame), args...)
		hello, data, _ := strings.Cut(out, "\n")
		row = make([]float32, (len(data)-4)/4)
		if _, err := binary.Decode([]byte(data[4:]), binary.LittleEndian, row); err != nil {
			t.Fatal(err)
		}
		return hello, row
	}
	hellos := map[string]bool{}
	for _, plies := range []string{"0", "1"} {
		hello, row := ask("evaluator", "--bearoff", "none", "--workers", "2", "--model", tiny, "--plies", plies)
		hellos[hello] = true
		want := program.OK(t, "eval", "--bearoff", "none", "--model", tiny, "--plies", plies, "--json", start)
		clitest.Wants(t, want, fmt.Sprintf(`"win":%v,"win_gammon":%v,`, row[0], row[1]))
	}
	if len(hellos) != 2 {
		t.Errorf("0 and 1 plies introduce themselves equally: %v", hellos)
	}
	set := must.Get(features.Lookup("perspective196"))(t)
	want := make([]float32, set.Len())
	set.Extract(want, &pos)
	if hello, row := ask("features", "serve", "--features", "perspective196"); !slices.Equal(row, want) || !strings.Contains(hello, set.Inputs()[20].Name) {
		t.Errorf("%s: got %v, want %v", hello, row, want)
	}
}

func TestEvaluatorProgramFaults(t *testing.T) {
	program.Mistakes(t, "", []clitest.Mistake{
		{[]string{"eval", "--model", "evaluator:false", "4HPwATDgc/ABMA"}, 1, "evaluator:false: it has ended"},
		{[]string{"eval", "--model", "evaluator:", "4HPwATDgc/ABMA"}, 1, "it has no command"},
		{[]string{"eval", "--model", "evaluator:echo hello", "4HPwATDgc/ABMA"}, 1, "its first line: "},
		{[]string{"weights", "info", "evaluator:false"}, 1, "is a program, want a model with nets"},
	})
}
