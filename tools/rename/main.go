// Command rename changes the path of the module: in the go.mod files, in imports, and in
// the package names in docs, notebooks and scripts. The program keeps its name.
//
//	go run ./tools/rename -module github.com/NAME/gammonlab
//
// make rename runs it. It changes the files in git: all of them or, if there is an error,
// none. go build ./... and the tests check that the change is complete.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	module := flag.String("module", "", "the new path of the module, such as github.com/NAME/gammonlab")
	root := flag.String("root", ".", "the top folder of the repository")
	flag.Parse()
	changed, err := rename(*root, *module)
	if err != nil {
		fmt.Fprintln(os.Stderr, "rename:", err)
		os.Exit(1)
	}
	fmt.Printf("%d files changed; go vet ./... and git diff show whether all is well\n", changed)
}

// modulePath matches module paths for go get.
var modulePath = regexp.MustCompile(`^[a-z0-9-]+(\.[a-z0-9-]+)+(/[A-Za-z0-9_~-][A-Za-z0-9_.~-]*)+$`)

// rename changes the files below root and returns the number of changed files.
func rename(root, to string) (int, error) {
	if !modulePath.MatchString(to) {
		return 0, fmt.Errorf("-module is %q, want a path that go can fetch, such as github.com/NAME/gammonlab", to)
	}
	from, err := moduleOf(filepath.Join(root, "go.mod"))
	if err != nil {
		return 0, err
	}
	if from == to {
		return 0, fmt.Errorf("the module is already %s", to)
	}
	files, err := tracked(root)
	if err != nil {
		return 0, err
	}
	change := newChange(from, to)
	texts := map[string][]byte{}
	for _, name := range files {
		old, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return 0, err
		}
		text, err := change.file(name, old)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", name, err)
		}
		if !bytes.Equal(text, old) {
			texts[name] = text
		}
	}
	return len(texts), write(root, texts)
}

// write writes files below root.
func write(root string, texts map[string][]byte) error {
	for name, text := range texts {
		path := filepath.Join(root, name)
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		if err := os.WriteFile(path, text, info.Mode()); err != nil {
			return err
		}
	}
	return nil
}

// moduleOf returns the module path in a go.mod file.
func moduleOf(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "module "); ok {
			return strings.TrimSpace(name), nil
		}
	}
	return "", fmt.Errorf("%s: no line that begins with module", path)
}

// texts are the extensions and names of files that may contain names of packages.
var texts = []string{".go", "go.mod", ".md", ".ipynb", ".sh", ".py", ".json", ".yaml", ".yml", "Makefile", ".ci/run"}

// tracked returns the files in git that may contain names of packages.
func tracked(root string) ([]string, error) {
	command := exec.Command("git", "ls-files", "-z")
	command.Dir = root
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w", err)
	}
	files := strings.Split(strings.TrimRight(string(out), "\x00"), "\x00")
	files = slices.DeleteFunc(files, func(name string) bool {
		return !slices.ContainsFunc(texts, func(end string) bool { return strings.HasSuffix(name, end) })
	})
	if len(files) == 0 {
		return nil, errors.New("no files here are in git")
	}
	return files, nil
}

// change replaces a path by another.
type change struct {
	to       string
	packages *regexp.Regexp // the path of a package, after a character that is not part of a path
	module   *regexp.Regexp // the path of the module without a package
}

func newChange(from, to string) *change {
	from = regexp.QuoteMeta(from)
	return &change{
		to:       strings.ReplaceAll(to, "$", "$$"),
		packages: regexp.MustCompile(`(^|[^A-Za-z0-9_./@~-])` + from + `(/[a-z])`),
		module:   regexp.MustCompile(`(?m)(^module |^require |^\t|^replace |\bmodule = ")` + from + `("| v[0-9]| =>|$)`),
	}
}

// file returns the text of a file with the new path. It formats Go files again, because
// the order of the imports may change.
func (c *change) file(name string, text []byte) ([]byte, error) {
	changed := text
	if strings.HasSuffix(name, "go.mod") || strings.HasSuffix(name, ".go") {
		changed = c.module.ReplaceAll(changed, []byte("${1}"+c.to+"${2}"))
	}
	changed = c.packages.ReplaceAll(changed, []byte("${1}"+c.to+"${2}"))
	if bytes.Equal(changed, text) || !strings.HasSuffix(name, ".go") {
		return changed, nil
	}
	return format.Source(changed)
}
