package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/evalbench/suite"
	"gammonlab/internal/must"
)

// A suite that is read and written is identical to the original.
func TestFilesStayAsTheyAre(t *testing.T) {
	files, err := filepath.Glob("../../evalbench/suite/tests/*.tst")
	if err != nil || len(files) == 0 {
		t.Fatalf("no suites: %v", err)
	}
	for _, file := range files {
		want := must.Get(os.ReadFile(file))(t)
		blocks, err := splitFile(file)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		copied := filepath.Join(t.TempDir(), "copy.tst")
		must.OK(t, writeFile(copied, blocks))
		if got, err := os.ReadFile(copied); err != nil || string(got) != string(want) {
			t.Errorf("%s is written differently: %v", file, err)
		}
	}
}

func TestSplitFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.tst")
	const text = "# head\n\n1 start play 31\n# of the second\n2 start play 32\n#= e\n#? [24/21 13/11]\n# tail\n"
	must.OK(t, os.WriteFile(path, []byte(text), 0o666))
	blocks := must.Get(splitFile(path))(t)
	if len(blocks) != 3 || blocks[0].answered() || !blocks[1].answered() || blocks[2].test != nil {
		t.Fatalf("%d blocks: %+v", len(blocks), blocks)
	}
	if blocks[0].test.Number != 1 || blocks[1].before[0] != "# of the second" || len(blocks[1].lines) != 2 {
		t.Errorf("blocks %+v", blocks)
	}
	must.OK(t, os.WriteFile(path, []byte("\n1 nowhere\n"), 0o666))
	must.Fail(t, must.Err(splitFile(path)), "line 2")
}

func TestMarked(t *testing.T) {
	for _, test := range []struct {
		answer string
		fails  bool
		want   string
	}{
		{"#? [13/7*]", true, "#? [13/7*]*"},
		{"#? [13/7*]*", false, "#? [13/7*]"},
		{"#? [a]*&", true, "#? [a]*&"},
		{"#? [a]&", false, "#? [a]&"},
	} {
		if got := marked(test.answer, test.fails); got != test.want {
			t.Errorf("%s, fails %v: %s, want %s", test.answer, test.fails, got, test.want)
		}
	}
}

// A decision has an answer only if the alternatives are separated by their standard
// errors.
func TestDecisions(t *testing.T) {
	for _, test := range []struct {
		noDouble, doubleTake, deviation float64
		double, take                    string // "" if it is too close
	}{
		{0.5, 0.6, 0.01, "double", "take"},
		{0.5, 0.4, 0.01, "no double", "take"},
		{0.8, 1.2, 0.01, "double", "pass"},
		{1.2, 1.5, 0.01, "no double", "pass"}, // too good
		{0.5, 0.52, 0.01, "", "take"},
		{0.8, 1.02, 0.01, "double", ""},
		{0.99, 1.5, 0.01, "", "pass"},
	} {
		d := decision{
			noDouble: test.noDouble, doubleTake: test.doubleTake, doublePass: 1,
			noDoubleError: test.deviation, doubleTakeError: test.deviation,
		}
		for question, want := range map[suite.Question]string{suite.Double: test.double, suite.Take: test.take} {
			got, err := d.label(question)
			var close errClose
			if got.answer != want || (want == "") != errors.As(err, &close) {
				t.Errorf("%+v: %v is %q (%v), want %q", test, question, got.answer, err, want)
			}
		}
	}
}

func TestSectionComments(t *testing.T) {
	got := sectionComments([]string{"", "# section", "", "# test"})
	if strings.Join(got, "|") != "|# section" {
		t.Errorf("%q", got)
	}
	if got := sectionComments([]string{"# test"}); len(got) > 0 {
		t.Errorf("%q, want none", got)
	}
}
