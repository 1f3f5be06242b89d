package app

import (
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board/record"
	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
)

func TestRecordConvert(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	xg := filepath.Join("..", "..", "..", "board", "record", "testdata", "short.xg")
	match := must.Get(record.Load(xg))(t)
	for _, name := range []string{"short.mat", "short.sgf", "short.xg", "short.match", "short.snowie"} {
		if out := program.OK(t, "record", "convert", xg, path(name)); out != path(name)+"\n" {
			t.Errorf("%s: %s", name, out)
		}
		got := must.Get(record.Load(path(name)))(t)
		if got.Length != match.Length || got.Games[0].Result != match.Games[0].Result || len(got.Games[0].Actions) != len(match.Games[0].Actions) {
			t.Errorf("%s: %d actions, %v", name, len(got.Games[0].Actions), got.Games[0].Result)
		}
	}
	program.Reads(t, session, "record", "convert", "--to", "snowie", "-", path("x.txt"))
	program.Mistakes(t, "record convert", []clitest.Mistake{
		{[]string{xg}, 2, "want a record and a file to write, got 1 arguments"},
		{[]string{xg, path("x.pdf")}, 2, `no format "pdf" to write, want one of mat, sgf, xg, match, ogxm, snowie, pos, snowie-position`},
		{[]string{xg, path("short.mat")}, 2, "already exists"},
		{[]string{path("none.xg"), path("y.mat")}, 1, "none.xg"},
	})
	program.FailsOn(t, session, 1, "cannot hold an illegal play", "record", "convert", "-", path("illegal.xg"))
	if clitest.Exists(path("illegal.xg")) {
		t.Error("a file was written in spite of the error")
	}
}

func TestConvertPartsOfRecords(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	five := diceRecords + "match5.mat"
	whole := must.Get(record.Load(five))(t)
	for _, name := range []string{"part.mat", "part.sgf", "part.xg", "part.match", "part.ogxm"} {
		out := program.OK(t, "record", "convert", "--json", "--game", "3,1-2", "--swap", five, path(name))
		clitest.Wants(t, out, `"games": 3`, `"length": 5`, `"root",`+"\n    "+`"gnubg"`, `"date": "2026-11-21"`)
		got := must.Get(record.Load(path(name)))(t)
		if len(got.Games) != 3 || got.Validate() != nil || got.Names[0] != whole.Names[1] {
			t.Fatalf("%s: %d games of %q, %v", name, len(got.Games), got.Names, got.Validate())
		}
		for i, g := range got.Games {
			if want := whole.Games[i]; g.Score != [2]int{want.Score[1], want.Score[0]} || g.Crawford != want.Crawford || g.Result.Winner != want.Result.Winner.Opponent() {
				t.Errorf("%s, game %d: score %v, Crawford %v, %v", name, i+1, g.Score, g.Crawford, g.Result)
			}
		}
	}
	program.OK(t, "record", "convert", "--game", "4", five, path("last.sgf"))
	if got := must.Get(record.Load(path("last.sgf")))(t); got.Games[0].Crawford || got.Games[0].Score != whole.Games[3].Score {
		t.Errorf("game 4: %v, Crawford %v", got.Games[0].Score, got.Games[0].Crawford)
	}
	two := path("two.mat")
	clitest.Write(t, two, clitest.File(t, five)+"\n"+clitest.File(t, diceRecords+"beavers.mat"))
	if out := program.OK(t, "record", "convert", "--split", two, path("each.sgf")); out != path("each-1.sgf")+"\n"+path("each-2.sgf")+"\n" {
		t.Error(out)
	}
	for i, want := range []int{5, 0} {
		if got := must.Get(record.Load(path([]string{"each-1.sgf", "each-2.sgf"}[i])))(t); got.Length != want {
			t.Errorf("match %d: length %d", i+1, got.Length)
		}
	}
	program.Mistakes(t, "record convert", []clitest.Mistake{
		{[]string{"--split", two, path("each.sgf")}, 2, "each-1.sgf already exists"},
		{[]string{"--split", "--game", "1", two, path("x.sgf")}, 2, "--game has no effect with --split"},
		{[]string{"--game", "5", five, path("x.mat")}, 2, `--game has "5", the record has games 1 to 4`},
		{[]string{"--game", "1,4", five, path("x.mat")}, 1, "x.mat: game 2, a .mat file cannot say that the Crawford game is over"},
		{[]string{"--game", "1,4", five, path("x.match")}, 1, "a .match file cannot say that the Crawford game is over"},
	})
}

func TestRecordSearch(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"match5.mat", "short.xg"} {
		clitest.Write(t, filepath.Join(dir, name), clitest.File(t, diceRecords+name))
	}
	search := func(args ...string) string {
		return program.OK(t, append([]string{"record", "search", dir}, args...)...)
	}
	want := "ID                           File" + strings.Repeat(" ", len(dir)+9) + "Game  Move  Roll  Who   Decision\n" +
		"2d0XAAA/AAAAAA:QQm3AAAAAAAE  " + dir + "/match5.mat     1    23    65  root  1/off(2)\n"
	if out := search("--dice", "56,66", "--class", "race", "--where", "off:5+", "--name", "root"); out != want {
		t.Errorf("got\n%swant\n%s", out, want)
	}
	out := search("--threshold", "400mEq", "--json", "--model", tiny, "--plies", "0", "--bearoff", "none", "--cache", filepath.Join(t.TempDir(), "cache")) // match5.mat is analysed by the net
	clitest.Wants(t, out, "match5.mat", `short.xg","game":1,"move":1,"player":1,"name":"Bert","made":"double","error":{"cubeful_equity":0.5`)
	list, db := filepath.Join(t.TempDir(), "prime.txt"), filepath.Join(t.TempDir(), "prime.parquet")
	for file, want := range map[string]string{list: "64", db: "62"} { // two positions occur at two scores
		if out := search("--kind", "prime", "--out", file); out != file+": "+want+" positions of 64 decisions\n" {
			t.Errorf("got %s", out)
		}
	}
	if n := strings.Count(clitest.File(t, list), "\n"); n != 64 {
		t.Errorf("%d IDs", n)
	}

	broken := filepath.Join(dir, "a.mat")
	clitest.Write(t, broken, " 3 point match\n\n Game 1\n Ann : 0    Bob : 0\n  1) 99: 8/5 6/5\n")
	program.Fails(t, 1, "a.mat", "record", "search", "--kind", "prime", dir)
	out, errOut := program.Reads(t, "", "record", "search", "--kind", "prime", "--keep-going", dir)
	clitest.Wants(t, errOut, "a.mat")
	if n := strings.Count(out, "\n"); n != 65 {
		t.Errorf("%d lines, want 65:\n%s", n, out)
	}
	program.Mistakes(t, "record search "+dir, []clitest.Mistake{
		{[]string{"--where", "6:2 q:3"}, 2, `--where: term "q:3": no subject "q"`},
		{[]string{"--dice", "71"}, 2, "--dice: "},
		{[]string{"--kind", "blitzkrieg"}, 2, `--kind: unknown kind "blitzkrieg"`},
		{[]string{"--threshold", "0"}, 2, "--threshold is 0, want more than 0"},
	})
}
