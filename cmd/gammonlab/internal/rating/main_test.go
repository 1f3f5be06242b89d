package rating

import (
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
)

var program = clitest.Of(nil, Command)

func TestMain(m *testing.M) { program.Main(m, "rating simulate", "rating plot") }
