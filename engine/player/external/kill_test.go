package external_test

import (
	"os"
	"strconv"
	"testing"

	"gammonlab/internal/must"
)

// kill kills the process of the id.
func kill(t *testing.T, id string) {
	t.Helper()
	n := must.Get(strconv.Atoi(id))(t)
	process := must.Get(os.FindProcess(n))(t)
	must.OK(t, process.Kill())
}
