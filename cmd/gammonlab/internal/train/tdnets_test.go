package train

import (
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
)

// shortNets is a short run of train td with a net for each class and a pruning net.
func shortNets(dir string, more ...string) []string {
	return append([]string{
		"train", "td", "--part", "race,crashed,contact,pruning-contact", "--features", "gnubg-race214/tesauro198/perspective196/gnubg-base200",
		"--hidden", "4/5/6-4/3", "--activation", "tanh/sigmoid/relu,tanh/sigmoid", "--games", "48", "--checkpoint", "16",
		"--bench-every", "48", "--bench-games", "20", "--out", dir,
	}, more...)
}

// train td trains several nets of a model, with the flags of train supervised, and
// resumes such a run; train td --from continues with its model.
func TestTrainingOfSeveralNets(t *testing.T) {
	slow(t)
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	batch := []string{"--update", "batch", "--round-games", "8", "--exact-from", "32", "--prune"}
	program.OK(t, shortNets(path("one"), append(batch, "--workers", "1", "--curve")...)...)
	program.OK(t, shortNets(path("three"), append(batch, "--workers", "3")...)...)
	same(t, path("one"), path("three"))
	want := "race 214-4-5, crashed 198-5-5, contact 196-6-4-5, pruning-contact 200-3-5"
	if got := shapesIn(t, path("one")); got != want {
		t.Errorf("the model has the nets %s, want %s", got, want)
	}
	metrics := clitest.File(t, path("one"), "metrics.jsonl")
	if n := strings.Count(metrics, `"part":"crashed"`); n != 3 || !strings.Contains(metrics, `"opponent":"pubeval"`) {
		t.Errorf("metrics of the crashed net in %d lines, want 3, and a measurement, in\n%s", n, metrics)
	}
	program.OK(t, "train", "td", "--out", path("one"), "--resume", "--games", "64")
	program.OK(t, "train", "td", "--config", path("one/config.json"), "--out", path("same"))
	same(t, path("one"), path("same"))

	from := []string{"train", "td", "--from", path("one/model.safetensors"), "--games", "16", "--checkpoint", "8", "--bench-every", "0"}
	program.OK(t, append(from, "--update", "online", "--out", path("all"))...)
	if got := shapesIn(t, path("all")); got != want {
		t.Errorf("continued: %s, want %s", got, want)
	}
	config := strings.Join(strings.Fields(clitest.File(t, path("all"), "config.json")), "")
	if strings.Contains(config, `"part":"pruning-contact"`) || !strings.Contains(config, `"part":"crashed","features":"tesauro198@1","hidden":[5]`) {
		t.Errorf("continued with other nets than the full ones:\n%s", config)
	}
	program.OK(t, append(from, "--part", "contact", "--hidden", "7-4", "--out", path("contact"))...)
	if got, want := shapesIn(t, path("contact")), strings.Replace(want, "196-6-4-5", "196-7-4-5", 1); got != want {
		t.Errorf("continued with one net: %s, want %s", got, want)
	}
	program.OK(t, "train", "td", "--out", path("contact"), "--resume", "--games", "24")
}

func TestTrainingOfSeveralNetsRefuses(t *testing.T) {
	dir := t.TempDir()
	done, fresh := filepath.Join(dir, "done"), filepath.Join(dir, "run")
	program.OK(t, shortNets(done, "--bench-every", "0", "--games", "16")...)
	config := filepath.Join(dir, "bad.json")
	clitest.Write(t, config, `{"hidden": [4], "nets": []}`)
	program.Mistakes(t, "", []clitest.Mistake{
		{shortRun(fresh, "--part", "race,contact"), 2, "the model has no net for positions of class crashed: train one"},
		{shortRun(fresh, "--part", "race,crashed,contact", "--hidden", "4/5"), 2, "--hidden has values for 2 nets, want one for all or one for each of 3"},
		{shortRun(fresh, "--hidden", "4/5"), 2, "--hidden has values for 2 nets, want one for all or one for each of 1"},
		{shortRun(fresh, "--part", "race,crashed,contact", "--features", "tesauro198/nothing/tesauro198"), 2, `unknown set "nothing"`},
		{shortRun(fresh, "--part", "race,crashed,contact", "--activation", "relu/step/relu"), 2, `--activation: unknown activation "step"`},
		{shortRun(fresh, "--part", "race,crashed,contact,contact"), 2, "--part is contact, which an earlier net has"},
		{shortRun(fresh, "--part", "race,contract"), 2, `part is "contract", want one of`},
		{shortRun(fresh, "--part", "all,pruning-race", "--features", "tesauro198/gnubg-contact250"), 2, "--features is gnubg-contact250@2, whose inputs are not additive"},
		{shortRun(fresh, "--part", "race,crashed,contact", "--layer-rates", "1,1,1"), 2, "want one for each of the 2 layers of the net for race"},
		{shortRun(fresh, "--update", "batch", "--round-games", "100", "--targets", "exact", "--prune"), 1, "the model has no pruning nets"},
		{shortRun(fresh, "--prune"), 2, "--prune needs --update batch"},
		{[]string{"train", "td", "--config", config, "--out", fresh}, 2, "bad.json: line 1: nets is empty"},
		{[]string{"train", "td", "--out", done, "--resume", "--hidden", "4/5/6-4/9"}, 2, "--hidden: the run in " + done + " has 3, this command has 9"},
		{[]string{"train", "td", "--out", done, "--resume", "--part", "all"}, 2, "--part: the run in " + done},
		{shortRun(fresh, "--from", filepath.Join(done, "model.safetensors"), "--part", "all"), 1, "the net for all would never be used"},
	})
	if entries := must.Get(filepath.Glob(fresh))(t); entries != nil {
		t.Error("a refused run has left a folder")
	}
}
