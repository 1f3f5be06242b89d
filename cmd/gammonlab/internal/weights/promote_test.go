package weights

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/evalbench/promotion"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// promotionNets returns the files of two nets in a new folder: a strong one,
// tiny, and a weak one with the same shape and random weights.
func promotionNets(t *testing.T, variant board.Variant) (strong, weak string) {
	t.Helper()
	dir := t.TempDir()
	strong, weak = filepath.Join(dir, "strong.safetensors"), filepath.Join(dir, "weak.safetensors")
	clitest.Write(t, strong, clitest.File(t, clitest.Tiny))
	net := must.Get(nets.NewRandom(nets.NewSpec(features.Perspective196{}, nets.Sigmoid, 8), 1))(t)
	must.OK(t, nets.NewModel(net, variant).Save(weak))
	return strong, weak
}

// promote returns the command without databases and with bounds far apart.
func promote(args ...string) []string {
	return append([]string{"weights", "promote", "--bearoff", "none", "--equity", "0,0.5"}, args...)
}

func TestPromote(t *testing.T) {
	strong, weak := promotionNets(t, board.Backgammon)
	old := clitest.File(t, weak)
	clitest.Wants(t, program.OK(t, promote("--workers", "1", strong, weak)...), "H1 accepted", weak+": promoted")
	promoted := clitest.File(t, weak)
	kept, err := filepath.Glob(filepath.Join(filepath.Dir(weak), "weak-*.safetensors"))
	if err != nil || len(kept) != 1 || clitest.File(t, kept[0]) != old {
		t.Errorf("kept %v, error %v, want the replaced net", kept, err)
	}
	checkPromoted(t, weak, strong, kept[0])

	for _, args := range [][]string{{"--workers", "3"}, {"--workers", "2", "--results", filepath.Join(t.TempDir(), "results")}} {
		_, other := promotionNets(t, board.Backgammon)
		program.OK(t, promote(append(args, strong, other)...)...)
		if clitest.File(t, other) != promoted {
			t.Errorf("%v: other bytes", args)
		}
	}
}

// If a process is killed after it has replaced the file, the same command prints the
// result of the killed one. A command with other settings is another test and is
// refused.
func TestPromoteFinished(t *testing.T) {
	strong, weak := promotionNets(t, board.Backgammon)
	results := filepath.Join(t.TempDir(), "results")
	first := program.OK(t, promote("--results", results, strong, weak)...)
	promoted := clitest.File(t, weak)
	out := program.OK(t, promote("--results", results, strong, weak)...)
	clitest.Wants(t, out, "H1 accepted")
	if _, lines, _ := strings.Cut(first, weak+": promoted"); !strings.HasSuffix(out, weak+": promoted"+lines) {
		t.Errorf("again:\n%s\nwant the end of\n%s", out, first)
	}
	var report promotion.Report
	program.JSON(t, &report, promote("--json", strong, weak)...)
	if !report.Promoted || report.Test.Decision != "H1" || report.Kept == "" {
		t.Errorf("as JSON: %+v", report)
	}
	for _, args := range [][]string{{"--seed", "2", strong, weak}, {"--equity", "0,0.4", strong, weak}, {weak, weak}} {
		program.Fails(t, 1, "same weights", promote(args...)...)
	}
	if clitest.File(t, weak) != promoted {
		t.Error("the file was changed")
	}
}

// checkPromoted compares the output of weights info for a promoted net with the
// nets of its test.
func checkPromoted(t *testing.T, promoted, candidate, replaced string) {
	t.Helper()
	var infos [3]struct {
		Shape, Features, Variant, Digest string
		Provenance                       map[string]string
		Promotion                        *promotion.Evidence
	}
	for i, path := range []string{promoted, candidate, replaced} {
		program.JSON(t, &infos[i], "weights", "info", "--json", path)
	}
	info, e := infos[0], infos[0].Promotion
	if e == nil || e.Candidate != infos[1].Digest || e.Replaced != infos[2].Digest || e.Date != "" {
		t.Fatalf("evidence %+v, want %s to replace %s", e, infos[1].Digest, infos[2].Digest)
	}
	if test := e.Test; test.Decision != "H1" || test.Games < 2 || test.Form != "cubeless" || test.Seed != 1 || *test.PPG.Value < 0.1 {
		t.Fatalf("evidence of the test %+v", test)
	}
	if info.Shape != infos[1].Shape || info.Features != infos[1].Features || info.Variant != infos[1].Variant {
		t.Errorf("the net is %s over %s, want %s over %s", info.Shape, info.Features, infos[1].Shape, infos[1].Features)
	}
	for key, value := range infos[1].Provenance {
		if info.Provenance[key] != value {
			t.Errorf("provenance %s is %q, want that of the candidate, %q", key, info.Provenance[key], value)
		}
	}
	clitest.Wants(t, program.OK(t, "weights", "info", promoted), "\npromotion\n", "replaced   "+e.Replaced, "H1 accepted: A scores +500 mEq or more", "cubeless, seed 1")
	program.OK(t, "weights", "verify", promoted)
}

