package dataset

import (
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
)

var program = clitest.Of(nil, Command)

func TestMain(m *testing.M) { program.Main(m) }
