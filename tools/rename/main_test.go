package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/longtest"
	"gammonlab/internal/must"
)

// top is the top folder of the repository.
const top = "../.."

// run runs a command in a folder and returns its output.
func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	command := exec.Command(name, args...)
	command.Dir = dir
	command.Env = append(os.Environ(), "GOFLAGS=-buildvcs=false -mod=mod", "GOWORK=off")
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}

// copyTree copies the files in git into a new repository.
func copyTree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range strings.Split(strings.TrimRight(run(t, top, "git", "ls-files", "-z"), "\x00"), "\x00") {
		text, err := os.ReadFile(filepath.Join(top, name))
		if os.IsNotExist(err) {
			continue // deleted and not committed yet
		}
		must.OK(t, err)
		path := filepath.Join(dir, name)
		must.OK(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must.OK(t, os.WriteFile(path, text, 0o666))
	}
	run(t, dir, "git", "init", "-q")
	run(t, dir, "git", "-c", "core.compression=0", "add", "-A")
	return dir
}

// A copy of this tree with another module path contains no package with the old path.
// make test-long also builds it.
func TestRename(t *testing.T) {
	if testing.Short() {
		t.Skip("copies the tree")
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git here")
	}
	dir := copyTree(t)
	const to = "example.org/someone/gammon.lab"
	if changed := must.Get(rename(dir, to))(t); changed < 500 {
		t.Errorf("%d files changed, want most of those with imports", changed)
	}
	if got := run(t, dir, "go", "list", "-m"); strings.TrimSpace(got) != to {
		t.Errorf("the module is %s, want %s", got, to)
	}
	if longtest.On() { // the build cache contains nothing of the copy
		run(t, dir, "go", "build", "-o", os.DevNull, "./board/...", "./features", "./nets", "./cmd/gammonlab/internal/cliutil")
		run(t, dir, "go", "vet", "./internal/layering")
		run(t, filepath.Join(dir, "examples"), "go", "build", "-o", os.DevNull, "./ownfeatures")
	}
	for _, where := range []string{"go", "mod", "ipynb", "md"} {
		out, _ := exec.Command("git", "-C", dir, "grep", "-nE", `(^|["[:space:]\`+"`"+`(\[])gammonlab/(board|engine|nets|cmd|notebooks/show)`, "--", "*."+where).Output()
		if len(out) > 0 {
			t.Errorf("left in .%s files:\n%.600s", where, out)
		}
	}
	if out := run(t, dir, "gofmt", "-l", "."); out != "" {
		t.Errorf("not formatted: %s", out)
	}
	must.Fail(t, second(rename(dir, to)), "already")
}

func second(_ int, err error) error { return err }

func TestChange(t *testing.T) {
	c := newChange("lab", "example.org/x/lab")
	for _, f := range []struct{ name, old, want string }{
		{"a.go", "package a\n\nimport (\n\t\"lab/b\"\n\tc \"lab/cmd/lab/c\"\n)\n\nvar x = \"lab\"\n",
			"package a\n\nimport (\n\t\"example.org/x/lab/b\"\n\tc \"example.org/x/lab/cmd/lab/c\"\n)\n\nvar x = \"lab\"\n"},
		{"a.go", "package a\n\nconst module = \"lab\"\n", "package a\n\nconst module = \"example.org/x/lab\"\n"},
		{"a.go", "// [lab/b.C] in cmd/lab/b and x.lab/b\npackage a\n", "// [example.org/x/lab/b.C] in cmd/lab/b and x.lab/b\npackage a\n"},
		{"go.mod", "module lab\n\nrequire (\n\tlab v0.0.0\n\tlab.org/x v1\n)\n\nreplace lab => ../\n",
			"module example.org/x/lab\n\nrequire (\n\texample.org/x/lab v0.0.0\n\tlab.org/x v1\n)\n\nreplace example.org/x/lab => ../\n"},
		{"go.mod", "module lab/examples\n", "module example.org/x/lab/examples\n"},
		{"a.md", "`go doc lab/td`, ~/.cache/lab/nets, lab train", "`go doc example.org/x/lab/td`, ~/.cache/lab/nets, lab train"},
		{"a.ipynb", `"\t\"lab/td\"\n"`, `"\t\"example.org/x/lab/td\"\n"`},
	} {
		if got := string(must.Get(c.file(f.name, []byte(f.old)))(t)); got != f.want {
			t.Errorf("%s: got\n%s\nwant\n%s", f.name, got, f.want)
		}
	}
}

func TestMistakes(t *testing.T) {
	for _, to := range []string{"", "gammonlab", "github.com", "https://github.com/x/y", "github.com/x/y/", "a b.c/d"} {
		must.Fail(t, second(rename(top, to)), "want a path")
	}
	must.Fail(t, second(rename(t.TempDir(), "github.com/x/y")), "go.mod")
}
