package app

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
)

// askedXGIDs are plays, doubles and answers, of money games and matches, from the
// opening to the bearoff.
var askedXGIDs = []string{
	"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10",
	"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:3:0:7:10",
	"XGID=-aaB-aC-C---bC--A--ccBb-bA:0:0:1:32:0:0:0:5:10",
	"XGID=-aaB-aC-C---bC--A--ccBb-bA:1:1:1:63:3:4:0:9:10",
	"XGID=-aaC-aB-C----C--a-accBbAbA:0:0:-1:D:0:0:0:5:10",
	"XGID=-aBBCBC---------bbcbcb----:1:1:1:00:0:0:3:0:10",
	"XGID=-aBBCBC---------bbcbcb----:0:0:-1:D:0:0:1:0:10",
	"XGID=-aBBCBC---------bbcbcb----:0:0:1:D:0:0:3:0:10",
	"XGID=-aA----a---a--a-a-ababca--:0:0:-1:22:0:4:1:5:10",
}

// adviceSuite asks for plays and cube decisions with the cube and without.
const adviceSuite = `101 start play 31
#? [8/5 6/5]
102 start money play 43
#? [24/20 13/10]
103 start match 5 4-2 crawford play 62
#? [24/18 13/11]
104 [X 6(2) 5(3) 4(3) 3(2) off(5) O 6(3) 5(3) 4(3) off(6)] money double
#? [double]
105 [X 6(2) 5(3) 4(3) 3(2) off(5) O 6(3) 5(3) 4(3) off(6)] match 7 3-5 cube 2 own take
#? [take]
106 start equity
#? [0.0..0.2]
`

// The net's advice on a decision is the golden one in hint, UBGI, judges of matches,
// and analyses of records and suites, for money games and matches, with and without
// the cube, at 0 to 2 plies.
func TestAdvice(t *testing.T) {
	var out strings.Builder
	run := func(in string, keep func(line string) bool, args ...string) {
		t.Helper()
		text, errOut, code := program.Run(t, in, args...)
		if code != 0 && code != 1 {
			t.Fatalf("%q: exit code %d, %s", args, code, errOut)
		}
		fmt.Fprintf(&out, "%s\n", strings.Join(args[:min(len(args), 5)], " "))
		for line := range strings.Lines(text) {
			if keep == nil || keep(line) {
				out.WriteString(line)
			}
		}
	}
	says := func(prefixes ...string) func(string) bool {
		return func(line string) bool {
			return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(strings.TrimSpace(line), p) })
		}
	}
	questions := strings.Join(askedXGIDs, "\n") + "\n"
	for plies := range 3 {
		run(questions, nil, "ubgi", "--plies", fmt.Sprint(plies), "--model", tiny, "--bearoff", "none")
		for _, cubeful := range []string{"--cubeful=false", "--cubeful"} {
			run(strings.ReplaceAll(questions, ":D:", ":00:"), says("1 ", "2 ", "No", "Double", "Redouble", "Proper"), "hint",
				"--plies", fmt.Sprint(plies), cubeful, "--filter=narrow", "--model", tiny, "--bearoff", "none", "--limit", "2", "-")
		}
	}
	for _, form := range []string{"--cubeful=false", "--cubeful", "--match=3"} {
		more := []string{}
		if form == "--cubeful" {
			more = []string{"--jacoby", "--max-beavers", "3"}
		}
		for plies, games := range []string{"20", "4"} {
			args := []string{"bench", "match", form, "--games", games, "--judge", fmt.Sprint(plies), "--a", "net:" + tiny + ",noise=0.1,cubenoise=0.2",
				"--b", "net:" + tiny + ",plies=1,filter=tiny", "--seed", "3", "--judge-model", tiny, "--bearoff", "none"}
			run("", says("errors"), append(args, more...)...)
		}
	}
	run("", says("Error", "Luck", "Missed", "Wrong", "1.", "2."), "analyze", "--plies", "1", "--game", "1", "--model", tiny, "--bearoff", "none", "../../../engine/analysis/testdata/match5.mat")
	suite := filepath.Join(t.TempDir(), "my.tst")
	clitest.Write(t, suite, adviceSuite)
	run("", says(suite+":"), "bench", "suite", "--all", "--player", "net:"+tiny+",plies=1", "--bearoff", "none", suite)
	clitest.SameAsFile(t, "advice", strings.NewReplacer(tiny, "TINY", suite, "SUITE").Replace(out.String()))
}
