package train

import (
	"path/filepath"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

var program = clitest.Of(nil, Command)

func TestMain(m *testing.M) { program.Main(m) }

// written reports files of a folder that are empty.
func written(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		if clitest.File(t, dir, name) == "" {
			t.Errorf("%s is empty", name)
		}
	}
}

// same reports files that differ in the folders of two runs: the models, unless names are given.
func same(t *testing.T, one, other string, names ...string) {
	t.Helper()
	if names == nil {
		names = []string{"model.safetensors"}
	}
	for _, name := range names {
		if clitest.File(t, one, name) != clitest.File(t, other, name) {
			t.Errorf("%s differs in %s and %s", name, one, other)
		}
	}
}

// shapesIn describes the nets of the model of a run.
func shapesIn(t *testing.T, dir string) string {
	t.Helper()
	return must.Get(nets.Load(filepath.Join(dir, "model.safetensors")))(t).Shapes()
}

// slow skips a test under the race detector, under which the packages that train are tested.
func slow(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("short: the training takes long under the race detector")
	}
}
