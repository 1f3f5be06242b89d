package cliutil

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"github.com/urfave/cli/v2"

	"gammonlab/internal/workers"
)

// A command that ignores the end of its context is abandoned after a short
// time; a command that ends returns its own error.
func TestUntilInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := untilInterrupted(ctx, newGrace(), func() error { select {} }); err != ErrInterrupted {
		t.Errorf("work without an end: %v, want %v", err, ErrInterrupted)
	}
	want := errors.New("done")
	if err := untilInterrupted(ctx, newGrace(), func() error { return want }); err != want {
		t.Errorf("got %v, want %v", err, want)
	}
}

// An error about a long value keeps its reason.
func TestLongError(t *testing.T) {
	program := Program{Name: "test", Commands: []*cli.Command{{Name: "open", Action: func(*cli.Context) error {
		return errors.New(strings.Repeat("x", 1e6) + " is no player\nnor a file")
	}}}}
	var errOut strings.Builder
	program.Run(t.Context(), []string{"test", "open"}, strings.NewReader(""), io.Discard, &errOut)
	if text := errOut.String(); len(text) > 4100 || !strings.HasPrefix(text, "test open: xxx") || !strings.HasSuffix(text, "xxx is no player\nnor a file\n") {
		t.Errorf("%d bytes: %.100s", len(text), text)
	}
}

// A panic of a command is an error with its trace, never a success.
func TestPanic(t *testing.T) {
	program := Program{Name: "test", Commands: []*cli.Command{
		{Name: "break", Action: func(*cli.Context) error { panic("a mistake") }},
		{Name: "deep", Action: func(*cli.Context) error {
			workers.All(0, []int{0, 1}, 2, func(_, _, _ int) { panic("a mistake") })
			return nil
		}},
	}}
	for _, name := range []string{"break", "deep"} {
		var errOut strings.Builder
		code := program.Run(t.Context(), []string{"test", name}, strings.NewReader(""), io.Discard, &errOut)
		if text := errOut.String(); code != ExitFailed || !strings.HasPrefix(text, "test "+name+": panic: a mistake\n\ngoroutine ") || !strings.Contains(text, "TestPanic.func") {
			t.Errorf("%s: exit code %d, %s", name, code, text)
		}
	}
}

// After an interruption a command may take the time to end that it has requested.
func TestEndWithin(t *testing.T) {
	for _, longer := range []time.Duration{0, 3 * time.Minute} {
		over := make(chan struct{})
		ctx, cancel := context.WithCancelCause(t.Context())
		var ended atomic.Bool
		program := Program{Name: "test", Commands: []*cli.Command{{Name: "serve", Action: func(c *cli.Context) error {
			if longer > 0 {
				EndWithin(c, longer)
			}
			cancel(interruption{syscall.SIGINT})
			if longer == 0 {
				<-over
				return nil
			}
			time.Sleep(usualGrace + 400*time.Millisecond)
			ended.Store(true)
			return nil
		}}}}
		code := program.Run(ctx, []string{"test", "serve"}, strings.NewReader(""), io.Discard, io.Discard)
		close(over)
		if want := map[bool]int{false: 130, true: ExitOK}[longer > 0]; code != want || longer > 0 && !ended.Load() {
			t.Errorf("longer by %v: exit code %d, want %d", longer, code, want)
		}
	}
}

// The message of an interruption contains the way to resume, and any other error.
func TestMessage(t *testing.T) {
	stopped := fmt.Errorf("match: stopped: %w", interruption{syscall.SIGINT})
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.New("no such file"), "no such file"},
		{stopped, "interrupted"},
		{Resumable(stopped, "try %s", "again"), "interrupted; try again"},
		{Resumable(io.EOF, "try again"), "EOF"},
		{errors.Join(Resumable(stopped, "try again"), errors.New("disk full")), "interrupted; try again\ndisk full"},
		{fmt.Errorf("%w (%w)", errors.New("the server is full"), io.EOF), "the server is full (EOF)"},
	} {
		if got := message(c.err); got != c.want {
			t.Errorf("%v: message %q, want %q", c.err, got, c.want)
		}
	}
}

// Reading returns all bytes of the input, in any division into parts.
func TestInput(t *testing.T) {
	text := strings.Repeat("4HPwATDgc/ABMA\n", 20_000)
	for name, r := range map[string]io.Reader{
		"at once": strings.NewReader(text), "by halves": iotest.HalfReader(strings.NewReader(text)),
		"end with data": iotest.DataErrReader(strings.NewReader(text)),
	} {
		got, err := io.ReadAll(newInput(t.Context(), r))
		if err != nil || string(got) != text {
			t.Errorf("%s: %d bytes and %v, want %d", name, len(got), err, len(text))
		}
	}
	broken := errors.New("broken")
	if got, err := io.ReadAll(newInput(t.Context(), io.MultiReader(strings.NewReader("ab"), iotest.ErrReader(broken)))); string(got) != "ab" || err != broken {
		t.Errorf("got %q and %v, want ab and %v", got, err, broken)
	}
}
