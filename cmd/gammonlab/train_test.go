package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

// shortRun is a run of a few segments, small enough for a test.
func shortRun(dir string, more ...string) []string {
	return append([]string{
		"train", "td", "--hidden", "5", "--games", "600", "--checkpoint", "200",
		"--bench-games", "20", "--out", dir,
	}, more...)
}

func mustTrain(t *testing.T, args []string) {
	t.Helper()
	if _, errOut, code := command(t, "", args...); code != exitOK {
		t.Fatalf("%v: exit code %d\n%s", args, code, errOut)
	}
}

func TestTrainingDoesNotDependOnWorkers(t *testing.T) {
	one, three := t.TempDir(), t.TempDir()
	mustTrain(t, shortRun(one, "--workers", "1"))
	mustTrain(t, shortRun(three, "--workers", "3"))
	if readFile(t, one, "model.safetensors") != readFile(t, three, "model.safetensors") {
		t.Error("1 and 3 workers train different nets")
	}
}

func TestBatchTrainingDoesNotDependOnWorkers(t *testing.T) {
	one, three := t.TempDir(), t.TempDir()
	batch := []string{"--update", "batch", "--round-games", "100", "--batch", "64", "--variant", "hypergammon3",
		"--hidden", "8-5", "--activation", "relu", "--rate", "steps:0.005,400:0.001", "--exact-from", "400"}
	mustTrain(t, shortRun(one, append(batch, "--workers", "1")...))
	mustTrain(t, shortRun(three, append(batch, "--workers", "3")...))
	if readFile(t, one, "model.safetensors") != readFile(t, three, "model.safetensors") {
		t.Error("1 and 3 workers train different nets")
	}
	config := readFile(t, one, "config.json")
	for _, want := range []string{`"round_games": 100`, `"targets": "sampled"`, `"exact_from": 400`, `"sync": 0`, `"optimizer": "adam"`} {
		if !strings.Contains(config, want) {
			t.Errorf("config.json has no %s:\n%s", want, config)
		}
	}
}

// TestTrainingTakesTheShapeOfItsParent continues from a model with different
// layers, without flags for its shape.
func TestTrainingTakesTheShapeOfItsParent(t *testing.T) {
	first, second := t.TempDir(), t.TempDir()
	mustTrain(t, shortRun(first, "--hidden", "6-4", "--activation", "tanh,relu", "--features", "tesauro198"))
	model := filepath.Join(first, "model.safetensors")
	mustTrain(t, []string{"train", "td", "--from", model, "--update", "batch", "--round-games", "20", "--games", "40",
		"--checkpoint", "20", "--bench-every", "0", "--out", second})
	config := strings.Join(strings.Fields(readFile(t, second, "config.json")), "")
	for _, want := range []string{`"hidden":[6,4]`, `"activation":"tanh,relu"`, `"features":"tesauro198@1"`} {
		if !strings.Contains(config, want) {
			t.Errorf("config.json has no %s:\n%s", want, config)
		}
	}
}

