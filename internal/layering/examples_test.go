package layering

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

// TestExamples wants an example in each public package.
func TestExamples(t *testing.T) {
	for folder := range publicPackages(t) {
		examples := 0
		for _, path := range must.Get(filepath.Glob(filepath.Join(root, folder, "*_test.go")))(t) {
			text := string(must.Get(os.ReadFile(path))(t))
			if strings.Contains(text, "\nfunc Example") && strings.Contains(text, "// Output:") {
				examples++
			}
		}
		if examples == 0 {
			t.Errorf("%s has no example with output: add an example_test.go", folder)
		}
	}
}
