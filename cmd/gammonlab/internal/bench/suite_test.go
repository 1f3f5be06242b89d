package bench

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
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

// Several players are shown side by side, with the tests that only one of them passes.
func TestSuiteCompares(t *testing.T) {
	path := suiteFile(t, mySuite)
	page := filepath.Join(t.TempDir(), "flips.html")
	players := []string{"--player", "net:" + clitest.Tiny, "--player", "random"}
	args := append([]string{"bench", "suite", "--bearoff", "none", "--html", page}, players...)
	out := program.OK(t, append(args, path+":101-102")...)
	clitest.Wants(t, out, "random", "net:"+clitest.Tiny, "flip", ":101", ":102")
	if strings.Contains(out, ":103") {
		t.Errorf("want only tests 101 and 102 in\n%s", out)
	}
	clitest.Wants(t, string(must.Get(os.ReadFile(page))(t)), "<svg", "my.tst:101", "Flips")
	var c struct {
		Players []struct {
			Player   string         `json:"player"`
			Outcomes map[string]int `json:"outcomes"`
		} `json:"players"`
		Flips []struct {
			Number  int `json:"number"`
			Answers []struct {
				Right bool `json:"right"`
			} `json:"answers"`
		} `json:"flips"`
	}
	program.JSON(t, &c, append(append([]string{"bench", "suite", "--bearoff", "none", "--json"}, players...), path)...)
	if len(c.Players) != 2 || c.Players[1].Player != "random" || c.Players[1].Outcomes["not asked"] != 1 || len(c.Flips) != 2 {
		t.Fatalf("got %+v", c)
	}
	for _, f := range c.Flips {
		if len(f.Answers) != 2 || f.Answers[0].Right == f.Answers[1].Right {
			t.Errorf("test %d: answers %+v, want one right", f.Number, f.Answers)
		}
	}
	same := program.OK(t, "bench", "suite", "--bearoff", "none", "--player", "pubeval", "--player", "net:"+clitest.Tiny+",plies=0", path+":103")
	clitest.Wants(t, same, "All players pass and fail the same tests.", "–")
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
		{[]string{"--player", "pubeval", "--player", "pubeval", good}, 2, "pubeval is given twice"},
		{[]string{good + ":7-9"}, 1, "no test of " + good + " has one of the numbers"},
		{[]string{good + ":x"}, 1, `numbers of tests: "x", want numbers and ranges`},
		{[]string{"nosuch:101"}, 1, "nosuch"},
	})
}
