// Command rename gives the module another path: in the go.mod files, in imports, and where
// docs, notebooks and scripts name packages. The name of the program stays.
//
//	go run ./internal/tools/rename -module github.com/NAME/gammonlab
//
// make rename runs it. It changes the files in git: all or, after an error, none. go build
// ./... and the tests check that the change is complete.
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

// rename changes the files below root and returns how many.
func rename(root, to string) (int, error) {
	if !modulePath.MatchString(to) {
		return 0, fmt.Errorf("-module is %q, want a path that go can fetch, such as github.com/NAME/gammonlab", to)
	}
	from, err := moduleOf(filepath.Join(root, "go.mod"))
	if err != nil {
		return 0, err
	}
	if from == to {
		return 0, fmt.Errorf("the module is %s already", to)
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

// moduleOf returns the module that a go.mod file names.
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

// texts are the files, by the ends of their names, that may name packages.
var texts = []string{".go", "go.mod", ".md", ".ipynb", ".sh", ".py", ".json", ".yaml", ".yml", "Makefile", ".ci/run"}

// tracked returns the files of git that may name packages.
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
		return nil, errors.New("git knows no files here")
	}
	return files, nil
}

// change replaces a path by another.
type change struct {
	to       string
	packages *regexp.Regexp // the path of a package, behind what is no part of it
	module   *regexp.Regexp // the path of the module, where it stands alone
}

func newChange(from, to string) *change {
	from = regexp.QuoteMeta(from)
	return &change{
		to:       strings.ReplaceAll(to, "$", "$$"),
		packages: regexp.MustCompile(`(^|[^A-Za-z0-9_./@~-])` + from + `(/[a-z])`),
		module:   regexp.MustCompile(`(?m)(^module |^require |^\t|^replace |\bmodule = ")` + from + `("| v[0-9]| =>|$)`),
	}
}

// file returns the text of a file with the other path. Source is formatted again: the
// order of imports may be another.
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
