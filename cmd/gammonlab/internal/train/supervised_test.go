package train

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/engine"
	"gammonlab/internal/childtest"
	"gammonlab/internal/must"
	"gammonlab/internal/runfolder"
	"gammonlab/internal/runfolder/runfoldertest"
	"gammonlab/nets"
)

// shortSupervised is a run of some milliseconds.
func shortSupervised(data, dir string, more ...string) []string {
	return append([]string{
		"train", "supervised", "--data", data, "--out", dir, "--hidden", "6", "--epochs", "3", "--batch", "32", "--holdout", "0.2",
	}, more...)
}

func TestSupervised(t *testing.T) {
	data, dir := clitest.Labelled(t, clitest.GnubgTable), filepath.Join(t.TempDir(), "run")
	out, errOut := program.Reads(t, "", shortSupervised(data, dir, "--curve", "--bench-values", clitest.GnubgTable,
		"--bench-decisions", "../../../../datasets/exchange/testdata/handmade.bm", "--bench-games", "20", "--bench-opponent", "random", "--bench-every", "2")...)
	written(t, dir, "config.json", "metrics.jsonl", "model.safetensors",
		"learning-curve.png", "learning-curve.svg", "equity-curve.png", "equity-curve.svg")
	clitest.Wants(t, out, "model: "+filepath.Join(dir, "model.safetensors"))
	clitest.Wants(t, errOut, "rows where the game is over")
	lines := strings.Split(strings.TrimSpace(clitest.File(t, dir, "metrics.jsonl")), "\n")
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
		if measured := i >= 1; measured != (len(bench) == 3) || measured != (fields["strength"] != nil && fields["opponent"] == "random") { // every second epoch and the last
			t.Errorf("line %d has the benchmarks %v", i+1, bench)
		}
		for name, v := range bench {
			want := map[string]bool{
				"0ply-selfplay_equity_rmse": true, "handmade_error_rate": true, "handmade_errors": true,
			}
			if _, isNumber := v.(float64); !isNumber || !want[name] {
				t.Errorf("line %d has the benchmark %s: %v", i+1, name, v)
			}
		}
	}
	before := clitest.File(t, dir, "model.safetensors")
	var printed struct{ Metrics []json.RawMessage }
	program.JSON(t, &printed, "train", "supervised", "--out", dir, "--resume", "--workers", "3", "--json")
	if n := len(printed.Metrics); n != 3 {
		t.Errorf("%d lines of metrics in the JSON, want one for each of 3 epochs", n)
	}
	if clitest.File(t, dir, "model.safetensors") != before {
		t.Error("resuming a finished run has changed the model")
	}
}

// A config file sets the settings without flags, and the config of another run gives
// the same run.
func TestSupervisedConfig(t *testing.T) {
	slow(t)
	data, dir := clitest.Labelled(t, clitest.GnubgTable), t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	program.OK(t, shortSupervised(data, path("flags"), "--part", "race,contact,crashed", "--hidden", "4/5/6-3",
		"--activation", "tanh/relu/relu,tanh", "--features", "tesauro198/perspective196/perspective196", "--loss", "squared", "--average", "0.9")...)
	program.OK(t, "train", "supervised", "--data", data, "--config", filepath.Join(path("flags"), "config.json"), "--out", path("config"))
	same(t, path("flags"), path("config"))
	program.OK(t, "train", "supervised", "--data", data, "--config", filepath.Join(path("flags"), "config.json"), "--seed", "2", "--out", path("seed"))
	text := clitest.File(t, path("seed"), "config.json")
	clitest.Wants(t, text, `"seed": 2`, `"loss": "squared"`, `"average": 0.9`, `"tesauro198"`)
	clitest.Wants(t, shapesIn(t, path("flags")), "198-4-5", "196-5-5", "196-6-3-5")
}

