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
	want := must.Get(os.Open(xg))(t)
	defer want.Close()
	match := must.Get(record.Read(xg, want))(t)
	for _, name := range []string{"short.mat", "short.sgf", "short.xg", "short.match", "short.snowie"} {
		out, errOut, code := command(t, "", "record", "convert", xg, path(name))
		if code != exitOK || out != path(name)+"\n" {
			t.Fatalf("%s: exit code %d: %s%s", name, code, out, errOut)
		}
		file := must.Get(os.Open(path(name)))(t)
		got := must.Get(record.Read(name, file))(t)
		file.Close()
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
