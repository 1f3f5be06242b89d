package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/engine/enginetest"
	"gammonlab/internal/output"
	"gammonlab/internal/waittest"
)

// Every long command ends soon after a signal, with the signal's exit code and,
// where possible, the way to resume.
func TestSignals(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	data, pipe := clitest.Labelled(t, gnubgTable), file("pipe")
	evals := []string{"eval", "--model", "default", "--plies", "4"}
	for _, pos := range enginetest.Positions(500, 1) {
		evals = append(evals, pos.ID())
	}
	deep := "net:" + tiny + ",plies=4,filter=all"
	onResults := "the games are kept in " + file("results")
	begun := map[string]string{ // files that exist when the command is at work, by case
		"kept match": "results", "positions build": "decisions.jsonl.part", "kept rollout": "trials", "generate": "generated.parquet.part",
		"label": "labelled.parquet.part", "bearoff": "one-sided.bd.part", "simulate": "study.parquet.part", "td": "td/config.json",
		"supervised": "supervised/config.json",
	}
	for i, c := range []struct {
		name string
		want string // in the message
		args []string
	}{
		{"match", "--results", []string{"bench", "match", "--a", deep, "--b", deep, "--match", "5", "--games", "1000"}},
		{"kept match", onResults, []string{"bench", "match", "--a", "pubeval", "--b", "random", "--games", "100000000", "--results", file("results")}},
		{"hanging engine", "", []string{"bench", "match", "--a", "ubgi:sleep 60", "--b", "random"}},
		{"sprt", "--results", []string{"bench", "sprt", "--a", deep, "--b", "pubeval"}},
		{"tournament", "--results", []string{"bench", "tournament", "--players", "random,pubeval", "--games", "100000000"}},
		{"suite", "starts from the beginning", []string{"bench", "suite", "--player", deep}},
		{"positions run", "with --results FILE they are kept", []string{"bench", "positions", "run", "--player", deep}},
		{"positions build", ".part", []string{"bench", "positions", "build", "--model", tiny, "--out", file("decisions.jsonl")}},
		{"values", "starts from the beginning", []string{"bench", "values", "--model", tiny, "--plies", "3", data}},
		{"speed", "starts from the beginning", []string{"bench", "speed", "--model", tiny, "--time", "10m"}},
		{"eval", "", evals},
		{"hint", "", []string{"hint", "--dice", "31", "--plies", "4", "--filter", "all", start}},
		{"rollout", "--out FILE", []string{"rollout", "--model", tiny, "--plies", "3", "--trials", "1000000", start}},
		{"kept rollout", "resume with the same command", []string{"rollout", "--model", tiny, "--trials", "10000000", "--out", file("trials"), start}},
		{"eval -", "", []string{"eval", "--model", tiny, "-"}},
		{"hint -", "", []string{"hint", "--model", tiny, "-"}},
		{"moves -", "", []string{"moves", "--dice", "31", "-"}},
		{"analyze -", "starts from the beginning", []string{"analyze", "--model", tiny, "-"}},
		{"import -", "starts from the beginning", []string{"dataset", "import", "-", "--out", file("imported.parquet")}},
		{"analyze folder", "resume with the same command", []string{"analyze", "--model", tiny, "--plies", "4", "--filter", "all", "--cache", file("analyses"), "../../engine/analysis/testdata"}},
		{"predict -", "", []string{"rating", "predict", "-"}},
		{"play", "", []string{"play", "--model", tiny}},
		{"ubgi", "", []string{"ubgi", "--model", tiny}},
		{"external", "", []string{"external", "--model", tiny, "--listen", "127.0.0.1:0"}},
		{"serve", "", []string{"serve", "--model", tiny, "--listen", "127.0.0.1:0"}},
		{"pipe", "", []string{"eval", "--model", pipe, start}},
		{"generate", ".part", []string{"dataset", "generate", "--player", "net:" + tiny, "--positions", "100000000", "--out", file("generated.parquet")}},
		{"label", ".part", []string{"dataset", "label", "--method", "rollout", "--relabel", "--model", tiny, "--out", file("labelled.parquet"), data}},
		{"bearoff", ".part", []string{"bearoff", "generate", "one-sided", "--points", "11", file("one-sided.bd")}},
		{"simulate", ".part", []string{"rating", "simulate", "--study", "1", "--model", tiny, "--out", file("study.parquet")}},
		{"td", "resume with the same command", []string{"train", "td", "--games", "100000000", "--out", file("td")}},
		{"supervised", "resume with the same command", []string{"train", "supervised", "--data", data, "--epochs", "1000000", "--patience", "0", "--out", file("supervised")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && i%4 != 0 {
				t.Skip("there is no time for all of them")
			}
			if c.name == "pipe" && exec.Command("mkfifo", pipe).Run() != nil {
				t.Skip("no mkfifo here")
			}
			t.Parallel()
			process := clitest.StartChild(t, c.args)
			if name := begun[c.name]; name != "" {
				waittest.Until(t, "the file "+name, func() bool { return clitest.Exists(file(name)) })
			}
			time.Sleep(time.Second) // so that it is at work
			if got := process.End(t, os.Interrupt); got != 130 {
				t.Errorf("exit code %d, want 130\n%s", got, process.Err.String())
			}
			said := process.Err.String()
			if last := clitest.LastLine(said); !wholeCommand.MatchString(last) || !strings.Contains(last, ": interrupted") || !strings.Contains(last, c.want) {
				t.Errorf("it said\n%s\nwant an end with interrupted and %q", said, c.want)
			}
		})
	}
}

// The listed commands that start from the beginning exist and keep no
// unfinished work.
func TestRestarts(t *testing.T) {
	left := restarts()
	eachCommand(gammonlab().Commands, "", func(name string, c *cli.Command) {
		left = slices.DeleteFunc(left, func(r string) bool { return r == name })
	})
	if len(left) > 0 {
		t.Errorf("%q are no commands", left)
	}
	for _, name := range restarts() {
		for _, o := range gammonlab().Outputs[name] {
			if o.Kind == output.Journaled || o.Kind == output.RunFolder || o.Kind == output.Kept {
				t.Errorf("%s keeps what is done in --%s", name, o.Flag)
			}
		}
	}
}

// SIGTERM has another exit code than an interrupt.
func TestTerminated(t *testing.T) {
	if got := clitest.StartChild(t, []string{"eval", "--model", tiny, "-"}).End(t, syscall.SIGTERM); got != 143 {
		t.Errorf("exit code %d, want 143", got)
	}
}
