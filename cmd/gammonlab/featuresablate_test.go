package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/supervised/ablate"
)

// gnubgTable contains positions from play, evaluated by GNU Backgammon.
const gnubgTable = "../../engine/testdata/0ply-selfplay.csv"

func TestAblateModel(t *testing.T) {
	out, errOut, code := command(t, "", "features", "ablate", "--model", tiny, "--data", gnubgTable, "--permutations", "3")
	if code != exitOK {
		t.Fatalf("exit code %d, errors %q", code, errOut)
	}
	golden(t, "features-ablate", out)
	if !strings.Contains(errOut, "(100%)") {
		t.Errorf("no progress in %q", errOut)
	}
}

func ablationFrom(t *testing.T, in string, args ...string) *ablate.Report {
	t.Helper()
	out, errOut, code := command(t, in, append([]string{"features", "ablate", "--json"}, args...)...)
	if code != exitOK {
		t.Fatalf("exit code %d, errors %q", code, errOut)
	}
	a := new(ablate.Report)
	if err := json.Unmarshal([]byte(out), a); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	return a
}

// features ablate takes the output of eval as labels, and the same net then
// differs from the labels only by their rounding to six decimals.
func TestAblateOnAnswersOfEval(t *testing.T) {
	table, errOut, code := command(t, start+"\nzx8AAFVozwSgSQ\nHwAAAGwAAAAAAA\n"+finished+"\n",
		"eval", "--model", tiny, "--bearoff", "none", "--format", "csv", "-")
	if code != exitOK {
		t.Fatalf("exit code %d, errors %q", code, errOut)
	}
	a := ablationFrom(t, table, "--model", tiny, "--data", "-")
	if a.Positions != 3 || a.Over != 1 || len(a.Nets) != 1 || a.Permutations != 5 {
		t.Fatalf("got %+v, want 3 positions, 1 where the game is over, one net", a)
	}
	if n := a.Nets[0]; n.Divergence > 1e-5 || n.Equity > 0.01 {
		t.Errorf("loss %v, %v mEq, want next to nothing", n.Divergence, n.Equity)
	}
}

func TestAblateSet(t *testing.T) {
	plot := filepath.Join(t.TempDir(), "worth.svg")
	a := ablationFrom(t, "", "--features", "pubeval122", "--hidden", "4", "--epochs", "2", "--retrain", "--class", "contact",
		"--workers", "2", "--permutations", "2", "--data", gnubgTable, "--plot", plot)
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
	page := must.Get(os.ReadFile(plot))(t)
	for _, want := range []string{"trained without", "own home points", "nats"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the plot lacks %q", want)
		}
	}
}

func TestAblateDoesNotDependOnWorkers(t *testing.T) {
	outputs := map[string]bool{}
	for _, workers := range []string{"1", "3"} {
		out, errOut, code := command(t, "", "features", "ablate", "--features", "pubeval122", "--hidden", "3", "--epochs", "1",
			"--retrain", "--workers", workers, "--data", gnubgTable, "--json")
		if code != exitOK {
			t.Fatalf("exit code %d, errors %q", code, errOut)
		}
		outputs[out] = true
	}
	if len(outputs) != 1 {
		t.Error("1 and 3 workers print other figures")
	}
}