// Training from a net has the variant of the net by default.
func TestTrainingTakesTheVariantOfItsParent(t *testing.T) {
	dir := t.TempDir()
	run := func(name, want string, more ...string) {
		t.Helper()
		out := filepath.Join(dir, name)
		mustTrain(t, append([]string{"train", "td", "--games", "16", "--checkpoint", "8", "--bench-every", "0", "--bearoff", "none", "--out", out}, more...))
		if config := readFile(t, out, "config.json"); !strings.Contains(config, fmt.Sprintf("%q: %q", "variant", want)) {
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
	dir := t.TempDir()
	mustTrain(t, []string{"train", "td", "--from", "td512", "--games", "16", "--checkpoint", "8", "--bench-every", "0", "--out", dir})
	for _, name := range []string{"perspective196", "perspective196@1"} {
		mustTrain(t, []string{"train", "td", "--features", name, "--out", dir, "--resume"})
	}
}

func TestTrainingWritesItsFolder(t *testing.T) {
	dir := t.TempDir()
	out := succeed(t, shortRun(dir, "--curve")...)
	for _, name := range []string{"config.json", "metrics.jsonl", "model.safetensors", "learning-curve.png", "learning-curve.svg"} {
		if readFile(t, dir, name) == "" {
			t.Errorf("%s is empty", name)
		}
	}
	if lines := strings.Count(readFile(t, dir, "metrics.jsonl"), "\n"); lines != 3 {
		t.Errorf("%d lines of metrics, want one for each of 3 segments", lines)
	}
	if !strings.Contains(out, filepath.Join(dir, "model.safetensors")) {
		t.Errorf("the output does not name the model:\n%s", out)
	}
}

func TestResumeOfAFinishedRunChangesNothing(t *testing.T) {
	dir := t.TempDir()
	mustTrain(t, shortRun(dir))
	before := readFile(t, dir, "model.safetensors")
	mustTrain(t, []string{"train", "td", "--out", dir, "--resume"})
	if readFile(t, dir, "model.safetensors") != before {
		t.Error("the model has changed")
	}
}

func TestTrainingRefuses(t *testing.T) {
	done := t.TempDir()
	mustTrain(t, shortRun(done))
	starts := filepath.Join(t.TempDir(), "starts.txt")
	must.OK(t, os.WriteFile(starts, []byte("# some\n4HPwATDgc/ABMA\n4HPwATDgc\n"), 0o666))
	good := filepath.Join(t.TempDir(), "good.txt")
	must.OK(t, os.WriteFile(good, []byte("4HPwATDgc/ABMA\n"), 0o666))
	fresh := filepath.Join(t.TempDir(), "run")
	for _, test := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"other settings", shortRun(done, "--hidden", "7"), exitUsage, "has 5, this command has 7; --resume continues the run with its settings, --force begins another run"},
		{"more games", shortRun(done, "--games", "800"), exitUsage, "--games: the run in "},
		{"a setting less", []string{"train", "td", "--out", done, "--hidden", "5", "--games", "600", "--checkpoint", "200"}, exitUsage, "--bench-games: the run in "},
		{"no folder", []string{"train", "td"}, exitUsage, "--out is required"},
		{"a negative number of games between measurements", []string{"train", "td", "--out", fresh, "--bench-every", "-1"}, exitUsage, "--bench-every is -1 games, want a multiple of "},
		{"bf16 for the update by games", []string{"train", "td", "--out", fresh, "--precision", "bf16"}, exitUsage, "--precision"},
		{"resume without a run", []string{"train", "td", "--out", fresh, "--resume"}, exitFailed, "not a run folder"},
		{"other settings on resume", []string{"train", "td", "--out", done, "--resume", "--hidden", "6"}, exitUsage, "has 5, this command has 6; to resume the run"},
		{"other weights on resume", []string{"train", "td", "--out", done, "--resume", "--from", "default"}, exitUsage, "--from"},
		{"an unknown feature set", shortRun(fresh, "--features", "nothing"), exitUsage, `unknown set "nothing"`},
		{"an unknown activation", shortRun(fresh, "--activation", "relu,step"), exitUsage, `unknown activation "step"`},
		{"a bad schedule", shortRun(fresh, "--rate", "exp:0.1"), exitUsage, "--rate"},
		{"λ above 1", shortRun(fresh, "--lambda", "1.5"), exitUsage, "--lambda is 1.5, want at most 1"},
		{"no hidden units", shortRun(fresh, "--hidden", "0"), exitUsage, "--hidden"},
		{"an unknown loss", shortRun(fresh, "--loss", "none"), exitUsage, `--loss is "none"`},
		{"a checkpoint that is no multiple of the rounds", shortRun(fresh, "--checkpoint", "201", "--sync", "8"), exitUsage, "--checkpoint is 201 games, want a multiple of --sync"},
		{"a batch setting of another update", shortRun(fresh, "--batch", "64"), exitUsage, "--batch is a setting of the batch update, this is games"},
		{"sync in batches", shortRun(fresh, "--update", "batch", "--sync", "8"), exitUsage, "--sync is 8"},
		{"a checkpoint inside a round", shortRun(fresh, "--update", "batch", "--round-games", "70"), exitUsage, "--checkpoint is 200 games, want a multiple of --round-games, which is 70 games"},
		{"unknown targets", shortRun(fresh, "--update", "batch", "--round-games", "100", "--targets", "true"), exitUsage, `--targets is "true"`},
		{"no workers", shortRun(fresh, "--workers", "0"), exitUsage, "--workers is 0"},
		{"starts without a name", shortRun(fresh, "--starts", "=2"), exitUsage, `--starts: "=2" names no file`},
		{"a bad start", shortRun(fresh, "--starts", starts), exitFailed, "starts.txt:3"},
		{"a missing file of starts", shortRun(fresh, "--starts", fresh), exitFailed, "--starts: open " + fresh},
		{"starts of another variant", shortRun(fresh, "--variant", "hypergammon3", "--starts", good), exitFailed, "good.txt:1"},
		{"a bad weight", shortRun(fresh, "--starts", good+"=much"), exitFailed, `the weight is "much"`},
		{"a weight below 0", shortRun(fresh, "--starts", good+"=-1"), exitUsage, "its weight is -1"},
		{"weights of 0", shortRun(fresh, "--starts", good+"=0"), exitUsage, "the weights of all pools are 0"},
		{"a share above 1", shortRun(fresh, "--starts", good, "--opening", "1.5"), exitUsage, "--opening is 1.5, want 0 to 1"},
		{"a share without starts", shortRun(fresh, "--opening", "0.5"), exitUsage, "--opening requires --starts"},
		{"a share without starts on resume", []string{"train", "td", "--out", done, "--resume", "--opening", "0.5"}, exitUsage, "--opening requires --starts"},
		{"starts on resume of a run without starts", []string{"train", "td", "--out", done, "--resume", "--starts", good}, exitUsage, " has no value, this command has "},
		{"an argument", shortRun(fresh, "more"), exitUsage, `unexpected argument "more"`},
		{"a parent with more units", shortRun(fresh, "--from", tiny), exitFailed, "net for all: from the parent's 196-8-5"},
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

// A run is measured with the databases of its beginning, also after it is
// resumed, and refuses others.
func TestTrainingKeepsBearoff(t *testing.T) {
	dir := t.TempDir()
	database, moved := filepath.Join(dir, "two.bd"), filepath.Join(dir, "moved.bd")
	if _, errOut, code := command(t, "", "bearoff", "generate", "two-sided", "--points", "3", "--checkers", "3", database); code != exitOK {
		t.Fatal(errOut)
	}
	data := trainingData(t)
	for name, begin := range map[string][]string{
		"td":         {"train", "td", "--hidden", "5", "--games", "200", "--checkpoint", "200", "--bench-games", "20"},
		"supervised": {"train", "supervised", "--data", data, "--hidden", "6", "--epochs", "1", "--bench-games", "20"},
	} {
		run := filepath.Join(dir, name)
		mustTrain(t, append(begin, "--bearoff", database, "--out", run))
		config := readFile(t, run, "config.json")
		if !strings.Contains(config, `"bearoff": "`+database+`"`) || !strings.Contains(config, `"two-sided 3x3 cubeful"`) {
			t.Errorf("%s: config.json does not name the database:\n%s", name, config)
		}
		resume := func(more ...string) (string, int) {
			_, errOut, code := command(t, "", append([]string{"train", name, "--out", run, "--resume"}, more...)...)
			return errOut, code
		}
		if errOut, code := resume(); code != exitOK {
			t.Errorf("%s: resumed: exit code %d, %s", name, code, errOut)
		}
		for _, other := range []string{"none", "default"} {
			if errOut, code := resume("--bearoff", other); code != exitUsage || !strings.Contains(errOut, "the run began with the bear-off databases") {
				t.Errorf("%s: resumed with %s: exit code %d, %s", name, other, code, errOut)
			}
		}
		must.OK(t, os.Rename(database, moved))
		if errOut, code := resume(); code != exitFailed || !strings.Contains(errOut, "two.bd") {
			t.Errorf("%s: without its database: exit code %d, %s", name, code, errOut)
		}
		if errOut, code := resume("--bearoff", moved); code != exitOK {
			t.Errorf("%s: with its database elsewhere: exit code %d, %s", name, code, errOut)
		}
		must.OK(t, os.Rename(moved, database))
	}
}

// --force replaces the run in a folder, and keeps files that are not part of
// it.
func TestTrainingReplaces(t *testing.T) {
	dir := t.TempDir()
	mustTrain(t, shortRun(dir, "--curve"))
	write(t, filepath.Join(dir, "notes.txt"), "kept")
	if _, errOut, code := command(t, "", shortRun(dir, "--force", "--resume")...); code != exitUsage || !strings.Contains(errOut, "--force contradicts --resume") {
		t.Errorf("both: exit code %d, %s", code, errOut)
	}
	mustTrain(t, shortRun(dir, "--seed", "2", "--force"))
	if readFile(t, dir, "notes.txt") != "kept" || !strings.Contains(readFile(t, dir, "config.json"), `"seed": 2`) {
		t.Error("the other file is gone or the run is the old one")
	}
	if _, err := os.Stat(filepath.Join(dir, "learning-curve.png")); err == nil {
		t.Error("the learning curve of the old run is still there")
	}
	if lines := strings.Count(readFile(t, dir, "metrics.jsonl"), "\n"); lines != 3 {
		t.Errorf("%d lines of metrics, want those of the new run, 3", lines)
	}
}

// TestTrainingFromPools trains from a database and a list, which the run folder
// names and a resumed run reads again.
func TestTrainingFromPools(t *testing.T) {
	dir := t.TempDir()
	database, list, elsewhere := filepath.Join(dir, "odd.parquet"), filepath.Join(dir, "list.txt"), filepath.Join(dir, "elsewhere.txt")
	if _, errOut, code := command(t, "", "dataset", "generate", "--out", database, "--player", "random", "--odd",
		"--random-plies", "2-10", "--games", "300"); code != exitOK {
		t.Fatal(errOut)
	}
	const positions = "# two\n4HPwATDgc/ABMA\nzx8AAFVozwSgSQ\n"
	for _, path := range []string{list, elsewhere} {
		must.OK(t, os.WriteFile(path, []byte(positions), 0o666))
	}
	run := filepath.Join(dir, "run")
	mustTrain(t, shortRun(run, "--update", "batch", "--targets", "exact", "--lambda", "0.7", "--round-games", "20",
		"--games", "40", "--checkpoint", "20", "--starts", database+"=2", "--starts", list, "--opening", "0.25"))
	config := strings.Join(strings.Fields(readFile(t, run, "config.json")), "")
	for _, want := range []string{`"starts":[{"weight":2,"positions":`, `"opening":0.25`, `"start_files":["` + database + `","` + list + `"]`} {
		if !strings.Contains(config, want) {
			t.Errorf("config.json has no %s:\n%s", want, config)
		}
	}
	model := readFile(t, run, "model.safetensors")
	resume := func(more ...string) (string, int) {
		_, errOut, code := command(t, "", append([]string{"train", "td", "--out", run, "--resume"}, more...)...)
		return errOut, code
	}
	for _, more := range [][]string{nil, {"--starts", database + "=2", "--starts", elsewhere}, {"--opening", "0.25"}} {
		if errOut, code := resume(more...); code != exitOK || readFile(t, run, "model.safetensors") != model {
			t.Errorf("resumed with %q: exit code %d, or another model\n%s", more, code, errOut)
		}
	}
	for _, c := range []struct {
		more []string
		want string
	}{
		{[]string{"--starts", database + "=2"}, "gammonlab train td: --starts: the run in "},
		{[]string{"--starts", database, "--starts", list}, "gammonlab train td: --starts: the run in "},
		{[]string{"--opening", "0.5"}, "has 0.25, this command has 0.5"},
	} {
		if errOut, code := resume(c.more...); code != exitUsage || !strings.Contains(errOut, c.want) {
			t.Errorf("resumed with %q: exit code %d, want %q in\n%s", c.more, code, c.want, errOut)
		}
	}
	must.OK(t, os.WriteFile(list, []byte("4HPwATDgc/ABMA\n"), 0o666))
	if errOut, code := resume(); code != exitFailed || !strings.Contains(errOut, list+" holds 1 positions") {
		t.Errorf("a changed file: exit code %d\n%s", code, errOut)
	}
	must.OK(t, os.Remove(database))
	if errOut, code := resume(); code != exitFailed || !strings.Contains(errOut, "begins games in positions of files: open "+database) {
		t.Errorf("a missing file: exit code %d\n%s", code, errOut)
	}
}
