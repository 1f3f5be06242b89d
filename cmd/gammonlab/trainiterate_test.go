package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gammonlab/supervised/iterate"
)

// shortIterate writes the settings of a run of a second.
func shortIterate(t *testing.T, more string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "iterate.json")
	text := `{
		"start": "` + tiny + `", "bearoff": "none", "generations": 2, "window": 2,
		"generate": {"positions": 300, "noise": 0.02},
		"train": {"epochs": 2, "batch": 32, "rate": "0.001", "checkpoint": 3},
		"measure": {"games": 100}, "promote": {"sigmas": 0}` + more + `}`
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestIterate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	config := shortIterate(t, `, "measure": {"games": 100, "pubeval_games": 20}`)
	out, errOut, code := command(t, "", "train", "iterate", "--config", config, "--out", dir)
	if code != exitOK {
		t.Fatalf("exit code %d\n%s", code, errOut)
	}
	for _, want := range []string{
		"ppg against best", "\n           2        300 ", "best model: " + filepath.Join(dir, "best.safetensors"), "strength.png",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the output has no %q:\n%s", want, out)
		}
	}
	for _, want := range []string{"generation 1 of 2, generate: ", "generation 2 of 2, merge: ", "generation 2 of 2, pubeval: ", "promoted"} {
		if !strings.Contains(errOut, want) {
			t.Errorf("the progress has no %q:\n%s", want, errOut)
		}
	}
	// The best net is a model like any other, and the finished run says the same again.
	if _, errOut, code := command(t, "", "weights", "info", filepath.Join(dir, "best.safetensors")); code != exitOK {
		t.Errorf("weights info: %s", errOut)
	}
	again, _, code := command(t, "", "train", "iterate", "--out", dir, "--resume")
	if code != exitOK || again != out {
		t.Errorf("resumed: exit code %d, got\n%swant\n%s", code, again, out)
	}
	var points []iterate.Point
	text, _, _ := command(t, "", "train", "iterate", "--out", dir, "--resume", "--json")
	if err := json.Unmarshal([]byte(text), &points); err != nil {
		t.Fatal(err)
	}
	if len(points) != 3 || points[1].Match == nil || points[1].Match.Games != 100 || points[0].Pubeval == nil {
		t.Errorf("points %+v", points)
	}
	iterateOnBenchmark(t, filepath.Join(dir, "generations", "0002", "labelled.parquet"))
}

// iterateOnBenchmark has a run measured on a database.
func iterateOnBenchmark(t *testing.T, database string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	config := shortIterate(t, `, "generations": 1, "measure": {"games": 0, "values": ["`+database+`"]}, "promote": {"always": true}`)
	mustTrain(t, []string{"train", "iterate", "--config", config, "--out", dir})
	var points []iterate.Point
	text, _, _ := command(t, "", "train", "iterate", "--out", dir, "--resume", "--json")
	if err := json.Unmarshal([]byte(text), &points); err != nil {
		t.Fatal(err)
	}
	for _, p := range points {
		if len(p.Values) != 1 || p.Values[0].Positions != 300 || p.Values[0].Equity < 1 || p.Values[0].Mean >= p.Values[0].Equity || p.Match != nil {
			t.Errorf("generation %d: %+v, want an error on 300 positions and no match", p.Generation, p)
		}
	}
	if len(points) != 2 || points[0].Values[0].Equity == points[1].Values[0].Equity {
		t.Errorf("%d points, want 2 that differ", len(points))
	}
	readFile(t, dir, "values.svg")
}

func TestIterateRefusals(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.json")
	if err := os.WriteFile(bad, []byte(`{"generations": 0}`), 0o666); err != nil {
		t.Fatal(err)
	}
	missing := shortIterate(t, `, "start": "nowhere.safetensors"`)
	for _, test := range []struct {
		args []string
		want string
		code int
	}{
		{[]string{"--out", dir}, "--config is required", exitUsage},
		{[]string{"--config", bad}, "--out is required", exitUsage},
		{[]string{"--config", bad, "--out", dir}, "generations is 0, want 1 to 9999", exitUsage},
		{[]string{"--config", bad, "--out", dir, "--resume"}, "--config cannot be given with --resume", exitUsage},
		{[]string{"--out", dir, "--resume"}, "is no run folder", exitFailed},
		{[]string{"--config", missing, "--out", dir}, "nowhere.safetensors", exitFailed},
		{[]string{"--config", filepath.Join(dir, "none.json"), "--out", dir}, "none.json", exitFailed},
		{[]string{"--config", bad, "--out", dir, "extra"}, "unexpected argument", exitUsage},
	} {
		_, errOut, code := command(t, "", append([]string{"train", "iterate"}, test.args...)...)
		if code != test.code || !strings.Contains(errOut, test.want) {
			t.Errorf("%v: exit code %d, %q, want %d, %q", test.args, code, errOut, test.code, test.want)
		}
	}
}

// TestIterateInterrupted cancels a run as Ctrl-C does.
func TestIterateInterrupted(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	ctx, cancel := context.WithCancel(t.Context())
	var errOut cancelOn
	errOut.word, errOut.cancel = "generation 1 of 2, label", cancel
	code := run(ctx, []string{"gammonlab", "train", "iterate", "--config", shortIterate(t, ""), "--out", dir}, nil, io.Discard, &errOut)
	want := "interrupted; generation 1 was at step train, resume with: gammonlab train iterate --out " + dir + " --resume"
	if code != exitFailed || !strings.Contains(errOut.text.String(), want) {
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
	if testing.Short() {
		t.Skip("short: the tests of package iterate interrupt every step")
	}
	config, whole, dir := shortIterate(t, ""), filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "run")
	mustTrain(t, []string{"train", "iterate", "--config", config, "--out", whole})
	args := []string{"train", "iterate", "--config", config, "--out", dir}
	kills := 0
	for _, file := range []string{
		"config.json", "generations/0001/positions.parquet.part", "generations/0001/labelled.parquet.part",
		"generations/0001/train/checkpoints", "generations/0001/measured.json", "generations/0002/positions.parquet",
		"generations/0002/train/config.json", "generations/0002/train/model.safetensors",
	} {
		if killWhen(t, args, filepath.Join(dir, file)) {
			kills++
		}
		if _, err := os.Stat(filepath.Join(dir, "config.json")); err == nil {
			args = []string{"train", "iterate", "--out", dir, "--resume"}
		}
	}
	if kills == 0 {
		t.Error("the run was over before it could be killed")
	}
	mustTrain(t, []string{"train", "iterate", "--out", dir, "--resume"})
	for _, name := range []string{"best.safetensors", "metrics.jsonl"} {
		if readFile(t, dir, name) != readFile(t, whole, name) {
			t.Errorf("%s differs after %d kills", name, kills)
		}
	}
}

// killWhen runs the program and kills it when the file is there. It reports
// whether it came to that.
func killWhen(t *testing.T, args []string, file string) bool {
	t.Helper()
	if _, err := os.Stat(file); err == nil {
		return false
	}
	program := exec.Command(os.Args[0])
	program.Env = append(os.Environ(), childArgs+"="+strings.Join(args, "\n"))
	errOut := new(strings.Builder)
	program.Stderr = errOut
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- program.Wait() }()
	for {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("%v: %v\n%s", args, err, errOut)
			}
			return false
		case <-time.After(time.Millisecond):
		}
		if _, err := os.Stat(file); err == nil {
			if err := program.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			return <-ended != nil
		}
	}
}