func TestAblateMistakes(t *testing.T) {
	const header = "position_id,win,wg,wbg,lg,lbg\n"
	one := header + start + ",0.5,0.2,0,0.2,0\n"
	ablate := func(more ...string) []string { return append([]string{"features", "ablate"}, more...) }
	for _, c := range []struct {
		name string
		in   string
		args []string
		code int
		want string
	}{
		{"no data", "", ablate("--model", tiny), 2, "--data is required"},
		{"neither model nor set", "", ablate("--data", "-"), 2, "give --model for a trained model or --features"},
		{"model and set", "", ablate("--data", "-", "--model", tiny, "--features", "tesauro198"), 2, "one of them"},
		{"training a model", "", ablate("--data", "-", "--model", tiny, "--retrain"), 2, "--retrain has no effect with --model"},
		{"plot", "", ablate("--data", "-", "--model", tiny, "--plot", "a.pdf"), 2, `--plot is "a.pdf"`},
		{"permutations", "", ablate("--data", "-", "--model", tiny, "--permutations", "1"), 2, "--permutations is 1, want at least 2"},
		{"class", "", ablate("--data", "-", "--model", tiny, "--class", "over"), 2, `--class is "over", want race, crashed or contact`},
		{"unknown set", "", ablate("--data", "-", "--features", "frob"), 2, `--features: unknown set "frob"`},
		{"hidden", "", ablate("--data", "-", "--features", "tesauro198", "--hidden", "x"), 2, "--hidden"},
		{"epochs", "", ablate("--data", "-", "--features", "tesauro198", "--epochs", "0"), 2, "--epochs is 0"},
		{"argument", "", ablate("--data", "-", "--model", tiny, "x"), 2, `unexpected argument "x"`},
		{"no file", "", ablate("--data", "none.csv", "--model", tiny), 1, "none.csv"},
		{"empty", "", ablate("--data", "-", "--model", tiny), 1, "standard input: empty"},
		{"no rows", header, ablate("--data", "-", "--model", tiny), 1, "standard input: no position to measure on"},
		{"bad row", header + "x,0,0,0,0,0\n", ablate("--data", "-", "--model", tiny), 1, "standard input:2: column position_id"},
		{"other class", one, ablate("--data", "-", "--model", tiny, "--class", "race"), 1, "1 of other classes"},
		{"too few to train", one, ablate("--data", "-", "--features", "tesauro198"), 1, "1 positions are too few"},
	} {
		t.Run(c.name, func(t *testing.T) { checkMistake(t, c.in, c.args, c.code, c.want) })
	}
	// The error about too few positions follows the progress, so it is not the
	// only line.
	out, errOut, code := command(t, one, ablate("--data", "-", "--model", tiny)...)
	if code != exitFailed || out != "" || !strings.Contains(errOut, "the net for all: 1 positions, want at least 2") {
		t.Errorf("one position: exit code %d, output %q, errors %q", code, out, errOut)
	}
}
func TestFeaturesExport(t *testing.T) {
	dir := t.TempDir()
	db, arrays := filepath.Join(dir, "db.parquet"), filepath.Join(dir, "x.npy")
	if _, errOut, code := command(t, trainingText, "dataset", "import", "-", "--out", db); code != exitOK {
		t.Fatal(errOut)
	}
	export := func(args ...string) (string, string, int) {
		return command(t, "", append([]string{"features", "export", db, "--features", "pubeval122"}, args...)...)
	}
	out, errOut, code := export("--out", arrays)
	if want := filepath.Join(dir, "x.json") + ": 2 rows of 122 inputs\n"; code != exitOK || !strings.HasSuffix(out, want) {
		t.Errorf("exit code %d, %q, %q, want %q", code, out, errOut, want)
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--out", arrays}, exitUsage, "x.inputs.npy already exists"},
		{[]string{"--out", filepath.Join(dir, "x.csv")}, exitUsage, `--out: extension ".csv", want .npy or .parquet`},
		{[]string{"--out", filepath.Join(dir, "y.npy"), "--part", "races"}, exitUsage, `--part: unknown part "races"`},
		{[]string{"--out", filepath.Join(dir, "y.npy"), "--part", "race"}, exitFailed, `no labelled rows of class [race]`},
		{nil, exitUsage, "--out is required"},
	} {
		if _, errOut, code := export(c.args...); code != c.code || !strings.Contains(errOut, c.want) {
			t.Errorf("%v: exit code %d, %q, want %d, %q", c.args, code, errOut, c.code, c.want)
		}
	}
}
