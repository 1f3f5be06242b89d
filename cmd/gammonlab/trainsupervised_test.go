package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/childtest"
	"gammonlab/internal/must"
	"gammonlab/internal/runfolder"
	"gammonlab/internal/runfolder/runfoldertest"
)

// labelledByGnubg is a table of positions from play, evaluated by GNU
// Backgammon.
const labelledByGnubg = "../../engine/testdata/0ply-selfplay.csv"

// trainingData imports a database of some 800 positions and returns its path.
func trainingData(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "positions.parquet")
	mustTrain(t, []string{"dataset", "import", labelledByGnubg, "--out", path})
	return path
}

// shortSupervised is a run of some milliseconds.
func shortSupervised(data, dir string, more ...string) []string {
	return append([]string{
		"train", "supervised", "--data", data, "--out", dir, "--hidden", "6", "--epochs", "3", "--batch", "32", "--holdout", "0.2",
	}, more...)
}

func TestSupervised(t *testing.T) {
	data, dir := trainingData(t), filepath.Join(t.TempDir(), "run")
	out, errOut, code := command(t, "", shortSupervised(data, dir, "--curve", "--bench-values", labelledByGnubg,
		"--bench-decisions", "../../internal/datasets/exchange/testdata/handmade.bm", "--bench-games", "20", "--bench-every", "2")...)
	if code != exitOK {
		t.Fatalf("exit code %d\n%s", code, errOut)
	}
	for _, name := range []string{
		"config.json", "metrics.jsonl", "model.safetensors",
		"learning-curve.png", "learning-curve.svg", "equity-curve.png", "equity-curve.svg",
	} {
		if readFile(t, dir, name) == "" {
			t.Errorf("%s is empty", name)
		}
	}
	if want := "model: " + filepath.Join(dir, "model.safetensors"); !strings.Contains(out, want) {
		t.Errorf("the output lacks %q:\n%s", want, out)
	}
	if want := "rows where the game is over"; !strings.Contains(errOut, want) {
		t.Errorf("no word of %q:\n%s", want, errOut)
	}
	lines := strings.Split(strings.TrimSpace(readFile(t, dir, "metrics.jsonl")), "\n")
	if len(lines) != 3 {
		t.Fatalf("%d lines of metrics, want one for each of 3 epochs", len(lines))
	}
	for i, line := range lines {
		// Names that scripts rely on.
		var fields map[string]any
		must.OK(t, json.Unmarshal([]byte(line), &fields))
		for _, name := range []string{
			"epoch", "part", "positions", "rate", "training_loss", "validation_loss", "divergence",
			"equity_rmse", "equity_rmse_race", "equity_rmse_crashed", "equity_rmse_contact", "best",
		} {
			if _, ok := fields[name]; !ok {
				t.Errorf("line %d lacks %s: %s", i+1, name, line)
			}
			delete(fields, name)
		}
		bench, _ := fields["bench"].(map[string]any)
		if measured := i >= 1; measured != (len(bench) == 6) { // every second epoch and the last
			t.Errorf("line %d has the benchmarks %v", i+1, bench)
		}
		for name, v := range bench {
			want := map[string]bool{
				"0ply-selfplay_equity_rmse": true, "handmade_error_rate": true, "handmade_errors": true,
				"pubeval_ppg": true, "pubeval_ppg_low": true, "pubeval_ppg_high": true,
			}
			if _, isNumber := v.(float64); !isNumber || !want[name] {
				t.Errorf("line %d has the benchmark %s: %v", i+1, name, v)
			}
		}
	}
	before := readFile(t, dir, "model.safetensors")
	mustTrain(t, []string{"train", "supervised", "--out", dir, "--resume", "--workers", "3"})
	if readFile(t, dir, "model.safetensors") != before {
		t.Error("resuming a finished run has changed the model")
	}
}

