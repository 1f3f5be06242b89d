package runs_test

import (
	"os"
	"path/filepath"
	"testing"

	"gammonlab/evalbench/runs"
	"gammonlab/internal/must"
)

// A run is read again only after a change, without an incomplete last line.
func TestUpdate(t *testing.T) {
	dir := t.TempDir()
	must.OK(t, os.CopyFS(filepath.Join(dir, "a"), os.DirFS("testdata/first")))
	root := must.Get(os.OpenRoot(dir))(t)
	defer root.Close()
	r := must.Get(runs.OpenIn(root, "a"))(t)
	if same := must.Get(r.Update())(t); same != r {
		t.Error("a run that has not changed was read again")
	}
	path := filepath.Join(dir, "a", "metrics.jsonl")
	text := must.Get(os.ReadFile(path))(t)
	line := `{"games": 8000, "pubeval_ppg": -0.1}`
	must.OK(t, os.WriteFile(path, append(text, line[:9]...), 0o666))
	torn := must.Get(r.Update())(t)
	must.OK(t, os.WriteFile(path, append(text, line+"\n"...), 0o666))
	now := must.Get(torn.Update())(t)
	if n := r.Lines(); torn.Lines() != n || now.Lines() != n+1 {
		t.Errorf("%d lines, then %d and %d", n, torn.Lines(), now.Lines())
	}
	lines := must.Get(now.Metrics(r.Lines(), 10))(t)
	if len(lines) != 1 || string(lines[0]) != line {
		t.Errorf("the new lines are %s", lines)
	}
	if lines := must.Get(now.Metrics(0, 2))(t); len(lines) != 2 {
		t.Errorf("%d lines, want 2", len(lines))
	}
}

// Links out of the root are not read, and neither are pipes, on which a reader
// would wait.
func TestRoot(t *testing.T) {
	dir := t.TempDir()
	inside := filepath.Join(dir, "inside")
	for _, name := range []string{"good", "config", "metrics"} {
		must.OK(t, os.CopyFS(filepath.Join(inside, name), os.DirFS("testdata/first")))
	}
	secret := filepath.Join(dir, "secret")
	must.OK(t, os.CopyFS(secret, os.DirFS("testdata/first")))
	for _, name := range []string{"config.json", "metrics.jsonl"} {
		folder := name[:len(name)-len(filepath.Ext(name))]
		must.OK(t, os.Remove(filepath.Join(inside, folder, name)))
		must.OK(t, os.Symlink(filepath.Join(secret, name), filepath.Join(inside, folder, name)))
	}
	must.OK(t, os.Symlink(secret, filepath.Join(inside, "folder")))
	root := must.Get(os.OpenRoot(inside))(t)
	defer root.Close()
	all, damaged, err := runs.ListIn(root, nil)
	must.OK(t, err)
	if len(all) != 1 || all[0].Name != "good" || len(damaged) != 2 {
		t.Errorf("found %v, damaged %v", all, damaged)
	}
}
