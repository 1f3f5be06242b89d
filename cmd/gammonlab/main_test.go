package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"testing"
)

// TestMain gives the tests a cache folder of their own with the databases in it.
func TestMain(m *testing.M) { os.Exit(runTests(m)) }

func runTests(m *testing.M) int {
	dir, err := os.MkdirTemp("", "gammonlab")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return exitFailed
	}
	defer os.RemoveAll(dir)
	os.Setenv(cacheVariable, dir)
	if code := run(context.Background(), []string{"gammonlab", "eval", start}, nil, io.Discard, io.Discard); code != exitOK {
		fmt.Fprintln(os.Stderr, "the databases of endings cannot be made")
		return code
	}
	return m.Run()
}
