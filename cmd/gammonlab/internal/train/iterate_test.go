package train

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/childtest"
	"gammonlab/internal/digest"
	"gammonlab/internal/longtest"
	"gammonlab/internal/must"
	"gammonlab/internal/runfolder/runfoldertest"
	"gammonlab/internal/supervised/iterate"
	"gammonlab/nets"
)

// shortIterate writes the settings of a run of a second, of which those of more, a text such
// as `, "window": 3`, replace the ones with the same key.
func shortIterate(t *testing.T, more string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "iterate.json")
	settings := map[string]json.RawMessage{}
	must.OK(t, json.Unmarshal([]byte(clitest.Iterate(clitest.Tiny)), &settings))
	must.OK(t, json.Unmarshal([]byte("{"+strings.TrimPrefix(more, ",")+"}"), &settings))
	clitest.Write(t, path, string(must.Get(json.Marshal(settings))(t)))
	return path
}

func TestIterate(t *testing.T) {
	slow(t)
	dir := filepath.Join(t.TempDir(), "run")
	config := shortIterate(t, `, "measure": {"match_games": 100, "pubeval_games": 20}`)
	out, errOut := program.Reads(t, "", "train", "iterate", "--config", config, "--out", dir)
	clitest.Wants(t, out,
		"ppg against best", "\n           2        300 ", "best model: "+filepath.Join(dir, "best.safetensors"), "strength.png",
	)
	clitest.Wants(t, errOut, "generation 1 of 2, generate: ", "generation 2 of 2, merge: ", "generation 2 of 2, pubeval: ", "promoted")
	// The best net is a valid model, and resuming the finished run prints the
	// same text.
	must.Get(nets.Load(filepath.Join(dir, "best.safetensors")))(t)
	if again := program.OK(t, "train", "iterate", "--out", dir, "--resume"); again != out {
		t.Errorf("resumed: got\n%swant\n%s", again, out)
	}
	program.Mistakes(t, "train iterate --resume --out "+dir, []clitest.Mistake{
		{[]string{"--window", "3"}, 2, "has 2, this command has 3"},
		{[]string{"--generations", "1"}, 2, "generations cannot be changed from 2 to 1: 2 are done"},
		{[]string{"--generations", "two"}, 2, `--generations: "two" is not a whole number`},
	})
	printed := resumedIterate(t, dir)
	points := printed.Metrics
	if want := digest.Bytes(must.Get(os.ReadFile(filepath.Join(dir, "best.safetensors")))(t)); printed.Digest != want {
		t.Errorf("digest %q, want that of the best model, %s", printed.Digest, want)
	}
	if len(points) != 3 || points[1].Match == nil || points[1].Match.Games != 100 || points[0].Pubeval == nil {
		t.Errorf("points %+v", points)
	}
	clitest.Wants(t, clitest.File(t, dir, "run.html"), "2 of 2 generations", "core-hours")
	iterateOnBenchmark(t, filepath.Join(dir, "generations", "0002", "labelled.parquet"))
}

// iterated is what the command prints as JSON.
type iterated struct {
	Digest  string
	Metrics []iterate.Point
}

// resumedIterate returns what the command prints of a finished run.
func resumedIterate(t *testing.T, dir string) (printed iterated) {
	t.Helper()
	program.JSON(t, &printed, "train", "iterate", "--out", dir, "--resume", "--json")
	return printed
}

// iterateOnBenchmark has a run measured on a database.
func iterateOnBenchmark(t *testing.T, database string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	config := shortIterate(t, `, "generations": 1, "measure": {"match_games": 0, "values": ["`+database+`"]}, "promote": {"always": true}`)
	program.OK(t, "train", "iterate", "--config", config, "--out", dir)
	points := resumedIterate(t, dir).Metrics
	for _, p := range points {
		if len(p.Values) != 1 || p.Values[0].Positions != 300 || p.Values[0].Equity < 1 || p.Values[0].Mean >= p.Values[0].Equity || p.Match != nil {
			t.Errorf("generation %d: %+v, want an error on 300 positions and no match", p.Generation, p)
		}
	}
	if len(points) != 2 || points[0].Values[0].Equity == points[1].Values[0].Equity {
		t.Errorf("%d points, want 2 that differ", len(points))
	}
	clitest.File(t, dir, "values.svg")
}

