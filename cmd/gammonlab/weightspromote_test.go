package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/evalbench/promotion"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// promotionNets returns the files of two nets in a new folder: a strong one,
// tiny, and a weak one with the same shape and random weights.
func promotionNets(t *testing.T, variant board.Variant) (strong, weak string) {
	t.Helper()
	dir := t.TempDir()
	strong, weak = filepath.Join(dir, "strong.safetensors"), filepath.Join(dir, "weak.safetensors")
	must.OK(t, os.WriteFile(strong, []byte(readFile(t, tiny)), 0o666))
	net := must.Get(nets.NewRandom(nets.NewSpec(features.Perspective196{}, nets.Sigmoid, 8), 1))(t)
	must.OK(t, nets.NewModel(net, variant).Save(weak))
	return strong, weak
}

// promote runs the command without databases and with bounds far apart.
func promote(t *testing.T, args ...string) (out, errOut string, code int) {
	t.Helper()
	return command(t, "", append([]string{"weights", "promote", "--bearoff", "none", "--equity", "0,0.5"}, args...)...)
}

func TestWeightsPromote(t *testing.T) {
	strong, weak := promotionNets(t, board.Backgammon)
	old := readFile(t, weak)
	out, errOut, code := promote(t, "--workers", "1", strong, weak)
	if code != exitOK || !strings.Contains(out, "H1 accepted") || !strings.Contains(out, weak+": promoted") {
		t.Fatalf("exit code %d\n%s%s", code, out, errOut)
	}
	promoted := readFile(t, weak)
	kept, err := filepath.Glob(filepath.Join(filepath.Dir(weak), "weak-*.safetensors"))
	if err != nil || len(kept) != 1 || readFile(t, kept[0]) != old {
		t.Errorf("kept %v, error %v, want the replaced net", kept, err)
	}
	checkPromoted(t, weak, strong, kept[0])

	for _, args := range [][]string{{"--workers", "3"}, {"--workers", "2", "--results", filepath.Join(t.TempDir(), "results")}} {
		_, other := promotionNets(t, board.Backgammon)
		if _, errOut, code := promote(t, append(args, strong, other)...); code != exitOK || readFile(t, other) != promoted {
			t.Errorf("%v: exit code %d, want 0 and the same bytes\n%s", args, code, errOut)
		}
	}
}

