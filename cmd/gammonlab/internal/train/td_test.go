package train

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/engine/bearoff/generate"
	"gammonlab/internal/must"
)

// shortRun is a run of a few segments, small enough for a test.
func shortRun(dir string, more ...string) []string {
	return append([]string{
		"train", "td", "--hidden", "5", "--games", "600", "--checkpoint", "200",
		"--bench-games", "20", "--out", dir,
	}, more...)
}

// shortLines is the number of lines of its metrics: the initial weights, 20 measurements and
// the ends of two segments without one.
const shortLines = 23

func TestBatchTrainingDoesNotDependOnWorkers(t *testing.T) {
	slow(t)
	one, three := t.TempDir(), t.TempDir()
	batch := []string{"--update", "batch", "--round-games", "100", "--batch", "64", "--variant", "hypergammon3",
		"--hidden", "8-5", "--activation", "relu", "--rate", "steps:0.005,400:0.001", "--exact-from", "400"}
	program.OK(t, shortRun(one, append(batch, "--workers", "1")...)...)
	program.OK(t, shortRun(three, append(batch, "--workers", "3")...)...)
	same(t, one, three)
	config := clitest.File(t, one, "config.json")
	clitest.Wants(t, config, `"round_games": 100`, `"targets": "sampled"`, `"exact_from": 400`, `"sync": 0`, `"optimizer": "adam"`)
}

// TestTrainingTakesTheShapeOfItsParent continues from a model with different
// layers, without flags for its shape.
func TestTrainingTakesTheShapeOfItsParent(t *testing.T) {
	slow(t)
	first, second := t.TempDir(), t.TempDir()
	program.OK(t, shortRun(first, "--hidden", "6-4", "--activation", "tanh,relu", "--features", "tesauro198")...)
	model := filepath.Join(first, "model.safetensors")
	program.OK(t, "train", "td", "--from", model, "--update", "batch", "--round-games", "20", "--games", "40",
		"--checkpoint", "20", "--bench-every", "0", "--out", second)
	config := strings.Join(strings.Fields(clitest.File(t, second, "config.json")), "")
	clitest.Wants(t, config, `"hidden":[6,4]`, `"activation":"tanh,relu"`, `"features":"tesauro198@1"`)
}

// Training from a net has the variant of the net by default.
func TestTrainingTakesTheVariantOfItsParent(t *testing.T) {
	dir := t.TempDir()
	run := func(name, want string, more ...string) {
		t.Helper()
		out := filepath.Join(dir, name)
		program.OK(t, append([]string{"train", "td", "--games", "16", "--checkpoint", "8", "--bench-every", "0", "--bearoff", "none", "--out", out}, more...)...)
		if config := clitest.File(t, out, "config.json"); !strings.Contains(config, fmt.Sprintf("%q: %q", "variant", want)) {
			t.Errorf("%s: want the variant %s in\n%s", name, want, config)
		}
	}
	run("first", "hypergammon3", "--hidden", "4", "--variant", "hypergammon3")
	parent := filepath.Join(dir, "first", "model.safetensors")
	run("same", "hypergammon3", "--from", parent)
	run("other", "hypergammon2", "--from", parent, "--variant", "hypergammon2")
}

// TestTrainingFromAShippedNet trains on with td512, and resumes by either name of
// its feature set.
func TestTrainingFromAShippedNet(t *testing.T) {
	slow(t)
	dir := t.TempDir()
	program.OK(t, "train", "td", "--from", "td512", "--games", "16", "--checkpoint", "8", "--bench-every", "0", "--out", dir)
	for _, name := range []string{"perspective196", "perspective196@1"} {
		program.OK(t, "train", "td", "--features", name, "--out", dir, "--resume")
	}
}

func TestTrainingWritesItsFolder(t *testing.T) {
	dir := t.TempDir()
	out := program.OK(t, shortRun(dir, "--curve")...)
	written(t, dir, "config.json", "metrics.jsonl", "model.safetensors", "learning-curve.png", "learning-curve.svg")
	if lines := strings.Count(clitest.File(t, dir, "metrics.jsonl"), "\n"); lines != shortLines {
		t.Errorf("%d lines of metrics, want %d", lines, shortLines)
	}
	clitest.Wants(t, out, filepath.Join(dir, "model.safetensors"))
}

func TestResumeOfAFinishedRunChangesNothing(t *testing.T) {
	dir := t.TempDir()
	program.OK(t, shortRun(dir)...)
	before := clitest.File(t, dir, "model.safetensors")
	var printed struct{ Metrics []json.RawMessage }
	program.JSON(t, &printed, "train", "td", "--out", dir, "--resume", "--json")
	if n := len(printed.Metrics); n != shortLines {
		t.Errorf("%d lines of metrics, want %d", n, shortLines)
	}
	if clitest.File(t, dir, "model.safetensors") != before {
		t.Error("the model has changed")
	}
}

