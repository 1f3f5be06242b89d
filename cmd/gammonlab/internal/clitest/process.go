package clitest

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/cachefolder"
	"gammonlab/internal/must"
	"gammonlab/internal/waittest"
)

// childArgs is set, in the environment of the test binary, to the command line, joined by
// newlines, that it is to run as the program would.
const childArgs = "GAMMONLAB_TEST_ARGS"

// childReady names a file that the test binary, run as the program, makes when it takes
// signals.
const childReady = "GAMMONLAB_TEST_READY"

// Main is the body of TestMain. It gives the tests a cache folder of their own, and reports
// commands, other than the excepted ones, whose JSON no test compares with the schema. In a
// process of [Command] it runs the program.
func (p Program) Main(m *testing.M, except ...string) {
	if args := os.Getenv(childArgs); args != "" {
		ctx := cliutil.WithSignals(context.Background())
		if name := os.Getenv(childReady); name != "" {
			os.WriteFile(name, nil, 0o666)
		}
		os.Exit(p().Run(ctx, append([]string{"gammonlab"}, strings.Split(args, "\n")...), os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(p.runTests(m, except))
}

// ChildArgs returns the command line that a process of [Command] is to run, beginning with the
// name of the program, nil in other processes.
func ChildArgs() []string {
	args := os.Getenv(childArgs)
	if args == "" || os.Getenv(childReady) != "" {
		return nil
	}
	return append([]string{"gammonlab"}, strings.Split(args, "\n")...)
}

func (p Program) runTests(m *testing.M, except []string) int {
	dir, err := os.MkdirTemp("", "gammonlab")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return cliutil.ExitFailed
	}
	defer os.RemoveAll(dir)
	os.Setenv(cachefolder.Variable, dir)
	code := m.Run()
	if err := p.unprinted(except); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		return cliutil.ExitFailed
	}
	return code
}

// Command returns the command that runs the program with the arguments in a process of its
// own. The tests must begin with [Program.Main].
func Command(args []string, environment ...string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(append(os.Environ(), environment...), childArgs+"="+strings.Join(args, "\n"))
	return c
}

// Child is the program in a process.
type Child struct {
	*exec.Cmd
	Out, Err bytes.Buffer
}

// patience is the time after a signal from which on a command counts as hanging. Commands
// end within two seconds, but on a busy machine they take longer.
const patience = 3 * time.Minute

// StartChild starts the program, with a pipe for its input on which nothing comes, and
// returns when it takes signals.
func StartChild(t testing.TB, args []string) *Child {
	t.Helper()
	ready := filepath.Join(t.TempDir(), "ready")
	c := &Child{Cmd: Command(args, childReady+"="+ready)}
	c.Stdout, c.Stderr = &c.Out, &c.Err
	in := must.Get(c.StdinPipe())(t)
	must.OK(t, c.Start())
	t.Cleanup(func() {
		c.Process.Kill() // if the test has failed
		in.Close()
	})
	waittest.Until(t, "the command to take signals", func() bool { return Exists(ready) })
	return c
}

// End sends the signal and returns the exit code.
func (c *Child) End(t testing.TB, signal os.Signal) int {
	t.Helper()
	must.OK(t, c.Process.Signal(signal))
	watchdog := time.AfterFunc(patience, func() { c.Process.Kill() })
	began := time.Now()
	_ = c.Wait() // what matters is in its state
	if !watchdog.Stop() {
		t.Fatalf("it hangs after %v\n%s", signal, c.Err.String())
	}
	t.Logf("ended %v after %v: %s", time.Since(began).Round(time.Millisecond), signal, LastLine(c.Err.String()))
	return c.ProcessState.ExitCode()
}

// LastLine returns the last line of a text.
func LastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndex(text, "\n")+1:]
}
