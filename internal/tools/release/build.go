package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// target is a system for which to build.
type target struct{ os, arch string }

// String returns the target in the form of the flag -only.
func (t target) String() string { return t.os + "/" + t.arch }

// suffix returns the extension of programs on the target.
func (t target) suffix() string {
	if t.os == "windows" {
		return ".exe"
	}
	return ""
}

// build builds the program, without symbols and without paths of this machine.
func (r *release) build(t target, to string) error {
	command := exec.Command("go", "build", "-trimpath", "-buildvcs=auto", "-tags", r.tags, "-gcflags", r.gcflags,
		"-ldflags", "-s -w", "-o", to, r.pkg)
	command.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+t.os, "GOARCH="+t.arch)
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}

// file is a file of an archive.
type file struct {
	name       string
	text       []byte
	executable bool
}

// sharedFiles returns the files that are the same in all archives: texts, manual pages
// and completions, which the program itself prints.
func (r *release) sharedFiles(work string) ([]file, error) {
	var files []file
	for _, name := range r.texts {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: name, text: text})
	}
	program := filepath.Join(work, "host", r.name)
	if err := r.build(target{runtime.GOOS, runtime.GOARCH}, program); err != nil {
		return nil, err
	}
	for _, c := range []struct{ shell, name string }{
		{"bash", r.name + ".bash"}, {"zsh", "_" + r.name}, {"fish", r.name + ".fish"},
	} {
		text, err := exec.Command(program, "completion", c.shell).Output()
		if err != nil {
			return nil, fmt.Errorf("%s completion %s: %w", r.name, c.shell, err)
		}
		files = append(files, file{name: "completions/" + c.name, text: text})
	}
	pages, err := manualPages(program, filepath.Join(work, "man"))
	return append(files, pages...), err
}

// manualPages returns the pages of the program.
func manualPages(program, dir string) ([]file, error) {
	help, err := exec.Command(program, "commands").Output()
	if err != nil {
		return nil, fmt.Errorf("%s commands: %w", program, err)
	}
	command := exec.Command("go", "run", "./internal/tools/commandpages", "-man", dir)
	command.Stdin = bytes.NewReader(help)
	if out, err := command.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("commandpages: %w\n%s", err, out)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var files []file
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: "man/man1/" + e.Name(), text: text})
	}
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return files, nil
}