func TestTrainingRefuses(t *testing.T) {
	slow(t)
	done := t.TempDir()
	program.OK(t, shortRun(done)...)
	starts := filepath.Join(t.TempDir(), "starts.txt")
	clitest.Write(t, starts, "# some\n4HPwATDgc/ABMA\n4HPwATDgc\n")
	good := filepath.Join(t.TempDir(), "good.txt")
	clitest.Write(t, good, clitest.Start+"\n")
	fresh := filepath.Join(t.TempDir(), "run")
	program.Mistakes(t, "", []clitest.Mistake{
		{shortRun(done, "--hidden", "7"), 2, "has 5, this command has 7; --resume continues the run with its settings, --force begins another run"},
		{shortRun(done, "--games", "800"), 2, "--games: the run in "},
		{[]string{"train", "td", "--out", done, "--hidden", "5", "--games", "600", "--checkpoint", "200"}, 2, "--bench-games: the run in "},
		{[]string{"train", "td"}, 2, "--out is required"},
		{[]string{"train", "td", "--out", fresh, "--bench-every", "-1"}, 2, "--bench-every is -1 games, want 1 or more, or 0 for never"},
		{[]string{"train", "td", "--out", fresh, "--precision", "bf16"}, 2, "--precision"},
		{[]string{"train", "td", "--out", fresh, "--resume"}, 1, "not a run folder"},
		{[]string{"train", "td", "--out", done, "--resume", "--hidden", "6"}, 2, "has 5, this command has 6; to resume the run"},
		{[]string{"train", "td", "--out", done, "--resume", "--from", "default"}, 2, "--from"},
		{shortRun(fresh, "--features", "nothing"), 2, `unknown set "nothing"`},
		{shortRun(fresh, "--activation", "relu,step"), 2, `unknown activation "step"`},
		{shortRun(fresh, "--rate", "exp:0.1"), 2, "--rate"},
		{shortRun(fresh, "--lambda", "1.5"), 2, "--lambda is 1.5, want at most 1"},
		{shortRun(fresh, "--hidden", "0"), 2, "--hidden"},
		{shortRun(fresh, "--loss", "none"), 2, `--loss is "none"`},
		{shortRun(fresh, "--checkpoint", "201", "--sync", "8"), 2, "--checkpoint is 201 games, want a multiple of --sync"},
		{shortRun(fresh, "--batch", "64"), 2, "--batch needs --update batch"},
		{shortRun(fresh, "--update", "batch", "--sync", "8"), 2, "--sync is 8"},
		{shortRun(fresh, "--update", "batch", "--round-games", "70"), 2, "--checkpoint is 200 games, want a multiple of --round-games, which is 70 games"},
		{shortRun(fresh, "--update", "batch", "--round-games", "100", "--targets", "true"), 2, `--targets is "true"`},
		{shortRun(fresh, "--workers", "0"), 2, "--workers is 0"},
		{shortRun(fresh, "--starts", "=2"), 2, `--starts: "=2" names no file`},
		{shortRun(fresh, "--starts", starts), 1, "starts.txt:3"},
		{shortRun(fresh, "--starts", fresh), 1, "--starts: open " + fresh},
		{shortRun(fresh, "--variant", "hypergammon3", "--starts", good), 1, "good.txt:1"},
		{shortRun(fresh, "--starts", good+"=much"), 1, `the weight is "much"`},
		{shortRun(fresh, "--starts", good+"=-1"), 2, "its weight is -1"},
		{shortRun(fresh, "--starts", good+"=0"), 2, "the weights of all pools are 0"},
		{shortRun(fresh, "--starts", good, "--opening", "1.5"), 2, "--opening is 1.5, want 0 to 1"},
		{shortRun(fresh, "--opening", "0.5"), 2, "--opening needs --starts"},
		{[]string{"train", "td", "--out", done, "--resume", "--opening", "0.5"}, 2, "--opening needs --starts"},
		{[]string{"train", "td", "--out", done, "--resume", "--starts", good}, 2, " has no value, this command has "},
		{shortRun(fresh, "more"), 2, `unexpected argument "more"`},
		{shortRun(fresh, "--from", clitest.Tiny), 1, "net for all: from the parent's 196-8-5"},
	})
	if clitest.Exists(fresh) {
		t.Error("a refused run has left a folder")
	}
}

