package record_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gammonlab/board/record"
	"gammonlab/internal/must"
)

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for _, name := range []string{"b.mat", "a/2.SGF", "a/1.xg", "a/notes.md", ".git/x.mat", ".hidden.mat", "empty/readme"} {
		must.OK(t, os.MkdirAll(filepath.Dir(path(name)), 0o777))
		must.OK(t, os.WriteFile(path(name), nil, 0o666))
	}
	got := must.Get(record.Files(path("a/notes.md"), dir))(t)
	want := []string{path("a/notes.md"), path("a/1.xg"), path("a/2.SGF"), path("b.mat")}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	must.Fail(t, must.Err(record.Files(path("empty"))), "empty: no file in it is called as a record, want .mat")
	must.Fail(t, must.Err(record.Files(path("none"))), "none")
}
