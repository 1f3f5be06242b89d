package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"gammonlab/board"
)

// playedIDs returns the position IDs of games of random plays, one a line.
func playedIDs(n int) string {
	var ids strings.Builder
	dice, pos := board.NewDice(rand.NewPCG(5, 5)), board.Backgammon.Start()
	for i := range n {
		fmt.Fprintln(&ids, pos.ID())
		plays := board.Plays(pos, dice.Next())
		switch {
		case pos.Result() != 0:
			pos = board.Backgammon.Start()
		case len(plays) == 0:
			pos = pos.Swap()
		default:
			pos = plays[i*7%len(plays)].Result
		}
	}
	return ids.String()
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
			args := append([]string{"eval", "--model", tiny, "--workers", workers}, c.args...)
			out, errOut, code := command(t, c.ids, append(args, "-")...)
			if code != exitOK {
				t.Fatalf("%v: exit code %d, %s", args, code, errOut)
			}
			if want == "" {
				want, _, _ = command(t, "", append(args, strings.Fields(c.ids)...)...) // on the command line
			}
			if out != want {
				t.Errorf("%v: other answers than to the same positions on the command line", args)
			}
		}
	}
}

// The first 100 bad lines are reported, and the others are only counted.
func TestManyBadLines(t *testing.T) {
	out, errOut, code := command(t, strings.Repeat("x\n", 5000)+start, "eval", "--model", tiny, "--format", "csv", "-")
	if code != exitFailed || strings.Count(out, "\n") != 2 || strings.Count(errOut, "\n") != 102 ||
		!strings.HasSuffix(errOut, "further invalid lines are only counted\ngammonlab eval: standard input: 5000 of 5001 lines could not be answered\n") {
		t.Errorf("exit code %d, output %q, errors %.200q…", code, out, errOut)
	}
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
				if code := run(b.Context(), args, strings.NewReader(ids), io.Discard, io.Discard); code != exitOK {
					b.Fatalf("exit code %d", code)
				}
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