// A run is measured with the databases of its beginning, also after it is
// resumed, and refuses others.
func TestTrainingKeepsBearoff(t *testing.T) {
	slow(t)
	dir := t.TempDir()
	database, moved := filepath.Join(dir, "two.bd"), filepath.Join(dir, "moved.bd")
	must.OK(t, generate.TwoSided(t.Context(), database, generate.TwoSidedOptions{Points: 3, Checkers: 3}))
	data := clitest.Labelled(t, clitest.GnubgTable)
	for name, begin := range map[string][]string{
		"td":         {"train", "td", "--hidden", "5", "--games", "200", "--checkpoint", "200", "--bench-games", "20"},
		"supervised": {"train", "supervised", "--data", data, "--hidden", "6", "--epochs", "1", "--bench-games", "20"},
	} {
		run := filepath.Join(dir, name)
		program.OK(t, append(begin, "--bearoff", database, "--out", run)...)
		config := clitest.File(t, run, "config.json")
		clitest.Wants(t, config, `"bearoff": "`+database+`"`, `"two-sided 3x3 cubeful"`)
		resume := []string{"train", name, "--out", run, "--resume"}
		program.OK(t, resume...)
		for _, other := range []string{"none", "default"} {
			program.Fails(t, 2, "the run began with the bear-off databases", append(resume, "--bearoff", other)...)
		}
		must.OK(t, os.Rename(database, moved))
		program.Fails(t, 1, "two.bd", resume...)
		program.OK(t, append(resume, "--bearoff", moved)...)
		must.OK(t, os.Rename(moved, database))
	}
}

// --force replaces the run in a folder, and keeps files that are not part of
// it.
func TestTrainingReplaces(t *testing.T) {
	slow(t)
	dir := t.TempDir()
	program.OK(t, shortRun(dir, "--curve")...)
	clitest.Write(t, filepath.Join(dir, "notes.txt"), "kept")
	program.Fails(t, 2, "--force contradicts --resume", shortRun(dir, "--force", "--resume")...)
	program.OK(t, shortRun(dir, "--seed", "2", "--force")...)
	if clitest.File(t, dir, "notes.txt") != "kept" || !strings.Contains(clitest.File(t, dir, "config.json"), `"seed": 2`) {
		t.Error("the other file is gone or the run is the old one")
	}
	if clitest.Exists(filepath.Join(dir, "learning-curve.png")) {
		t.Error("the learning curve of the old run is still there")
	}
	if lines := strings.Count(clitest.File(t, dir, "metrics.jsonl"), "\n"); lines != shortLines {
		t.Errorf("%d lines of metrics, want those of the new run, %d", lines, shortLines)
	}
}

// TestTrainingFromPools trains from a database and a list, which the run folder
// names and a resumed run reads again.
func TestTrainingFromPools(t *testing.T) {
	slow(t)
	dir := t.TempDir()
	database, list, elsewhere := clitest.Played(t, 300), filepath.Join(dir, "list.txt"), filepath.Join(dir, "elsewhere.txt")
	const positions = "# two\n4HPwATDgc/ABMA\nzx8AAFVozwSgSQ\n"
	for _, path := range []string{list, elsewhere} {
		clitest.Write(t, path, positions)
	}
	run := filepath.Join(dir, "run")
	program.OK(t, shortRun(run, "--update", "batch", "--targets", "exact", "--lambda", "0.7", "--round-games", "20",
		"--games", "40", "--checkpoint", "20", "--starts", database+"=2", "--starts", list, "--opening", "0.25")...)
	config := strings.Join(strings.Fields(clitest.File(t, run, "config.json")), "")
	clitest.Wants(t, config, `"starts":[{"weight":2,"positions":`, `"opening":0.25`, `"start_files":["`+database+`","`+list+`"]`)
	model := clitest.File(t, run, "model.safetensors")
	resume := []string{"train", "td", "--out", run, "--resume"}
	for _, more := range [][]string{nil, {"--starts", database + "=2", "--starts", elsewhere}, {"--opening", "0.25"}} {
		program.OK(t, append(resume, more...)...)
		if clitest.File(t, run, "model.safetensors") != model {
			t.Errorf("resumed with %q: another model", more)
		}
	}
	program.Mistakes(t, strings.Join(resume, " "), []clitest.Mistake{
		{[]string{"--starts", database + "=2"}, 2, "gammonlab train td: --starts: the run in "},
		{[]string{"--starts", database, "--starts", list}, 2, "gammonlab train td: --starts: the run in "},
		{[]string{"--opening", "0.5"}, 2, "has 0.25, this command has 0.5"},
	})
	clitest.Write(t, list, clitest.Start+"\n")
	program.Fails(t, 1, list+" holds 1 positions", resume...)
	must.OK(t, os.Remove(database))
	program.Fails(t, 1, "begins games in positions of files: open "+database, resume...)
}

// The events of a run are written during the training; those of a resumed run
// include the earlier ones.
func TestTrainTensorboard(t *testing.T) {
	dir, events := filepath.Join(t.TempDir(), "run"), t.TempDir()
	program.OK(t, shortRun(dir, "--tensorboard", events)...)
	size := func() int64 {
		files := must.Get(filepath.Glob(filepath.Join(events, "run", "*")))(t)
		if len(files) != 1 {
			t.Fatalf("files %q, want one", files)
		}
		return must.Get(os.Stat(files[0]))(t).Size()
	}
	before := size()
	if before < 300 {
		t.Errorf("%d bytes of events", before)
	}
	program.OK(t, "train", "td", "--out", dir, "--resume", "--tensorboard", events)
	if after := size(); after != before {
		t.Errorf("%d bytes of events after the run was resumed at its end, want %d", after, before)
	}
}
