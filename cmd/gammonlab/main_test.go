package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/cachefolder"
)

// Exit codes.
const (
	exitOK     = cliutil.ExitOK
	exitFailed = cliutil.ExitFailed
	exitUsage  = cliutil.ExitUsage
)

// childArgs is set, in the environment of this test binary, to the command line,
// joined by newlines, that it is to run as the program would.
const childArgs = "GAMMONLAB_TEST_ARGS"

// childReady names a file that this test binary, run as the program, makes when
// it takes signals.
const childReady = "GAMMONLAB_TEST_READY"

// TestMain gives the tests a cache folder of their own with the databases in it.
func TestMain(m *testing.M) {
	if args := os.Getenv(childArgs); args != "" {
		os.Args = append([]string{"gammonlab"}, strings.Split(args, "\n")...)
		if name := os.Getenv(childReady); name != "" {
			ctx := cliutil.WithSignals(context.Background())
			os.WriteFile(name, nil, 0o666)
			os.Exit(run(ctx, os.Args, os.Stdin, os.Stdout, os.Stderr))
		}
		main()
	}
	os.Exit(runTests(m))
}

// program returns the command that runs the program with the arguments in a process of
// its own.
func program(args []string, environment ...string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(append(os.Environ(), environment...), childArgs+"="+strings.Join(args, "\n"))
	return c
}

func runTests(m *testing.M) int {
	dir, err := os.MkdirTemp("", "gammonlab")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return exitFailed
	}
	defer os.RemoveAll(dir)
	os.Setenv(cachefolder.Variable, dir)
	if code := run(context.Background(), []string{"gammonlab", "eval", start}, nil, io.Discard, io.Discard); code != exitOK {
		fmt.Fprintln(os.Stderr, "the databases of endings cannot be made")
		return code
	}
	code := m.Run()
	if err := unprinted(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		return exitFailed
	}
	return code
}
