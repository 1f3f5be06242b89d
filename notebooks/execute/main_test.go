package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// kernelFolder is where run.sh puts what notebooks need.
const kernelFolder = "../../bin/notebooks"

// TestFailingCells runs real notebooks. nbconvert reports no error for the
// first one.
func TestFailingCells(t *testing.T) {
	if _, err := exec.LookPath("jupyter"); err != nil {
		t.Skip("NOT RUN: jupyter is not there; notebooks/run.sh installs it")
	}
	if _, err := os.Stat(filepath.Join(kernelFolder, "gonb")); err != nil {
		t.Skip("NOT RUN: the kernel is not there; notebooks/run.sh --kernel-only builds it")
	}
	tests := []struct{ name, cell, want string }{
		{"panic", `"%%\n","panic(\"no such net\")"`, "panic: no such net"},
		{"exit status", `"import \"os\"\n","%%\n","os.Exit(3)"`, "exit status 3"},
		{"compile error", `"%%\n","x := nothing"`, "undefined: nothing"},
		{"fine", `"%%\n","fmt.Println(6*7)"`, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "cell.ipynb")
			before := []byte(`{"cells":[{"cell_type":"code","execution_count":null,"id":"a","metadata":{},"outputs":[],"source":[` + test.cell + `]}],` +
				`"metadata":{"kernelspec":{"display_name":"Go","language":"go","name":"gonb"}},"nbformat":4,"nbformat_minor":5}`)
			if err := os.WriteFile(path, before, 0o644); err != nil {
				t.Fatal(err)
			}
			err := (&job{kernel: kernelFolder}).one(t.Context(), path)
			after, readErr := os.ReadFile(path)
			if readErr != nil {
				t.Fatal(readErr)
			}
			if test.want == "" {
				if err != nil || !bytes.Contains(after, []byte(`42\n`)) {
					t.Errorf("got error %v and %s, want the output 42", err, after)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got error %v, want one with %q", err, test.want)
			}
			if !bytes.Equal(after, before) {
				t.Errorf("the notebook was changed to %s", after)
			}
		})
	}
}