// A run from a model has the shape of the model, or a larger one.
func TestSupervisedFrom(t *testing.T) {
	data, dir := clitest.Labelled(t, clitest.GnubgTable), t.TempDir()
	still := []string{"--optimizer", "sgd", "--rate", "0", "--epochs", "1", "--from", clitest.Tiny}
	args := []string{"train", "supervised", "--data", data, "--out"}
	program.OK(t, append(append(args, filepath.Join(dir, "same")), still...)...)
	program.OK(t, append(append(append(args, filepath.Join(dir, "grown")), still...), "--hidden", "12-12")...)
	answer := func(model string) string {
		var p [1]engine.Probabilities
		engine.NewStatic(must.Get(nets.Load(model))(t), nil).Evaluate(p[:], []board.Position{board.Backgammon.Start()})
		return fmt.Sprintf("%.4f", p)
	}
	for run, shape := range map[string]string{"same": "196-8-5", "grown": "196-12-12-5"} {
		if got := shapesIn(t, filepath.Join(dir, run)); !strings.HasPrefix(got, shape+" ") {
			t.Errorf("%s: the net is %s, want %s", run, got, shape)
		}
		if got, want := answer(filepath.Join(dir, run, "model.safetensors")), answer(clitest.Tiny); got != want {
			t.Errorf("%s: answers %s, want %s", run, got, want)
		}
	}
}

