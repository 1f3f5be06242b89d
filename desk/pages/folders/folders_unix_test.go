//go:build unix

package folders_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"gammonlab/desk/pages/folders"
	"gammonlab/internal/must"
)

// all matches every name.
func all(string) bool { return true }

// Only regular files below the folders are listed and opened, by IDs that stay the same.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	shown, outside := filepath.Join(dir, "shown"), filepath.Join(dir, "outside")
	for _, name := range []string{"shown/a", "shown/sub/<b>\u202e\"", "shown/.git/c", "outside"} {
		path := filepath.Join(dir, name)
		must.OK(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must.OK(t, os.WriteFile(path, []byte(name), 0o666))
	}
	must.OK(t, os.Symlink(outside, filepath.Join(shown, "link")))
	must.OK(t, os.Symlink(dir, filepath.Join(shown, "up")))
	must.OK(t, syscall.Mkfifo(filepath.Join(shown, "pipe"), 0o666))
	f := must.Get(folders.Open([]string{shown}))(t)
	defer f.Close()
	files := must.Get(f.Files(all))(t)
	names := ""
	for i := range files {
		file := must.Get(files[i].Open())(t)
		names += files[i].Name + ": " + string(must.Get(io.ReadAll(file))(t)) + "\n"
		must.OK(t, file.Close())
	}
	if names != "a: shown/a\nsub/<b>\u202e\": shown/sub/<b>\u202e\"\n" {
		t.Errorf("the files are %q", names)
	}
	again := must.Get(folders.Open([]string{shown}))(t)
	defer again.Close()
	if other := must.Get(again.Files(all))(t); other[0].ID != files[0].ID || files[0].ID == files[1].ID {
		t.Errorf("the IDs are %s and %s, then %s", files[0].ID, files[1].ID, other[0].ID)
	}
	both := must.Get(folders.Open([]string{filepath.Join(shown, "sub"), shown + "/."}))(t)
	defer both.Close()
	if other := must.Get(both.Files(all))(t); len(other) != 2 || other[0].ID != files[1].ID || other[1].ID != files[0].ID {
		t.Errorf("by roots of which one is in the other: %+v", other)
	}
	for _, name := range []string{"link", "pipe", "up/outside", "../outside", "none"} {
		if file, err := files[0].Beside(name).Open(); err == nil {
			t.Errorf("%s was opened: %v", name, file.Name())
		}
	}
	must.Fail(t, must.Err(folders.Open([]string{filepath.Join(dir, "none")})), "none")
}

// A name begins with as much of the folder's path as distinguishes the folders.
func TestNames(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"one/runs", "two/runs", "two/data"} {
		must.OK(t, os.MkdirAll(filepath.Join(dir, name), 0o777))
	}
	for _, c := range []struct{ roots, want string }{
		{"one/runs", "a"}, {"one/runs two/data", "runs/a"}, {"one/runs two/runs", filepath.Join(dir, "one/runs/a")},
	} {
		var paths []string
		for _, root := range strings.Fields(c.roots) {
			paths = append(paths, filepath.Join(dir, root))
		}
		f := must.Get(folders.Open(paths))(t)
		if got := f.Name(f.Roots()[0], "a"); got != c.want {
			t.Errorf("%s: the name is %s, want %s", c.roots, got, c.want)
		}
		f.Close()
	}
}
