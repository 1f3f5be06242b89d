package train

import (
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
)

// The config of a run can be given to another run, and flags override it.
func TestTrainingConfig(t *testing.T) {
	slow(t)
	dir := t.TempDir()
	path := func(elements ...string) string { return filepath.Join(append([]string{dir}, elements...)...) }
	clitest.Write(t, path("starts.txt"), "4HPwATDgc/ABMA\nzx8AAFVozwSgSQ\n")
	program.OK(t, shortRun(path("batch"), "--update", "batch", "--round-games", "100", "--hidden", "6-4", "--activation", "tanh,relu",
		"--games", "300", "--checkpoint", "100", "--starts", path("starts.txt")+"=2", "--opening", "0.5", "--bearoff", "none")...)
	config := path("batch", "config.json")
	program.OK(t, "train", "td", "--config", config, "--out", path("same"))
	same(t, path("same"), path("batch"), "model.safetensors", "config.json")
	program.OK(t, "train", "td", "--config", config, "--seed", "2", "--rate", "0.003", "--hidden", "5-3", "--out", path("other"))
	text := clitest.File(t, path("other"), "config.json")
	clitest.Wants(t, text, `"seed": 2`, `"rate": "0.003"`, `"round_games": 100`, `"start_files"`, `"bearoff": "none"`)
	program.OK(t, "train", "td", "--config", config, "--from", path("other", "model.safetensors"), "--hidden", "5-3", "--out", path("trained-on"))
	part := path("part.json")
	clitest.Write(t, part, `{"hidden": [4], "games": 64, "checkpoint": 64, "bench_every": 0}`)
	program.OK(t, "train", "td", "--config", part, "--out", path("part"))
	for _, c := range []struct {
		text, want string
		more       []string
	}{
		{`{"games": "64"}`, `bad.json: line 1: games: found "64", want a whole number`, nil},
		{`{"game": 64}`, `bad.json: line 1: game: unknown field "game"`, nil},
		{`{"rate": "5epochs"}`, `bad.json: line 1: rate: bad schedule "5epochs"`, nil},
		{`{"format": "gammonlab-supervised-run 1"}`, `bad.json: line 1: format is "gammonlab-supervised-run 1", this program reads "gammonlab-td-run 1"`, nil},
		{`{"games"`, "bad.json: line 1: the JSON text is incomplete", nil},
		{clitest.File(t, path("trained-on"), "config.json"), "from: its run started from the model with the digest", nil},
		{`{"starts": [{"weight": 1, "positions": 2, "sha256": "x"}]}`, "0 start_files, want one for each of the 1 starts", nil},
		{`{}`, "--config cannot be given with --resume", []string{"--resume"}},
		{`{}`, `--games is "1.5", want a whole number`, []string{"--games", "1.5"}},
		{`{}`, `--seed is "-1", want a whole number from 0 up`, []string{"--seed", "-1"}},
		{`{}`, `--epsilon is "x", want a number`, []string{"--epsilon", "x"}},
	} {
		clitest.Write(t, path("bad.json"), c.text)
		args := append([]string{"train", "td", "--config", path("bad.json"), "--out", path("batch")}, c.more...)
		if c.more == nil || c.more[0] != "--resume" {
			args[5] = path("new")
		}
		program.Fails(t, 2, c.want, args...)
	}
}

// A run that was made longer ends in the bytes of one that was that long from the
// beginning, where its schedules allow it.
func TestTrainingLengthened(t *testing.T) {
	slow(t)
	dir, data := t.TempDir(), clitest.Labelled(t, clitest.GnubgTable)
	path := func(name string) string { return filepath.Join(dir, name) }
	resume := func(command, name, flag, value string) []string {
		return []string{"train", command, "--out", path(name), "--resume", flag, value}
	}
	program.OK(t, shortRun(path("td"), "--bench-every", "150", "--games", "500")...)
	program.OK(t, resume("td", "td", "--games", "600")...)
	program.OK(t, shortRun(path("td-whole"), "--bench-every", "150")...)
	supervised := func(name, epochs string, more ...string) []string {
		return append(shortSupervised(data, path(name), "--epochs", epochs), more...)
	}
	program.OK(t, supervised("supervised", "2", "--rate", "0.01")...)
	program.OK(t, resume("supervised", "supervised", "--epochs", "3")...)
	program.OK(t, supervised("supervised-whole", "3", "--rate", "0.01")...)
	for _, name := range []string{"td", "supervised"} {
		same(t, path(name), path(name+"-whole"), "model.safetensors", "config.json")
	}
	program.OK(t, shortRun(path("exp"), "--rate", "exp:0.1:0.01", "--games", "200")...)
	program.OK(t, supervised("cosine", "1")...)
	program.Mistakes(t, "", []clitest.Mistake{
		{resume("td", "exp", "--games", "400"), 2, "--games cannot be changed from 200 to 400: --rate exp:0.1:0.01 depends on the number of games"},
		{resume("td", "td", "--games", "200"), 2, "--games cannot be changed from 600 to 200: 600 are done"},
		{resume("supervised", "cosine", "--epochs", "2"), 2, "--epochs cannot be changed from 1 to 2: --rate cosine:0.01:0.5:0 depends on the number of epochs"},
	})
}