// If a process is killed after it has replaced the file, the same command prints the
// result of the killed one. A command with other settings is another test and is
// refused.
func TestWeightsPromoteFinished(t *testing.T) {
	strong, weak := promotionNets(t, board.Backgammon)
	results := filepath.Join(t.TempDir(), "results")
	first, errOut, code := promote(t, "--results", results, strong, weak)
	if code != exitOK {
		t.Fatal(errOut)
	}
	promoted := readFile(t, weak)
	out, errOut, code := promote(t, "--results", results, strong, weak)
	if code != exitOK || !strings.Contains(out, "H1 accepted") {
		t.Errorf("again: exit code %d\n%s%s", code, out, errOut)
	}
	if _, lines, _ := strings.Cut(first, weak+": promoted"); !strings.HasSuffix(out, weak+": promoted"+lines) {
		t.Errorf("again:\n%s\nwant the end of\n%s", out, first)
	}
	var report promotion.Report
	text, _, code := promote(t, "--json", strong, weak)
	if err := json.Unmarshal([]byte(text), &report); err != nil || code != exitOK || !report.Promoted || report.Test.Decision != "H1" || report.Kept == "" {
		t.Errorf("as JSON: exit code %d, %v, %s", code, err, text)
	}
	for _, args := range [][]string{{"--seed", "2", strong, weak}, {"--equity", "0,0.4", strong, weak}, {weak, weak}} {
		if _, errOut, code := promote(t, args...); code != exitFailed || !strings.Contains(errOut, "same weights") {
			t.Errorf("%q: exit code %d, %s, want a refusal", args, code, errOut)
		}
	}
	if readFile(t, weak) != promoted {
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
		out, errOut, code := command(t, "", "weights", "info", "--json", path)
		if err := json.Unmarshal([]byte(out), &infos[i]); err != nil || code != exitOK {
			t.Fatalf("%v, exit code %d\n%s", err, code, errOut)
		}
	}
	info, e := infos[0], infos[0].Promotion
	if e == nil || e.Candidate != infos[1].Digest || e.Replaced != infos[2].Digest || e.Date != "" ||
		e.Test.Decision != "H1" || e.Test.Games < 2 || e.Test.Form != "cubeless" || e.Test.Seed != 1 || *e.Test.PPG < 0.1 {
		t.Fatalf("evidence %+v", e)
	}
	if info.Shape != infos[1].Shape || info.Features != infos[1].Features || info.Variant != infos[1].Variant {
		t.Errorf("the net is %s over %s, want %s over %s", info.Shape, info.Features, infos[1].Shape, infos[1].Features)
	}
	for key, value := range infos[1].Provenance {
		if info.Provenance[key] != value {
			t.Errorf("provenance %s is %q, want that of the candidate, %q", key, info.Provenance[key], value)
		}
	}
	out, _, _ := command(t, "", "weights", "info", promoted)
	for _, want := range []string{"\npromotion\n", "replaced   " + e.Replaced, "H1 accepted: A scores +0.5 ppg or more", "cubeless, seed 1"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if out, errOut, code := command(t, "", "weights", "verify", promoted); code != exitOK {
		t.Errorf("weights verify: exit code %d\n%s%s", code, out, errOut)
	}
}

// TestWeightsPromoteNot checks that a net that was not beaten keeps its file.
func TestWeightsPromoteNot(t *testing.T) {
	strong, weak := promotionNets(t, board.Backgammon)
	old := readFile(t, strong)
	for _, test := range []struct {
		want string
		args []string
	}{
		{"H0 accepted", []string{weak, strong}},
		{"undecided between H0", []string{"--max-games", "4", weak, strong}},
	} {
		out, errOut, code := promote(t, test.args...)
		if code != exitFailed || !strings.Contains(out, test.want) || !strings.Contains(errOut, "not promoted") {
			t.Errorf("%v: exit code %d, want %d and %q\n%s%s", test.args, code, exitFailed, test.want, out, errOut)
		}
		out, _, code = promote(t, append([]string{"--json"}, test.args...)...)
		var report promotion.Report
		if err := json.Unmarshal([]byte(out), &report); err != nil || code != exitFailed || report.Promoted || report.Test.Decision == "H1" {
			t.Errorf("%v: exit code %d, error %v, %+v", test.args, code, err, report)
		}
	}
	if files, err := os.ReadDir(filepath.Dir(strong)); err != nil || len(files) != 2 || readFile(t, strong) != old {
		t.Errorf("files %v, error %v, want the two nets as they were", files, err)
	}
}

// TestWeightsPromoteResumed resumes a test whose file has an incomplete last
// line, and wants the bytes of an uninterrupted one.
func TestWeightsPromoteResumed(t *testing.T) {
	strong, weak := promotionNets(t, board.Backgammon)
	results := filepath.Join(t.TempDir(), "results")
	args := []string{"--equity", "0,0.05", "--results", results}
	if _, errOut, code := promote(t, append(args, "--max-games", "50", strong, weak)...); code != exitFailed || !strings.Contains(errOut, "not promoted") {
		t.Fatalf("exit code %d\n%s", code, errOut)
	}
	file := readFile(t, results)
	must.OK(t, os.WriteFile(results, []byte(file[:len(file)-10]), 0o666))
	if out, errOut, code := promote(t, append(args, strong, weak)...); code != exitOK || !strings.Contains(errOut, "was cut short and is dropped") {
		t.Fatalf("exit code %d\n%s%s", code, out, errOut)
	}
	_, whole := promotionNets(t, board.Backgammon)
	if _, errOut, code := promote(t, "--equity", "0,0.05", strong, whole); code != exitOK || readFile(t, whole) != readFile(t, weak) {
		t.Errorf("exit code %d, want 0 and the same bytes without interruption\n%s", code, errOut)
	}
}

// TestWeightsPromoteForms plays for matches, by Elo, and dates the evidence.
func TestWeightsPromoteForms(t *testing.T) {
	strong, weak := promotionNets(t, board.Backgammon)
	succeed(t, "weights", "promote", "--bearoff", "none", "--dmp", "--elo", "0,50", "--date", "2026-01-31", "--seed", "4", strong, weak)
	out, _, _ := command(t, "", "weights", "info", weak)
	for _, want := range []string{"A scores +50 Elo or more", "1-point matches, seed 4", "date       2026-01-31"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

func TestWeightsPromoteMistakes(t *testing.T) {
	strong, weak := promotionNets(t, board.Backgammon)
	_, hypergammon := promotionNets(t, board.Hypergammon3)
	dir := t.TempDir()
	long := filepath.Join(dir, strings.Repeat("n", 238)+".safetensors")    // no room for the name of a temporary file
	longish := filepath.Join(dir, strings.Repeat("n", 225)+".safetensors") // nor for that of the kept one's
	for _, path := range []string{long, longish} {
		must.OK(t, os.WriteFile(path, []byte(readFile(t, weak)), 0o666))
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{strong}, exitUsage, "1 arguments"},
		{[]string{strong, weak, weak}, exitUsage, "3 arguments"},
		{[]string{strong, "net.onnx"}, exitUsage, "net.onnx cannot be replaced"},
		{[]string{strong, strong}, exitFailed, "same weights"},
		{[]string{strong, hypergammon}, exitFailed, "for backgammon, the net that it is to replace for hypergammon3"},
		{[]string{strong, weak + "x.safetensors"}, exitFailed, "no such file"},
		{[]string{weak + "x", weak}, exitFailed, "neither a file nor a shipped net"},
		{[]string{"--date", "today", strong, weak}, exitUsage, "--date"},
		{[]string{"--elo", "-5,5", strong, weak}, exitUsage, "--elo: want bounds from 0 up"},
		{[]string{"--equity", "-0.1,0.1", strong, weak}, exitUsage, "--equity: want bounds from 0 up"},
		{[]string{"--match", "-1", strong, weak}, exitUsage, "--match is -1"},
		{[]string{strong, long}, exitFailed, "name too long"},
		{[]string{strong, longish}, exitFailed, "name too long"},
	} {
		checkMistake(t, "", append([]string{"weights", "promote"}, c.args...), c.code, c.want)
	}
}

// TestWeightsPromoteReadOnly wants an error before the test if the file cannot
// be written.
func TestWeightsPromoteReadOnly(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("NOT TESTED: root writes into read-only folders, too")
	}
	strong, weak := promotionNets(t, board.Backgammon)
	must.OK(t, os.Chmod(filepath.Dir(weak), 0o555))
	defer os.Chmod(filepath.Dir(weak), 0o755)
	checkMistake(t, "", []string{"weights", "promote", strong, weak}, exitFailed, "permission denied")
}

// TestForgedEvidence shows evidence of another net, with a warning, and fails to
// verify it.
func TestForgedEvidence(t *testing.T) {
	strong, weak := promotionNets(t, board.Backgammon)
	m := must.Get(nets.Load(weak))(t)
	m.Provenance["promotion"] = `{"candidate":"me"}`
	must.OK(t, m.Save(strong))
	out, _, code := command(t, "", "weights", "info", strong)
	if code != exitOK || !strings.Contains(out, `{"candidate":"me"}`) || !strings.Contains(out, "warning: evidence of promotion: no test") {
		t.Errorf("exit code %d\n%s", code, out)
	}
	checkMistake(t, "", []string{"weights", "verify", strong}, exitFailed, "evidence of promotion: no test")
}
