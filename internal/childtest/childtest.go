// Package childtest runs the test binary again, as a child process that the test kills
// while it works. It is for tests only.
package childtest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"gammonlab/internal/must"
	"gammonlab/internal/waittest"
)

// variable is the environment variable with the arguments of a child, one per line.
const variable = "GAMMONLAB_TEST_CHILD"

// Main is the body of TestMain: it runs the tests or, in a child, calls work with the
// arguments of [Command].
func Main(m *testing.M, work func(words []string) error) {
	words, child := os.LookupEnv(variable)
	if !child {
		os.Exit(m.Run())
	}
	fmt.Fprintln(os.Stderr, "not killed:", work(strings.Split(words, "\n")))
	os.Exit(1)
}

// Command returns a command that runs a child with the words as arguments.
func Command(words ...string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), variable+"="+strings.Join(words, "\n"))
	return c
}

// Die kills this process.
func Die() {
	if self, err := os.FindProcess(os.Getpid()); err == nil {
		self.Kill()
	}
	select {}
}

// Stop starts a command and sends it the signal when it is ready. It returns when the
// command has ended and reports whether the signal ended it.
func Stop(t testing.TB, c *exec.Cmd, signal os.Signal, ready func() bool) bool {
	t.Helper()
	must.OK(t, c.Start())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = c.Wait() // ProcessState contains the result
	}()
	for started := time.Now(); !ready(); {
		select {
		case <-ended:
			return false
		case <-time.After(time.Millisecond):
		}
		if time.Since(started) > waittest.Patience {
			c.Process.Kill()
			t.Fatalf("%v was not ready after %v", c, waittest.Patience)
		}
	}
	if err := c.Process.Signal(signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	<-ended
	return !c.ProcessState.Success()
}

// Kill kills a command when it is ready, and fails the test if it ends before.
func Kill(t testing.TB, c *exec.Cmd, ready func() bool) {
	t.Helper()
	errOut := new(strings.Builder)
	c.Stderr = errOut
	if !Stop(t, c, os.Kill, ready) || errOut.Len() > 0 {
		t.Fatalf("the child ended too early: %v: %s", c.ProcessState, errOut)
	}
}
