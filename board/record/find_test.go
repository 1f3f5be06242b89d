package record

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestFind searches a folder with folders in it.
func TestFind(t *testing.T) {
	dir := t.TempDir()
	for name, source := range map[string]string{
		"b.mat": "match5.mat", "a/2.sgf": "match5.sgf", "a/1.xg": "short.xg", "a/board.pos": "gnubg.pos",
		"a/notes.txt": "README", ".hidden/x.mat": "match5.mat",
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, content(t, source), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		find           func(...string) (*Found, error)
		files, skipped []string
	}{
		{FindMatches, []string{"a/1.xg", "a/2.sgf", "b.mat"}, []string{"a/board.pos", "a/notes.txt"}},
		{FindRecords, []string{"a/1.xg", "a/2.sgf", "a/board.pos", "b.mat"}, []string{"a/notes.txt"}},
	} {
		named := filepath.Join(dir, "a/notes.txt") // is taken, as the caller names it
		found, err := tt.find(dir, named)
		if err != nil {
			t.Fatal(err)
		}
		if files := below(t, dir, found.Files); !slices.Equal(files, append(tt.files, "a/notes.txt")) {
			t.Errorf("found %q, want %q and notes.txt", files, tt.files)
		}
		if skipped := below(t, dir, found.Skipped); !slices.Equal(skipped, tt.skipped) {
			t.Errorf("skipped %q, want %q", skipped, tt.skipped)
		}
		if _, err := tt.find(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a path that is not there: %v", err)
		}
	}
}

// below returns paths as seen from a folder, with slashes.
func below(t *testing.T, dir string, paths []string) (names []string) {
	t.Helper()
	for _, path := range paths {
		name, err := filepath.Rel(dir, path)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.ToSlash(name))
	}
	return names
}
