package layering

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

// TestExamples wants an example in each package that others can import, except
// packages for tests, whose names end in test.
func TestExamples(t *testing.T) {
	cmd := exec.Command("go", "list", "-f", "{{if ne .Name \"main\"}}{{.Dir}}{{end}}", "./...")
	cmd.Dir = root
	top := must.Get(filepath.Abs(root))(t)
	for _, dir := range strings.Fields(string(must.Get(cmd.Output())(t))) {
		folder := filepath.ToSlash(must.Get(filepath.Rel(top, dir))(t))
		if strings.Contains("/"+folder+"/", "/internal/") || strings.HasSuffix(folder, "test") {
			continue
		}
		examples := 0
		for _, path := range must.Get(filepath.Glob(filepath.Join(dir, "*_test.go")))(t) {
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
