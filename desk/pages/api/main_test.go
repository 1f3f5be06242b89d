package api_test

import (
	"fmt"
	"os"
	"testing"

	"gammonlab/work/kinds"
)

func TestMain(m *testing.M) {
	if err := kinds.Register(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}
