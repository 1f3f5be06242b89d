package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// program returns the code of all cells as one Go file: the text after %% in a
// cell becomes a function, and lines for the kernel are omitted. The imports
// are in the first cell.
func (nb *notebook) program() string {
	var b strings.Builder
	b.WriteString("package cells\n")
	for i, cell := range nb.cells {
		if cell["cell_type"] != "code" {
			continue
		}
		end := "\n"
		for line := range strings.Lines(text(cell["source"])) {
			switch {
			case strings.TrimSpace(line) == "%%":
				fmt.Fprintf(&b, "\nfunc cell%d() {\n", i+1)
				end = "\n}\n"
			case !strings.HasPrefix(line, "!") && !strings.HasPrefix(line, "%"):
				b.WriteString(line)
			}
		}
		b.WriteString(end)
	}
	return b.String()
}

// workspace returns the path of a go.work of both modules, as the first cells
// make one.
func workspace(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), "go", "work", "init")
	for _, module := range []string{"../..", ".."} {
		path, err := filepath.Abs(module)
		if err != nil {
			t.Fatal(err)
		}
		cmd.Args = append(cmd.Args, path)
	}
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return filepath.Join(dir, "go.work")
}

// vet checks the cells of a notebook against the packages as they are now.
func vet(t *testing.T, workspace string, data []byte) error {
	t.Helper()
	nb, err := parse(data)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "cells.go")
	if err := os.WriteFile(path, []byte(nb.program()), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "go", "vet", path)
	cmd.Env = append(os.Environ(), "GOWORK="+workspace)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
}

// The cells of the committed notebooks compile with the present packages, so
// that the test finds broken cells without Jupyter.
func TestCellsCompile(t *testing.T) {
	paths, err := filepath.Glob("../*.ipynb")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no notebooks: %v", err)
	}
	work := workspace(t)
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := vet(t, work, data); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	if err := vet(t, work, []byte(page(`"outputs":[]`))); err == nil || !strings.Contains(err.Error(), "undefined: run") {
		t.Errorf("a cell that calls what is not there: %v, want undefined: run", err)
	}
}