// A config file sets the settings without flags, and the config of another run gives
// the same run.
func TestSupervisedConfig(t *testing.T) {
	data, dir := trainingData(t), t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	mustTrain(t, shortSupervised(data, path("flags"), "--part", "race,contact,crashed", "--hidden", "4/5/6-3",
		"--activation", "tanh/relu/relu,tanh", "--features", "tesauro198/perspective196/perspective196", "--loss", "squared", "--average", "0.9"))
	mustTrain(t, []string{"train", "supervised", "--data", data, "--config", filepath.Join(path("flags"), "config.json"), "--out", path("config")})
	if readFile(t, path("flags"), "model.safetensors") != readFile(t, path("config"), "model.safetensors") {
		t.Error("a run with another's config ends in other bytes")
	}
	mustTrain(t, []string{"train", "supervised", "--data", data, "--config", filepath.Join(path("flags"), "config.json"), "--seed", "2", "--out", path("seed")})
	text := readFile(t, path("seed"), "config.json")
	for _, want := range []string{`"seed": 2`, `"loss": "squared"`, `"average": 0.9`, `"tesauro198"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the config lacks %s:\n%s", want, text)
		}
	}
	out, _, code := command(t, "", "weights", "info", filepath.Join(path("flags"), "model.safetensors"))
	if code != exitOK || !strings.Contains(out, "198-4-5") || !strings.Contains(out, "196-5-5") || !strings.Contains(out, "196-6-3-5") {
		t.Errorf("exit code %d, nets\n%s", code, out)
	}
}

// A run from a model has the shape of the model, or a larger one.
func TestSupervisedFrom(t *testing.T) {
	data, dir := trainingData(t), t.TempDir()
	still := []string{"--optimizer", "sgd", "--rate", "0", "--epochs", "1", "--from", tiny}
	args := []string{"train", "supervised", "--data", data, "--out"}
	mustTrain(t, append(append(args, filepath.Join(dir, "same")), still...))
	mustTrain(t, append(append(append(args, filepath.Join(dir, "grown")), still...), "--hidden", "12-12"))
	shape := func(model string) string {
		out := succeed(t, "weights", "info", model)
		_, after, _ := strings.Cut(out, "shape")
		line, _, _ := strings.Cut(after, "\n")
		return strings.TrimSpace(line)
	}
	want := shape(tiny)
	if got := shape(filepath.Join(dir, "same", "model.safetensors")); got != want {
		t.Errorf("shape %s, want %s", got, want)
	}
	if got := shape(filepath.Join(dir, "grown", "model.safetensors")); got != "196-12-12-5" {
		t.Errorf("the grown net is %s, want 196-12-12-5", got)
	}
	answers := func(model string) string {
		out := succeed(t, "eval", "--model", model, "--bearoff", "none", start)
		return out
	}
	for _, run := range []string{"same", "grown"} {
		if got, want := answers(filepath.Join(dir, run, "model.safetensors")), answers(tiny); got != want {
			t.Errorf("%s: answers\n%s\nwant\n%s", run, got, want)
		}
	}
}

// stopChild begins a run, stops it by the signal after a number of steps, and
// returns the exit code. If the run ends before the signal, as on a busy
// machine, it begins the run again.
func stopChild(t *testing.T, dir string, steps int64, signal os.Signal, args []string) int {
	t.Helper()
	code := exitOK
	for tries := 0; code == exitOK && tries < 10; tries++ {
		must.OK(t, os.RemoveAll(dir))
		code = signalChild(t, dir, steps, signal, args)
	}
	return code
}

// signalChild runs the program in another process, sends it the signal when its
// run has a checkpoint after the number of steps, and returns its exit code.
func signalChild(t *testing.T, dir string, steps int64, signal os.Signal, args []string) int {
	t.Helper()
	cmd, folder := clitest.Command(args), runfolder.New(dir)
	childtest.Stop(t, cmd, signal, func() bool { return folder.Reached() >= steps })
	return cmd.ProcessState.ExitCode()
}

// A run that is resumed after a kill or an interruption ends with the same
// bytes.
func TestSupervisedStopped(t *testing.T) {
	data, dir := trainingData(t), t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	args := func(name string) []string {
		return shortSupervised(data, path(name), "--hidden", "128", "--epochs", "12", "--batch", "4", "--patience", "0", "--checkpoint", "100")
	}
	mustTrain(t, args("whole"))
	for _, c := range []struct {
		name   string
		signal os.Signal
		code   int
	}{{"killed", syscall.SIGKILL, -1}, {"interrupted", syscall.SIGINT, 130}} {
		if code := stopChild(t, path(c.name), 100, c.signal, args(c.name)); code != c.code {
			t.Errorf("%s: exit code %d, want %d", c.name, code, c.code)
		}
		mustTrain(t, []string{"train", "supervised", "--out", path(c.name), "--resume"})
		for _, file := range []string{"model.safetensors", "metrics.jsonl", "config.json"} {
			left := func(run string) string { return runfoldertest.WithoutElapsed(readFile(t, path(run), file)) }
			if left(c.name) != left("whole") {
				t.Errorf("%s: %s differs from that of a run that was not", c.name, file)
			}
		}
	}
}

func TestSupervisedRefuses(t *testing.T) {
	data := trainingData(t)
	done := filepath.Join(t.TempDir(), "done")
	mustTrain(t, shortSupervised(data, done))
	other := filepath.Join(t.TempDir(), "other.parquet")
	mustTrain(t, []string{"dataset", "import", "../../engine/testdata/0ply-synthetic.csv", "--out", other})
	damaged := filepath.Join(t.TempDir(), "damaged.parquet")
	text := []byte(readFile(t, data))
	text[len(text)/3] ^= 1
	must.OK(t, os.WriteFile(damaged, text, 0o666))
	config := filepath.Join(t.TempDir(), "config.json")
	must.OK(t, os.WriteFile(config, []byte(`{"bach": 7}`), 0o666))
	fresh := filepath.Join(t.TempDir(), "run")
	for _, test := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"other settings", shortSupervised(data, done, "--batch", "7"), exitUsage, "has 32, this command has 7; --resume continues the run with its settings"},
		{"other data", shortSupervised(other, done), exitFailed, "gammonlab train supervised: --data: the run in "},
		{"no folder", []string{"train", "supervised", "--data", data}, exitUsage, "--out is required"},
		{"no data", []string{"train", "supervised", "--out", fresh}, exitUsage, "--data is required"},
		{"missing data", shortSupervised("nowhere.parquet", fresh), exitFailed, "nowhere.parquet"},
		{"not a database", shortSupervised(config, fresh), exitFailed, "config.json"},
		{"damaged data", shortSupervised(damaged, fresh), exitFailed, "row"},
		{"data without a valid row", shortSupervised(damaged, fresh, "--skip-bad"), exitFailed, "no labelled rows of class race, crashed or contact in " + damaged},
		{"another game", shortSupervised(data, fresh, "--variant", "hypergammon3"), exitFailed, "positions of backgammon, the run is for hypergammon3"},
		{"resume without a run", []string{"train", "supervised", "--out", fresh, "--resume"}, exitFailed, "not a run folder"},
		{"other settings on resume", []string{"train", "supervised", "--out", done, "--resume", "--batch", "7"}, exitUsage, "has 32, this command has 7; to resume the run, leave out the flag"},
		{"another shape on resume", []string{"train", "supervised", "--out", done, "--resume", "--hidden", "7"}, exitUsage, "--hidden: the run in "},
		{"a parent on resume", []string{"train", "supervised", "--out", done, "--resume", "--from", tiny}, exitUsage, "--from"},
		{"other data on resume", []string{"train", "supervised", "--out", done, "--resume", "--data", other}, exitFailed, "gammonlab train supervised: --data: the run in "},
		{"an unknown setting in a config", shortSupervised(data, fresh, "--config", config), exitUsage, `config.json: line 1: bach: unknown field "bach"`},
		{"an unknown feature set", shortSupervised(data, fresh, "--features", "nothing"), exitUsage, `unknown set "nothing"`},
		{"an unknown part", shortSupervised(data, fresh, "--part", "bearoff"), exitUsage, `part is "bearoff"`},
		{"a class without a net", shortSupervised(data, fresh, "--part", "race"), exitFailed, "no net for positions of class crashed"},
		{"too many shapes", shortSupervised(data, fresh, "--hidden", "5/6"), exitUsage, "--hidden has values for 2 nets"},
		{"a bad rate", shortSupervised(data, fresh, "--rate", "x"), exitUsage, "--rate"},
		{"a bad loss", shortSupervised(data, fresh, "--loss", "x"), exitUsage, `unknown loss "x"`},
		{"many mistakes", shortSupervised(data, fresh, "--batch", "0", "--epochs", "0"), exitUsage, "--epochs is 0"},
		{"both holdout and validation", shortSupervised(data, fresh, "--validation", other), exitFailed, "holdout is 0.2, but"},
		{"no workers", shortSupervised(data, fresh, "--workers", "0"), exitUsage, "--workers is 0"},
		{"an argument", shortSupervised(data, fresh, "more"), exitUsage, `unexpected argument "more"`},
		{"a smaller net than the parent's", shortSupervised(data, fresh, "--from", tiny), exitFailed, "from the parent's 196-8-5"},
		{"not a benchmark", shortSupervised(data, fresh, "--bench-values", config), exitFailed, config},
		{"not a decision benchmark", shortSupervised(data, fresh, "--bench-decisions", labelledByGnubg), exitFailed, "benchmark"},
		{"benchmarks of the same name", shortSupervised(data, fresh, "--bench-values", labelledByGnubg, "--bench-values", labelledByGnubg), exitFailed, "would have the same name, 0ply-selfplay"},
		{"weights that diverge", shortSupervised(data, fresh+"2", "--optimizer", "sgd", "--rate", "1e9", "--activation", "relu"), exitFailed, "try a smaller rate"},
	} {
		out, errOut, code := command(t, "", test.args...)
		if code != test.code || !strings.Contains(errOut, test.want) {
			t.Errorf("%s: exit code %d, want %d, and %q in\n%s", test.name, code, test.code, test.want, errOut)
		}
		if out != "" {
			t.Errorf("%s: output %q, want none", test.name, out)
		}
	}
	if _, err := os.Stat(fresh); err == nil {
		t.Error("a refused run has left a folder")
	}
}

// TestSupervisedSaysWhatItKept wants the epoch that the model has, and that training stopped
// early: the last figures that a user sees are those of a later epoch.
func TestSupervisedSaysWhatItKept(t *testing.T) {
	data, dir := trainingData(t), filepath.Join(t.TempDir(), "run")
	_, errOut, code := command(t, "", shortSupervised(data, dir, "--epochs", "60", "--patience", "2", "--rate", "0.3")...)
	if code != exitOK {
		t.Fatalf("exit code %d\n%s", code, errOut)
	}
	best, last := 0, 0
	var loss float64
	for line := range strings.Lines(readFile(t, dir, "metrics.jsonl")) {
		var p struct {
			Epoch int
			Loss  float64 `json:"validation_loss"`
			Best  bool
		}
		must.OK(t, json.Unmarshal([]byte(line), &p))
		if last = p.Epoch; p.Best {
			best, loss = p.Epoch, p.Loss
		}
	}
	if last == 60 || last != best+2 {
		t.Fatalf("epoch %d is the best of %d: the test needs a run that stops early", best, last)
	}
	want := fmt.Sprintf("the model has epoch %d: loss %.5f, ", best, loss)
	if early := fmt.Sprintf("; it stopped after %d of 60 epochs, 2 without a lower loss", last); !strings.Contains(errOut, want) || !strings.Contains(errOut, early) {
		t.Errorf("no word of %q and %q:\n%s", want, early, errOut)
	}
}
