package serve

import (
	"fmt"
	"os"
	"testing"

	"gammonlab/work/kinds"
)

// TestMain registers the kinds of work, as the program does before it serves them.
func TestMain(m *testing.M) {
	if err := kinds.Register(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}
