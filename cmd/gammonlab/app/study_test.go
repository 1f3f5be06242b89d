package app

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
)

// exercises are a play, a double and a take, with figures that are invented.
const exercises = `# Ann against Bob, match.mat, game 1, move 2
101 4HPwATDgc/ABMA:cAkAAAAAAAAA play 31
#= in the game 24/23 13/10, which lost 0.1500
#= +0.1600 2 55.20 16.10 0.60 11.40 0.40 8/5 6/5
#= +0.1500 2 54.90 16.00 0.60 11.40 0.40 24/21 8/7
#= +0.0100 2 51.10 15.00 0.50 13.30 0.50 24/23 13/10
#? [8/5 6/5]

102 4HPwATDgc/ABMA:cAkAAAAAAAAA double
#= +0.0700 2 52.00 14.00 0.70 12.00 0.60 no double
#= -0.2300 2 52.00 14.00 0.70 12.00 0.60 take
#= +1.0000 2 52.00 14.00 0.70 12.00 0.60 pass
#? [no double]

103 4HPwATDgc/ABMA:cAkAAAAAAAAA take
#= +0.2300 2 48.00 12.00 0.60 14.00 0.70 take
#= -1.0000 2 48.00 12.00 0.60 14.00 0.70 pass
#? [take]
`

// studyCommand runs study, or the command of it that args begin with, on the exercises
// in the file at path.
func studyCommand(t *testing.T, in, path string, args ...string) string {
	t.Helper()
	out, _ := program.Reads(t, in, append(append([]string{"study"}, args...), "--file", path)...)
	return out
}

// Exercises are collected, asked, asked again as they are due, listed and exported.
func TestStudy(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "my.tst")
	broken := filepath.Join(dir, "broken.mat")
	clitest.Write(t, broken, " 3 point match\n\n Game 1\n Ann : 0    Bob : 0\n  1) 31: 8/5 6/5     42: 8/4 5/1\n")
	add := []string{"add", "--name", "Root", "--worst", "3", "--threshold", "1mEq", "--plies", "0", "--model", tiny,
		"--bearoff", "none", "--cache", filepath.Join(dir, "cache"), "../../../board/record/testdata/match5.mat", broken}
	for _, want := range []string{": 3 exercises added from 2 records, 3 in all\n", ": 0 exercises added from 2 records, 3 in all\n"} {
		if out := studyCommand(t, "", path, add...); out != path+want {
			t.Errorf("got %s, want %s", out, want)
		}
	}
	clitest.Wants(t, program.OK(t, "bench", "suite", "--player", "net:"+tiny, "--bearoff", "none", path), "3 tests")
	program.Fails(t, 1, `no record has a player "Nobody"; there are gnubg, root`, "study", "add", "--file", path, "--name", "Nobody", "--plies", "0", "--model", tiny,
		"--bearoff", "none", "--cache", "none", "../../../board/record/testdata/match5.mat")
	clitest.Wants(t, studyCommand(t, "", path, "export", "--anki", filepath.Join(dir, "anki.txt")), "anki.txt: 3 notes\n")
}

func TestStudyAsk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my.tst")
	clitest.Write(t, path, exercises)
	ask := func(in string, args ...string) string { return studyCommand(t, in, path, args...) }
	out := ask("what\n8/3\n24/23 13/10\nn\n6/5 8/5\n", "--day", "2026-11-22", "--new", "2")
	clitest.Wants(t, out,
		"2 exercises. You have the X checkers",
		"Your 31: what\nI do not know", "Not legal: 8/3: 31 cannot make 5 pips.\n", "Your 31: 24/23 13/10\n24/23 13/10 loses 0.150; 8/5 6/5 is best.",
		"   #  Choice       Equity    Diff    Win   WinG  WinBG  LoseG  LoseBG\n   1  8/5 6/5      +0.160", ">  3  24/23 13/10  +0.010  -0.150  51.10",
		"in the game 24/23 13/10, which lost 0.1500\n",
		"Double, or no double? n\nRight: no double.\n", "double, take  -0.230  -0.300",
		"Your 31: 6/5 8/5\nRight: 8/5 6/5.", // again, in the same session
		"3 answers: 2 right, 0.050 lost in the mean. All exercises: 3, new: 1, due: 0, coming again on 2026-11-23: 2.\n",
	)
	clitest.Wants(t, ask("", "--day", "2026-11-22", "--new", "2"), "Nothing is due.")
	clitest.Wants(t, ask("t\nq\n", "--day", "2026-11-22", "--new", "3"), "Take the cube at 2, or pass? t\nRight: take.")
	var list []map[string]any
	must.OK(t, json.Unmarshal([]byte(studyCommand(t, "", path, "list", "--due", "--json", "--day", "2026-11-23")), &list))
	if len(list) != 3 || list[0]["is_due"] != true || list[0]["lost"] != 0.15 || list[0]["answers"] != 1.0 {
		t.Errorf("got %v", list)
	}
	clitest.Wants(t, studyCommand(t, "", path, "list", "--day", "2026-11-22"), "101  4HPwATDgc/ABMA:cAkAAAAAAAAA play 31  2026-11-23     1      2.50        1      0.150  0.150  Ann against Bob")
	clitest.Write(t, path+".progress.json", `{"format":"gammonlab-study","version":2,"cards":{}}`)
	program.Fails(t, 1, "my.tst.progress.json: version is 2, want 1", "study", "--file", path)
	program.Fails(t, 1, "study add makes it", "study", "list", "--file", path+"x")
}
