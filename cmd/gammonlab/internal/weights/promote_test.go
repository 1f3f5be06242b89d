package weights

import (
	"os"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/nets"
)

// TestWeightsPromoteShipped finds the shipped net's file from any folder of the
// source, and none elsewhere.
func TestWeightsPromoteShipped(t *testing.T) {
	where, err := placeOf("default")
	if err != nil || where.keep {
		t.Fatalf("%+v, error %v", where, err)
	}
	if _, err := nets.Load(where.path); err != nil {
		t.Error(err)
	}
	t.Chdir(t.TempDir())
	must.OK(t, os.WriteFile("go.mod", []byte("module another\n"), 0o666))
	must.Fail(t, must.Err(placeOf("default")), "run this in a checkout")
}
