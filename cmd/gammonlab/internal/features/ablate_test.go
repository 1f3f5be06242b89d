package features

import (
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/supervised/ablate"
)

func TestAblateModel(t *testing.T) {
	out, errOut := program.Reads(t, "", "features", "ablate", "--model", clitest.Tiny, "--data", clitest.GnubgTable, "--permutations", "3")
	clitest.SameAsFile(t, "ablate", out)
	clitest.Wants(t, errOut, "(100%)")
}

// ablation returns what the command prints as JSON.
func ablation(t *testing.T, args ...string) *ablate.Report {
	t.Helper()
	a := new(ablate.Report)
	program.JSON(t, a, append([]string{"features", "ablate", "--json"}, args...)...)
	return a
}

func TestAblateSet(t *testing.T) {
	plot := filepath.Join(t.TempDir(), "worth.svg")
	a := ablation(t, "--features", "pubeval122", "--hidden", "4", "--epochs", "2", "--retrain", "--class", "contact",
		"--workers", "2", "--permutations", "2", "--data", clitest.GnubgTable, "--plot", plot)
	if a.OtherClass == 0 || a.TrainedOn == 0 || a.Epochs < 1 || a.Epochs > 2 || len(a.Nets) != 1 {
		t.Fatalf("got %+v", a)
	}
	n := a.Nets[0]
	if n.Part != "contact" || n.Features != "pubeval122@1" || n.Shape != "122-4-5" || n.Positions+a.TrainedOn != a.Positions {
		t.Errorf("got %+v", n)
	}
	inputs := 0
	for _, g := range n.Groups {
		inputs += g.Inputs
		if g.Retrain == nil {
			t.Errorf("no net was trained without %s", g.Group)
		}
	}
	if inputs != 122 {
		t.Errorf("groups of %d inputs, want 122", inputs)
	}
	clitest.Wants(t, clitest.File(t, plot), "trained without", "own home points", "nats")
}

func TestAblateDoesNotDependOnWorkers(t *testing.T) {
	outputs := map[string]bool{}
	for _, workers := range []string{"1", "3"} {
		out := program.OK(t, "features", "ablate", "--features", "pubeval122", "--hidden", "3", "--epochs", "1",
			"--retrain", "--workers", workers, "--data", clitest.GnubgTable, "--json")
		outputs[out] = true
	}
	if len(outputs) != 1 {
		t.Error("1 and 3 workers print other figures")
	}
}

func TestAblateMistakes(t *testing.T) {
	const header = "position_id,win,wg,wbg,lg,lbg\n"
	one := header + clitest.Start + ",0.5,0.2,0,0.2,0\n"
	ablate := func(more ...string) []string { return append([]string{"features", "ablate", "--data", "-"}, more...) }
	for _, c := range []struct {
		in   string
		args []string
		code int
		want string
	}{
		{"", []string{"features", "ablate", "--model", clitest.Tiny}, 2, "--data is required"},
		{"", ablate(), 2, "give --model for a trained model or --features"},
		{"", ablate("--model", clitest.Tiny, "--features", "tesauro198"), 2, "one of them"},
		{"", ablate("--model", clitest.Tiny, "--retrain"), 2, "--retrain needs --features"},
		{"", ablate("--model", clitest.Tiny, "--plot", "a.gif"), 2, `--plot is "a.gif"`},
		{"", ablate("--model", clitest.Tiny, "--permutations", "1"), 2, "--permutations is 1, want at least 2"},
		{"", ablate("--model", clitest.Tiny, "--class", "over"), 2, `--class: unknown class "over", want race`},
		{"", ablate("--features", "frob"), 2, `--features: unknown set "frob"`},
		{"", ablate("--features", "tesauro198", "--hidden", "x"), 2, "--hidden"},
		{"", ablate("--features", "tesauro198", "--epochs", "0"), 2, "--epochs is 0"},
		{"", ablate("--model", clitest.Tiny, "x"), 2, `unexpected argument "x"`},
		{"", ablate("--data", "none.csv", "--model", clitest.Tiny), 1, "none.csv"},
		{"", ablate("--model", clitest.Tiny), 1, "standard input: empty"},
		{header, ablate("--model", clitest.Tiny), 1, "standard input: no position to measure on"},
		{header + "x,0,0,0,0,0\n", ablate("--model", clitest.Tiny), 1, "standard input:2: column position_id"},
		{one, ablate("--model", clitest.Tiny, "--class", "race"), 1, "1 of other classes"},
		{one, ablate("--model", clitest.Tiny), 1, "the net for all: 1 positions, want at least 2"},
		{one, ablate("--features", "tesauro198"), 1, "1 positions are too few"},
	} {
		program.FailsOn(t, c.in, c.code, c.want, c.args...)
	}
}

func TestExport(t *testing.T) {
	dir := t.TempDir()
	db, arrays := clitest.Labelled(t, clitest.GnubgTable), filepath.Join(dir, "x.npy")
	export := []string{"features", "export", db, "--features", "pubeval122"}
	clitest.Wants(t, program.OK(t, append(export, "--json", "--out", filepath.Join(dir, "j.npy"))...), `"rows": 1046`)
	clitest.Wants(t, program.OK(t, append(export, "--out", arrays)...), filepath.Join(dir, "x.json")+": 1046 rows of 122 inputs\n")
	program.Mistakes(t, strings.Join(export, " "), []clitest.Mistake{
		{[]string{"--out", arrays}, 2, "x.inputs.npy already exists"},
		{[]string{"--out", filepath.Join(dir, "x.csv")}, 2, `--out: extension ".csv", want .npy or .parquet`},
		{[]string{"--out", filepath.Join(dir, "y.npy"), "--part", "races"}, 2, `--part: unknown part "races"`},
		{nil, 2, "--out is required"},
	})
	unlabelled := clitest.Played(t, 10)
	program.Fails(t, 1, "no labelled rows", "features", "export", unlabelled, "--features", "pubeval122", "--out", filepath.Join(dir, "y.npy"))
}
