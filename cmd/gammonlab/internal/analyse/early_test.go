package analyse

import (
	"os"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/cachefolder"
	"gammonlab/internal/must"
)

// Wrong arguments are refused before databases are made, which takes seconds.
func TestPositionsAreCheckedFirst(t *testing.T) {
	folder := t.TempDir()
	t.Setenv(cachefolder.Variable, folder)
	for _, c := range []struct {
		want string
		args []string
	}{
		{"no position given", []string{"eval"}},
		{"no position given", []string{"hint", "--dice", "31"}},
		{"no position given", []string{"rollout"}},
		{"position ID", []string{"eval", "x"}},
		{"position ID", []string{"eval", "--variant", "hypergammon1", clitest.Start}},
		{"- cannot be given along with positions", []string{"eval", clitest.Start, "-"}},
		{"3 of 3 points", []string{"eval", "--match", "3", "--score", "3-0", clitest.Start}},
	} {
		program.Fails(t, 2, c.want, c.args...)
	}
	if made := must.Get(os.ReadDir(folder))(t); len(made) > 0 {
		t.Errorf("databases were made, such as %s", made[0].Name())
	}
}
