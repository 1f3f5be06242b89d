package app

import (
	"os"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
)

// program is the whole program.
var program clitest.Program = gammonlab

// alone are the commands whose packages have tests of their own that begin with
// [clitest.Program.Main].
var alone = []string{"analyze", "bench", "cube", "dataset", "eval", "features", "hint", "moves", "rating predict", "rating fit", "rating table", "rollout", "server", "train", "weights"}

func TestMain(m *testing.M) {
	if args := clitest.ChildArgs(); args != nil {
		os.Args = args
		Main()
	}
	program.Main(m, alone...)
}