func TestIterateRefusals(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.json")
	clitest.Write(t, bad, `{"generations": 0}`)
	missing := shortIterate(t, `, "from": "nowhere.safetensors"`)
	noJudge := shortIterate(t, `, "measure": {"match_games": 4, "luck": "nowhere.safetensors"}`)
	illegal := filepath.Join(dir, "illegal.txt")
	clitest.Write(t, illegal, "4HPwATDgc/ABMA\nAAAAAAAAAAAAAA\n")
	badPool := shortIterate(t, `, "pools": {"files": [{"file": "`+illegal+`", "weight": 1}]}`)
	program.Mistakes(t, "train iterate", []clitest.Mistake{
		{[]string{"--out", dir}, 2, "--config is required"},
		{[]string{"--config", bad}, 2, "--out is required"},
		{[]string{"--config", bad, "--out", dir}, 2, "generations is 0, want 1 to 9999"},
		{[]string{"--config", bad, "--out", dir, "--resume"}, 2, "--config cannot be given with --resume"},
		{[]string{"--out", dir, "--resume"}, 1, "is not a run folder"},
		{[]string{"--config", missing, "--out", dir}, 1, "nowhere.safetensors"},
		{[]string{"--config", noJudge, "--out", dir}, 1, "measure.luck: "},
		{[]string{"--config", badPool, "--out", dir}, 1, "pools.files: " + illegal + ": position 2, AAAAAAAAAAAAAA, is that of a finished game"},
		{[]string{"--config", filepath.Join(dir, "none.json"), "--out", dir}, 1, "none.json"},
		{[]string{"--config", bad, "--out", dir, "extra"}, 2, "unexpected argument"},
	})
}

// TestIterateInterrupted cancels a run as Ctrl-C does.
func TestIterateInterrupted(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	ctx, cancel := context.WithCancel(t.Context())
	var errOut cancelOn
	errOut.word, errOut.cancel = "generation 1 of 2, label", cancel
	code := program().Run(ctx, []string{"gammonlab", "train", "iterate", "--config", shortIterate(t, ""), "--out", dir}, nil, io.Discard, &errOut)
	want := "interrupted; generation 1 is at step train; resume with the same command"
	if code != 1 || !strings.Contains(errOut.text.String(), want) {
		t.Errorf("exit code %d, %q, want %q", code, errOut.text.String(), want)
	}
}

// cancelOn cancels when a word is written to it.
type cancelOn struct {
	text   strings.Builder
	word   string
	cancel func()
}

func (c *cancelOn) Write(data []byte) (int, error) {
	if strings.Contains(string(data), c.word) {
		c.cancel()
	}
	return c.text.Write(data)
}

// TestIterateKilled kills the program in one step after the other, with a signal
// that it cannot catch.
func TestIterateKilled(t *testing.T) {
	longtest.Skip(t, "the tests of package iterate interrupt every step")
	killIterate(t, shortIterate(t, ""), []string{
		"config.json", "generations/0001/positions.parquet.part", "generations/0001/labelled.parquet.part",
		"generations/0001/train/checkpoints", "generations/0001/measured.json", "generations/0002/positions.parquet",
		"generations/0002/train/config.json", "generations/0002/train/model.safetensors",
	})
}

// killIterate kills a run when each of the files is there, resumes it each time, and
// compares it with one in one piece.
func killIterate(t *testing.T, config string, files []string) {
	t.Helper()
	whole, dir := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "run")
	program.OK(t, "train", "iterate", "--config", config, "--out", whole)
	args := []string{"train", "iterate", "--config", config, "--out", dir}
	kills := 0
	for _, file := range files {
		if killWhen(t, args, filepath.Join(dir, file)) {
			kills++
		}
		if clitest.Exists(filepath.Join(dir, "config.json")) {
			args = []string{"train", "iterate", "--out", dir, "--resume"}
		}
	}
	if kills == 0 {
		t.Error("the run was over before it could be killed")
	}
	program.OK(t, "train", "iterate", "--out", dir, "--resume")
	for _, name := range []string{"best.safetensors", "metrics.jsonl"} {
		if runfoldertest.WithoutElapsed(clitest.File(t, dir, name)) != runfoldertest.WithoutElapsed(clitest.File(t, whole, name)) {
			t.Errorf("%s differs after %d kills", name, kills)
		}
	}
}

// killWhen runs the program and kills it when the file is there. It reports
// whether it came to that.
func killWhen(t *testing.T, args []string, file string) bool {
	t.Helper()
	if clitest.Exists(file) {
		return false
	}
	process := clitest.Command(args)
	errOut := new(strings.Builder)
	process.Stderr = errOut
	killed := childtest.Stop(t, process, os.Kill, func() bool { return clitest.Exists(file) })
	if !killed && !process.ProcessState.Success() {
		t.Fatalf("%v: %v\n%s", args, process.ProcessState, errOut)
	}
	return killed
}