// Errors about other settings name the flags, with values as users write them.
func TestOtherSettings(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "td")
	program.OK(t, "train", "td", "--hidden", "4-3", "--rate", "exp:0.1:0.01", "--games", "64", "--sync", "8", "--checkpoint", "64", "--bench-every", "0", "--out", dir)
	run, leave := ": the run in "+dir+" has ", "; to resume the run, leave out the flag\n"
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"--hidden", "6"}, "--hidden" + run + "4-3, this command has 6" + leave},
		{[]string{"--rate", "0.2"}, "--rate" + run + "exp:0.1:0.01, this command has 0.2" + leave},
		{[]string{"--layer-rates", "1,0.5,0.5"}, "--layer-rates" + run + "no value, this command has 1,0.5,0.5" + leave},
		{[]string{"--activation", "relu,tanh"}, "--activation" + run + "sigmoid, this command has relu,tanh" + leave},
		{[]string{"--seed", "2", "--loss", "squared"}, "--loss" + run + "cross-entropy, this command has squared\n--seed" + run + "1, this command has 2" + leave},
	} {
		saysExactly(t, "gammonlab train td: "+tt.want, append([]string{"train", "td", "--out", dir, "--resume"}, tt.args...)...)
	}
}

// saysExactly runs a command with mistakes in its settings, which must give the whole error.
func saysExactly(t *testing.T, want string, args ...string) {
	t.Helper()
	if _, errOut, code := program.Run(t, "", args...); code != 2 || errOut != want {
		t.Errorf("%q: exit code %d, %q, want 2 and %q", args, code, errOut, want)
	}
}

// Errors about invalid settings name the flag that the user gave, the place in the file of
// settings, or else the flag that changes the default.
func TestInvalidSettings(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	td, lacking := in("td.json"), in("lacking.json")
	clitest.Write(t, lacking, "{\"nets\": [\n{\"part\": \"all\", \"features\": \"pubeval122\", \"activation\": \"relu\"}]}")
	clitest.Write(t, td, "{\n\"hidden\": [4], \"games\": 64,\n\"sync\": 8, \"checkpoint\": 65}")
	for _, tt := range []struct {
		command string
		args    []string
		want    string
	}{
		{"train td", []string{"--bench-every", "-40"}, "--bench-every is -40 games, want 1 or more, or 0 for never"},
		{"train td", []string{"--sync", "7", "--checkpoint", "16"}, "--checkpoint is 16 games, want a multiple of --sync, which is 7 games"},
		{"train td", []string{"--config", td}, td + ": line 3: checkpoint is 65 games, want a multiple of sync, which is 8 games"},
		{"train td", []string{"--config", td, "--sync", "7"}, td + ": line 3: checkpoint is 65 games, want a multiple of --sync, which is 7 games"},
		{"train td", []string{"--config", td, "--checkpoint", "9"}, "--checkpoint is 9 games, want a multiple of sync, which is 8 games"},
		{"train td", []string{"--config", lacking}, lacking + ": line 2: nets.0.hidden has 0 layers, want 1 to 16 (net for all)"},
		{"train supervised", []string{"--data", "x", "--batch", "0", "--optimizer", "none"}, "--optimizer: unknown method \"none\", want sgd or adam\n--batch is 0, want 1 to 16384"},
	} {
		saysExactly(t, "gammonlab "+tt.command+": "+tt.want+"\n", append(append(strings.Fields(tt.command), "--out", in("out")), tt.args...)...)
	}
}
