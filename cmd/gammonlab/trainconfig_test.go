package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// The config of a run can be given to another run, and flags override it.
func TestTrainingConfig(t *testing.T) {
	dir := t.TempDir()
	path := func(elements ...string) string { return filepath.Join(append([]string{dir}, elements...)...) }
	write(t, path("starts.txt"), "4HPwATDgc/ABMA\nzx8AAFVozwSgSQ\n")
	mustTrain(t, shortRun(path("batch"), "--update", "batch", "--round-games", "100", "--hidden", "6-4", "--activation", "tanh,relu",
		"--games", "300", "--checkpoint", "100", "--starts", path("starts.txt")+"=2", "--opening", "0.5", "--bearoff", "none"))
	config := path("batch", "config.json")
	mustTrain(t, []string{"train", "td", "--config", config, "--out", path("same")})
	if readFile(t, path("same"), "model.safetensors") != readFile(t, path("batch"), "model.safetensors") ||
		readFile(t, path("same"), "config.json") != readFile(t, config) {
		t.Error("a run with another's config is another run")
	}
	mustTrain(t, []string{"train", "td", "--config", config, "--seed", "2", "--rate", "0.003", "--hidden", "5-3", "--out", path("other")})
	text := readFile(t, path("other"), "config.json")
	for _, want := range []string{`"seed": 2`, `"rate": "0.003"`, `"round_games": 100`, `"start_files"`, `"bearoff": "none"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the config lacks %s:\n%s", want, text)
		}
	}
	mustTrain(t, []string{"train", "td", "--config", config, "--from", path("other", "model.safetensors"), "--hidden", "5-3", "--out", path("trained-on")})
	part := path("part.json")
	write(t, part, `{"hidden": [4], "games": 64, "checkpoint": 64, "bench_every": 0}`)
	mustTrain(t, []string{"train", "td", "--config", part, "--out", path("part")})
	for _, c := range []struct {
		text, want string
		more       []string
	}{
		{`{"games": "64"}`, `bad.json: line 1: games: found "64", want a whole number`, nil},
		{`{"game": 64}`, `bad.json: line 1: game: unknown field "game"`, nil},
		{`{"rate": "5epochs"}`, `bad.json: line 1: rate: bad schedule "5epochs"`, nil},
		{`{"format": "gammonlab-supervised-run 1"}`, `bad.json: line 1: format is "gammonlab-supervised-run 1", this program reads "gammonlab-td-run 1"`, nil},
		{`{"games"`, "bad.json: line 1: the JSON text is incomplete", nil},
		{readFile(t, path("trained-on"), "config.json"), "--config: its run started from the model with the digest", nil},
		{`{"starts": [{"weight": 1, "positions": 2, "sha256": "x"}]}`, "0 start_files, want one for each of the 1 starts", nil},
		{`{}`, "--config cannot be given with --resume", []string{"--resume"}},
		{`{}`, `--games: "1.5" is not a whole number`, []string{"--games", "1.5"}},
		{`{}`, `--seed: "-1" is not a whole number from 0 up`, []string{"--seed", "-1"}},
		{`{}`, `--epsilon: "x" is not a number`, []string{"--epsilon", "x"}},
	} {
		write(t, path("bad.json"), c.text)
		args := append([]string{"train", "td", "--config", path("bad.json"), "--out", path("batch")}, c.more...)
		if c.more == nil || c.more[0] != "--resume" {
			args[5] = path("new")
		}
		if _, errOut, code := command(t, "", args...); code != exitUsage || !strings.Contains(errOut, c.want) {
			t.Errorf("%s, %q: exit code %d, want %q in\n%s", c.text, c.more, code, c.want, errOut)
		}
	}
}

// A run that was made longer ends in the bytes of one that was that long from the
// beginning, where its schedules allow it.
func TestTrainingLengthened(t *testing.T) {
	dir, data := t.TempDir(), trainingData(t)
	path := func(name string) string { return filepath.Join(dir, name) }
	resume := func(command, name, flag, value string) []string {
		return []string{"train", command, "--out", path(name), "--resume", flag, value}
	}
	mustTrain(t, shortRun(path("td"), "--games", "500"))
	mustTrain(t, resume("td", "td", "--games", "600"))
	mustTrain(t, shortRun(path("td-whole")))
	supervised := func(name, epochs string, more ...string) []string {
		return append(shortSupervised(data, path(name), "--epochs", epochs), more...)
	}
	mustTrain(t, supervised("supervised", "2", "--rate", "0.01"))
	mustTrain(t, resume("supervised", "supervised", "--epochs", "3"))
	mustTrain(t, supervised("supervised-whole", "3", "--rate", "0.01"))
	for _, name := range []string{"td", "supervised"} {
		for _, file := range []string{"model.safetensors", "config.json"} {
			if readFile(t, path(name), file) != readFile(t, path(name+"-whole"), file) {
				t.Errorf("%s: %s differs", name, file)
			}
		}
	}
	mustTrain(t, shortRun(path("exp"), "--rate", "exp:0.1:0.01", "--games", "200"))
	mustTrain(t, supervised("cosine", "1"))
	for _, c := range []struct {
		args []string
		want string
	}{
		{resume("td", "exp", "--games", "400"), "--games cannot be changed from 200 to 400: --rate exp:0.1:0.01 depends on the number of games"},
		{resume("td", "td", "--games", "200"), "--games cannot be changed from 600 to 200: 600 are done"},
		{resume("supervised", "cosine", "--epochs", "2"), "--epochs cannot be changed from 1 to 2: --rate cosine:0.01:0.5:0 depends on the number of epochs"},
	} {
		if _, errOut, code := command(t, "", c.args...); code != exitUsage || !strings.Contains(errOut, c.want) {
			t.Errorf("%q: exit code %d, want %q in\n%s", c.args, code, c.want, errOut)
		}
	}
}
