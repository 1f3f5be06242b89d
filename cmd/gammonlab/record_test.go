package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board/record"
	"gammonlab/internal/must"
)

func TestRecordConvert(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	xg := filepath.Join("..", "..", "board", "record", "testdata", "short.xg")
	match := must.Get(record.Load(xg))(t)
	for _, name := range []string{"short.mat", "short.sgf", "short.xg", "short.match", "short.snowie"} {
		out, errOut, code := command(t, "", "record", "convert", xg, path(name))
		if code != exitOK || out != path(name)+"\n" {
			t.Fatalf("%s: exit code %d: %s%s", name, code, out, errOut)
		}
		got := must.Get(record.Load(path(name)))(t)
		if got.Length != match.Length || got.Games[0].Result != match.Games[0].Result || len(got.Games[0].Actions) != len(match.Games[0].Actions) {
			t.Errorf("%s: %d actions, %v", name, len(got.Games[0].Actions), got.Games[0].Result)
		}
	}
	if _, errOut, code := command(t, session, "record", "convert", "--to", "snowie", "-", path("x.txt")); code != exitOK {
		t.Errorf("exit code %d: %s", code, errOut)
	}
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{xg}, 2, "want a record and a file to write, got 1 arguments"},
		{[]string{xg, path("x.pdf")}, 2, `no format "pdf" to write, want one of mat, sgf, xg, match, snowie`},
		{[]string{xg, path("short.mat")}, 2, "already exists"},
		{[]string{path("none.xg"), path("y.mat")}, 1, "none.xg"},
		{[]string{"-", path("illegal.xg")}, 1, "cannot hold an illegal play"},
	} {
		_, errOut, code := command(t, session, append([]string{"record", "convert"}, tt.args...)...)
		if code != tt.code || !strings.Contains(errOut, tt.want) {
			t.Errorf("%q: exit code %d, %q, want %d, %q", tt.args, code, errOut, tt.code, tt.want)
		}
	}
	if _, err := os.Stat(path("illegal.xg")); err == nil {
		t.Error("a file was written in spite of the error")
	}
}

func TestRecordSearch(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"match5.mat", "short.xg"} {
		must.OK(t, os.WriteFile(filepath.Join(dir, name), must.Get(os.ReadFile("../../board/record/testdata/"+name))(t), 0o666))
	}
	search := func(wantCode int, args ...string) (out, errOut string) {
		t.Helper()
		out, errOut, code := command(t, "", append([]string{"record", "search"}, append(args, dir)...)...)
		if code != wantCode {
			t.Fatalf("%q: exit code %d: %s%s", args, code, out, errOut)
		}
		return out, errOut
	}
	want := "ID                           File" + strings.Repeat(" ", len(dir)+9) + "Game  Move  Roll  Who   Decision\n" +
		"2d0XAAA/AAAAAA:QQm3AAAAAAAE  " + dir + "/match5.mat     1    23    65  root  1/off(2)\n"
	if out, _ := search(exitOK, "--dice", "56,66", "--class", "race", "--where", "off:5+", "--name", "root"); out != want {
		t.Errorf("got\n%swant\n%s", out, want)
	}
	out, _ := search(exitOK, "--threshold", "400mEq", "--json", "--model", tiny, "--plies", "0", "--bearoff", "none", "--cache", filepath.Join(t.TempDir(), "cache")) // match5.mat is analysed by the net
	if !strings.Contains(out, "match5.mat") || !strings.Contains(out, `short.xg","game":1,"move":2,"player":0,"name":"Bert","action":"double","error":0.5`) {
		t.Errorf("got %s", out)
	}
	list, db := filepath.Join(t.TempDir(), "prime.txt"), filepath.Join(t.TempDir(), "prime.parquet")
	for file, want := range map[string]string{list: "64", db: "62"} { // two positions occur at two scores
		if out, _ := search(exitOK, "--kind", "prime", "--out", file); out != file+": "+want+" positions of 64 decisions\n" {
			t.Errorf("got %s", out)
		}
	}
	if n := strings.Count(string(must.Get(os.ReadFile(list))(t)), "\n"); n != 64 {
		t.Errorf("%d IDs", n)
	}

	broken := filepath.Join(dir, "a.mat")
	must.OK(t, os.WriteFile(broken, []byte(" 3 point match\n\n Game 1\n Ann : 0    Bob : 0\n  1) 99: 8/5 6/5\n"), 0o666))
	if _, errOut := search(exitFailed, "--kind", "prime"); !strings.Contains(errOut, "a.mat") {
		t.Errorf("got %s", errOut)
	}
	if out, errOut := search(exitOK, "--kind", "prime", "--keep-going"); !strings.Contains(errOut, "a.mat") || strings.Count(out, "\n") != 65 {
		t.Errorf("got %s%s", out, errOut)
	}
	for _, tt := range []struct{ flag, value, want string }{
		{"--where", "6:2 q:3", `--where: term "q:3": no subject "q"`},
		{"--dice", "71", "--dice: "},
		{"--kind", "blitz", `--kind: unknown kind "blitz"`},
		{"--threshold", "0", "--threshold is 0, want more than 0"},
	} {
		if _, errOut := search(exitUsage, tt.flag, tt.value); !strings.Contains(errOut, tt.want) {
			t.Errorf("%s %s: %s", tt.flag, tt.value, errOut)
		}
	}
}
