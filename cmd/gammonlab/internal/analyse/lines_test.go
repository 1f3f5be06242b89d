package analyse

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/engine/enginetest"
)

// playedIDs returns position IDs of games and one of a finished game, one a line.
func playedIDs(n int) string {
	var ids strings.Builder
	for _, pos := range enginetest.Positions(n-1, 5) {
		fmt.Fprintln(&ids, pos.ID())
	}
	return ids.String() + clitest.Finished + "\n"
}

// The results are in the order of the lines for any number of workers and
// plies, and equal the results of single lines.
func TestEvalLinesInOrder(t *testing.T) {
	many, few := playedIDs(3000), playedIDs(40)
	for _, c := range []struct {
		ids  string
		args []string
	}{
		{many, []string{"--format", "csv"}}, {many, []string{"--format", "json"}}, {few, nil},
		{few, []string{"--format", "csv", "--plies", "1"}}, {few, []string{"--format", "csv", "--cubeful"}},
	} {
		var want string
		for _, workers := range []string{"1", "2", "7"} {
			args := append([]string{"eval", "--model", clitest.Tiny, "--workers", workers}, c.args...)
			out, _ := program.Reads(t, c.ids, append(args, "-")...)
			if want == "" {
				want = program.OK(t, append(args, strings.Fields(c.ids)...)...) // on the command line
			}
			if out != want {
				t.Errorf("%v: other answers than to the same positions on the command line", args)
			}
		}
	}
}

// The first 100 bad lines are reported, and the others are only counted.
func TestManyBadLines(t *testing.T) {
	out, errOut, code := program.Run(t, strings.Repeat("x\n", 5000)+clitest.Start, "eval", "--model", clitest.Tiny, "--format", "csv", "-")
	if answers, errors := strings.Count(out, "\n"), strings.Count(errOut, "\n"); code != 1 || answers != 2 || errors != 102 {
		t.Errorf("exit code %d, %d lines of answers, %d of errors, want 1, 2 and 102", code, answers, errors)
	}
	clitest.Wants(t, errOut, "further invalid lines are only counted\ngammonlab eval: standard input: 5000 of 5001 lines could not be answered\n")
}

// BenchmarkEvalLines evaluates position IDs of standard input, to CSV, as scripts
// do.
func BenchmarkEvalLines(b *testing.B) {
	const n = 50_000
	ids := playedIDs(n)
	for _, model := range []string{"td512", "default"} {
		b.Run("model="+model, func(b *testing.B) {
			for b.Loop() {
				args := []string{"gammonlab", "eval", "--model", model, "--workers", "1", "--format", "csv", "-"}
				if code := program().Run(b.Context(), args, strings.NewReader(ids), io.Discard, io.Discard); code != 0 {
					b.Fatalf("exit code %d", code)
				}
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