// stopChild begins a run, stops it by the signal after a number of steps, and
// returns the exit code. If the run ends before the signal, as on a busy
// machine, it begins the run again.
func stopChild(t *testing.T, dir string, steps int64, signal os.Signal, args []string) int {
	t.Helper()
	code := 0
	for tries := 0; code == 0 && tries < 10; tries++ {
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
	slow(t)
	data, dir := clitest.Labelled(t, clitest.GnubgTable), t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	args := func(name string) []string {
		return shortSupervised(data, path(name), "--hidden", "128", "--epochs", "12", "--batch", "4", "--patience", "0", "--checkpoint", "100")
	}
	program.OK(t, args("whole")...)
	for _, c := range []struct {
		name   string
		signal os.Signal
		code   int
	}{{"killed", syscall.SIGKILL, -1}, {"interrupted", syscall.SIGINT, 130}} {
		if code := stopChild(t, path(c.name), 100, c.signal, args(c.name)); code != c.code {
			t.Errorf("%s: exit code %d, want %d", c.name, code, c.code)
		}
		program.OK(t, "train", "supervised", "--out", path(c.name), "--resume")
		for _, file := range []string{"model.safetensors", "metrics.jsonl", "config.json"} {
			left := func(run string) string { return runfoldertest.WithoutElapsed(clitest.File(t, path(run), file)) }
			if left(c.name) != left("whole") {
				t.Errorf("%s: %s differs from that of a run that was not", c.name, file)
			}
		}
	}
}

func TestSupervisedRefuses(t *testing.T) {
	slow(t)
	data := clitest.Labelled(t, clitest.GnubgTable)
	done := filepath.Join(t.TempDir(), "done")
	program.OK(t, shortSupervised(data, done)...)
	other := clitest.Labelled(t, "../../../../engine/testdata/0ply-synthetic.csv")
	damaged := filepath.Join(t.TempDir(), "damaged.parquet")
	text := []byte(clitest.File(t, data))
	text[len(text)/3] ^= 1
	clitest.Write(t, damaged, string(text))
	config := filepath.Join(t.TempDir(), "config.json")
	clitest.Write(t, config, `{"bach": 7}`)
	fresh := filepath.Join(t.TempDir(), "run")
	program.Mistakes(t, "", []clitest.Mistake{
		{shortSupervised(data, done, "--batch", "7"), 2, "has 32, this command has 7; --resume continues the run with its settings"},
		{shortSupervised(other, done), 1, "gammonlab train supervised: --data: the run in "},
		{[]string{"train", "supervised", "--data", data}, 2, "--out is required"},
		{[]string{"train", "supervised", "--out", fresh}, 2, "--data is required"},
		{shortSupervised("nowhere.parquet", fresh), 1, "nowhere.parquet"},
		{shortSupervised(config, fresh), 1, "config.json"},
		{shortSupervised(damaged, fresh), 1, "row"},
		{shortSupervised(damaged, fresh, "--skip-bad"), 1, "no labelled rows of class race, crashed or contact in " + damaged},
		{shortSupervised(data, fresh, "--variant", "hypergammon3"), 1, "positions of backgammon, the run is for hypergammon3"},
		{[]string{"train", "supervised", "--out", fresh, "--resume"}, 1, "not a run folder"},
		{[]string{"train", "supervised", "--out", done, "--resume", "--batch", "7"}, 2, "has 32, this command has 7; to resume the run, leave out the flag"},
		{[]string{"train", "supervised", "--out", done, "--resume", "--hidden", "7"}, 2, "--hidden: the run in "},
		{[]string{"train", "supervised", "--out", done, "--resume", "--from", clitest.Tiny}, 2, "--from"},
		{[]string{"train", "supervised", "--out", done, "--resume", "--data", other}, 1, "gammonlab train supervised: --data: the run in "},
		{shortSupervised(data, fresh, "--config", config), 2, `config.json: line 1: bach: unknown field "bach"`},
		{shortSupervised(data, fresh, "--features", "nothing"), 2, `unknown set "nothing"`},
		{shortSupervised(data, fresh, "--part", "bearoff"), 2, `part is "bearoff"`},
		{shortSupervised(data, fresh, "--part", "race"), 2, "no net for positions of class crashed"},
		{shortSupervised(data, fresh, "--hidden", "5/6"), 2, "--hidden has values for 2 nets"},
		{shortSupervised(data, fresh, "--rate", "x"), 2, "--rate"},
		{shortSupervised(data, fresh, "--loss", "x"), 2, `unknown loss "x"`},
		{shortSupervised(data, fresh, "--batch", "0", "--epochs", "0"), 2, "--epochs is 0"},
		{shortSupervised(data, fresh, "--validation", other), 2, "--holdout is 0.2, but"},
		{shortSupervised(data, fresh, "--workers", "0"), 2, "--workers is 0"},
		{shortSupervised(data, fresh, "more"), 2, `unexpected argument "more"`},
		{shortSupervised(data, fresh, "--from", clitest.Tiny), 1, "from the parent's 196-8-5"},
		{shortSupervised(data, fresh, "--bench-values", config), 1, config},
		{shortSupervised(data, fresh, "--bench-decisions", clitest.GnubgTable), 1, "benchmark"},
		{shortSupervised(data, fresh, "--bench-values", clitest.GnubgTable, "--bench-values", clitest.GnubgTable), 1, "would have the same name, 0ply-selfplay"},
		{shortSupervised(data, fresh+"2", "--optimizer", "sgd", "--rate", "1e9", "--activation", "relu"), 1, "try a smaller rate"},
	})
	if clitest.Exists(fresh) {
		t.Error("a refused run has left a folder")
	}
}

// TestSupervisedSaysWhatItKept wants the epoch that the model has, and that training stopped
// early: the last figures that a user sees are those of a later epoch.
func TestSupervisedSaysWhatItKept(t *testing.T) {
	data, dir := clitest.Labelled(t, clitest.GnubgTable), filepath.Join(t.TempDir(), "run")
	_, errOut := program.Reads(t, "", shortSupervised(data, dir, "--epochs", "60", "--patience", "2", "--rate", "0.3")...)
	best, last := 0, 0
	var loss float64
	for line := range strings.Lines(clitest.File(t, dir, "metrics.jsonl")) {
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
	clitest.Wants(t, errOut, fmt.Sprintf("the model has epoch %d: loss %.5f, ", best, loss),
		fmt.Sprintf("; it stopped after %d of 60 epochs, 2 without a lower loss", last))
}
