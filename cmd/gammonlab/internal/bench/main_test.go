package bench

import (
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
)

var program = clitest.Of(nil, Command)

func TestMain(m *testing.M) { program.Main(m) }

// slow skips a test under the race detector, under which the packages that measure are tested.
func slow(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("short: the measurement takes long under the race detector")
	}
}