// TestPromoteNot checks that a net that was not beaten keeps its file.
func TestPromoteNot(t *testing.T) {
	strong, weak := promotionNets(t, board.Backgammon)
	old := clitest.File(t, strong)
	for _, test := range []struct {
		want string
		args []string
	}{
		{"H0 accepted", []string{weak, strong}},
		{"undecided between H0", []string{"--max-games", "4", weak, strong}},
	} {
		out, errOut, code := program.Run(t, "", promote(test.args...)...)
		if code != 1 || !strings.Contains(out, test.want) || !strings.Contains(errOut, "not promoted") {
			t.Errorf("%v: exit code %d, want %d and %q\n%s%s", test.args, code, 1, test.want, out, errOut)
		}
		out, _, code = program.Run(t, "", promote(append([]string{"--json"}, test.args...)...)...)
		var report promotion.Report
		if err := json.Unmarshal([]byte(out), &report); err != nil || code != 1 || report.Promoted || report.Test.Decision == "H1" {
			t.Errorf("%v: exit code %d, error %v, %+v", test.args, code, err, report)
		}
	}
	if files, err := os.ReadDir(filepath.Dir(strong)); err != nil || len(files) != 2 || clitest.File(t, strong) != old {
		t.Errorf("files %v, error %v, want the two nets as they were", files, err)
	}
}

// TestPromoteResumed resumes a test whose file has an incomplete last
// line, and wants the bytes of an uninterrupted one.
func TestPromoteResumed(t *testing.T) {
	strong, weak := promotionNets(t, board.Backgammon)
	results := filepath.Join(t.TempDir(), "results")
	args := []string{"--equity", "0,0.05", "--results", results}
	if _, errOut, code := program.Run(t, "", promote(append(args, "--max-games", "50", strong, weak)...)...); code != 1 || !strings.Contains(errOut, "not promoted") {
		t.Fatalf("exit code %d\n%s", code, errOut)
	}
	file := clitest.File(t, results)
	clitest.Write(t, results, file[:len(file)-10])
	_, errOut := program.Reads(t, "", promote(append(args, strong, weak)...)...)
	clitest.Wants(t, errOut, "was cut short and is dropped")
	_, whole := promotionNets(t, board.Backgammon)
	program.OK(t, promote("--equity", "0,0.05", strong, whole)...)
	if clitest.File(t, whole) != clitest.File(t, weak) {
		t.Error("other bytes than without interruption")
	}
}

// TestPromoteForms plays for matches, by Elo, and dates the evidence.
func TestPromoteForms(t *testing.T) {
	strong, weak := promotionNets(t, board.Backgammon)
	program.OK(t, "weights", "promote", "--bearoff", "none", "--dmp", "--elo", "0,50", "--date", "2026-01-31", "--seed", "4", strong, weak)
	clitest.Wants(t, program.OK(t, "weights", "info", weak), "A scores +50 Elo or more", "1-point matches, seed 4", "date       2026-01-31")
}

func TestPromoteMistakes(t *testing.T) {
	strong, weak := promotionNets(t, board.Backgammon)
	_, hypergammon := promotionNets(t, board.Hypergammon3)
	dir := t.TempDir()
	long := filepath.Join(dir, strings.Repeat("n", 238)+".safetensors")    // no room for the name of a temporary file
	longish := filepath.Join(dir, strings.Repeat("n", 225)+".safetensors") // nor for that of the kept one's
	for _, path := range []string{long, longish} {
		clitest.Write(t, path, clitest.File(t, weak))
	}
	program.Mistakes(t, "weights promote", []clitest.Mistake{
		{[]string{strong}, 2, "1 arguments"},
		{[]string{strong, weak, weak}, 2, "3 arguments"},
		{[]string{strong, "net.onnx"}, 2, "net.onnx cannot be replaced"},
		{[]string{strong, strong}, 1, "same weights"},
		{[]string{strong, hypergammon}, 1, "for backgammon, the net that it is to replace for hypergammon3"},
		{[]string{strong, weak + "x.safetensors"}, 1, "no such file"},
		{[]string{weak + "x", weak}, 1, "neither a file nor a shipped net"},
		{[]string{"--date", "today", strong, weak}, 2, "--date"},
		{[]string{"--elo", "-5,5", strong, weak}, 2, "--elo: want bounds from 0 up"},
		{[]string{"--equity", "-0.1,0.1", strong, weak}, 2, "--equity: want bounds from 0 up"},
		{[]string{"--match", "-1", strong, weak}, 2, "--match is -1"},
		{[]string{strong, long}, 1, "name too long"},
		{[]string{strong, longish}, 1, "name too long"},
	})
}

// TestPromoteReadOnly wants an error before the test if the file cannot
// be written.
func TestPromoteReadOnly(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("NOT TESTED: root writes into read-only folders, too")
	}
	strong, weak := promotionNets(t, board.Backgammon)
	must.OK(t, os.Chmod(filepath.Dir(weak), 0o555))
	defer os.Chmod(filepath.Dir(weak), 0o755)
	program.Fails(t, 1, "permission denied", "weights", "promote", strong, weak)
}

// TestForgedEvidence shows evidence of another net, with a warning, and fails to
// verify it.
func TestForgedEvidence(t *testing.T) {
	strong, weak := promotionNets(t, board.Backgammon)
	m := must.Get(nets.Load(weak))(t)
	m.Provenance["promotion"] = `{"candidate":"me"}`
	must.OK(t, m.Save(strong))
	clitest.Wants(t, program.OK(t, "weights", "info", strong), `{"candidate":"me"}`, "warning: evidence of promotion: no test")
	program.Fails(t, 1, "evidence of promotion: no test", "weights", "verify", strong)
}
