package bench

import (
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
)

var program = clitest.Of(Outputs, Command)

func TestMain(m *testing.M) { program.Main(m) }
