package bench

import (
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
)

// suiteFile writes a suite to a file.
func suiteFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "my.tst")
	clitest.Write(t, path, text)
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
	out := program.OK(t, "bench", "suite", "--bearoff", "none", "--player", "pubeval", good)
	clitest.Wants(t, out, "3 tests")
	if strings.Contains(out, "13-14-15") {
		t.Errorf("want no board in\n%s", out)
	}
	bad := suiteFile(t, strings.ReplaceAll(mySuite, "]*", "]"))
	out, _, code := program.Run(t, "", "bench", "suite", "--bearoff", "none", "--player", "pubeval", bad)
	if code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	clitest.Wants(t, out, ":102 FAILED: 8/5 6/5", "13-14-15")
}

func TestSuiteJSON(t *testing.T) {
	path := suiteFile(t, mySuite)
	var report struct {
		Tests   int `json:"tests"`
		Results []struct {
			Number  int    `json:"number"`
			Outcome string `json:"outcome"`
		} `json:"results"`
	}
	program.JSON(t, &report, "bench", "suite", "--bearoff", "none", "--player", "net:"+clitest.Tiny, "--json", "--tests", "103", path)
	if report.Tests != 1 || len(report.Results) != 1 || report.Results[0].Number != 103 || report.Results[0].Outcome != "passed" {
		t.Errorf("got %+v", report)
	}
}

func TestSuiteRefuses(t *testing.T) {
	path := suiteFile(t, "101 start play 31\n#? [8/3]\n")
	good := suiteFile(t, mySuite)
	program.Mistakes(t, "bench suite --bearoff none", []clitest.Mistake{
		{[]string{path}, 1, "my.tst:2: test 101"},
		{[]string{"nosuch"}, 1, "nosuch"},
		{[]string{"--tests", "x"}, 2, `"x"`},
		{[]string{"--tests", "9999999", good}, 1, "no test"},
		{[]string{"--player", "hal", good}, 2, `"hal"`},
	})
}
