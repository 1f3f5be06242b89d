package promotion

import (
	"os"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/nets"
)

// The file of a shipped net is found from any folder of the source, and none
// elsewhere.
func TestSourceFile(t *testing.T) {
	must.Get(nets.Load(must.Get(SourceFile("default"))(t)))(t)
	t.Chdir(t.TempDir())
	must.OK(t, os.WriteFile("go.mod", []byte("module another\n"), 0o666))
	must.Fail(t, must.Err(SourceFile("default")), "run this in a checkout")
}
