package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

// suiteFile writes a suite to a file.
func suiteFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "my.tst")
	must.OK(t, os.WriteFile(path, []byte(text), 0o666))
	return path
}

// Pubeval makes the five point with 3-1.
const mySuite = `101 start play 31
#? [8/5 6/5]
102 start play 31
#? [!8/5 6/5]*
103 start double
#? [no double]
`

func TestSuiteReportsFailures(t *testing.T) {
	good := suiteFile(t, mySuite)
	out, errOut, code := command(t, "", "bench", "suite", "--bearoff", "none", "--player", "pubeval", good)
	if code != exitOK || strings.Contains(out, "13-14-15") || !strings.Contains(out, "3 tests") {
		t.Errorf("exit code %d, want %d and no board in\n%s%s", code, exitOK, out, errOut)
	}
	bad := suiteFile(t, strings.ReplaceAll(mySuite, "]*", "]"))
	out, errOut, code = command(t, "", "bench", "suite", "--bearoff", "none", "--player", "pubeval", bad)
	if code != exitFailed || !strings.Contains(out, ":102 FAILED: 8/5 6/5") || !strings.Contains(out, "13-14-15") {
		t.Errorf("exit code %d, want %d, the answer and the board in\n%s%s", code, exitFailed, out, errOut)
	}
}

func TestSuiteJSON(t *testing.T) {
	path := suiteFile(t, mySuite)
	out, errOut, code := command(t, "", "bench", "suite", "--bearoff", "none", "--player", "net:"+tiny, "--json", "--tests", "103", path)
	var report struct {
		Tests   int `json:"tests"`
		Results []struct {
			Number  int    `json:"number"`
			Outcome string `json:"outcome"`
		} `json:"results"`
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatalf("%v\n%s%s", err, out, errOut)
	}
	if code != exitOK || report.Tests != 1 || len(report.Results) != 1 || report.Results[0].Number != 103 || report.Results[0].Outcome != "passed" {
		t.Errorf("exit code %d, %s", code, out)
	}
}

func TestSuiteRefuses(t *testing.T) {
	path := suiteFile(t, "101 start play 31\n#? [8/3]\n")
	good := suiteFile(t, mySuite)
	for _, test := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"an illegal answer", []string{path}, exitFailed, "my.tst:2: test 101"},
		{"a missing suite", []string{"nosuch"}, exitFailed, "nosuch"},
		{"bad numbers", []string{"--tests", "x"}, exitUsage, `"x"`},
		{"no test with the number", []string{"--tests", "9999999", good}, exitFailed, "no test"},
		{"an unknown player", []string{"--player", "hal", good}, exitUsage, `"hal"`},
	} {
		out, errOut, code := command(t, "", append([]string{"bench", "suite", "--bearoff", "none"}, test.args...)...)
		if code != test.code || !strings.Contains(errOut, test.want) || out != "" {
			t.Errorf("%s: exit code %d, want %d, and %q in\n%s", test.name, code, test.code, test.want, errOut)
		}
	}
}
