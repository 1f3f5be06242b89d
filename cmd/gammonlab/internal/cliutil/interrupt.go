package cliutil

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"gammonlab/internal/journal"
)

// usualGrace is how long a command may take to end after a signal, unless it asks for
// more. One that waits for a file that nobody writes, such as a pipe, cannot end by
// itself; everything that is to be kept is safe on the disk at any time.
const usualGrace = 1600 * time.Millisecond

// grace is how long the command that runs may take to end after a signal.
type grace struct{ atomic.Int64 }

func newGrace() *grace {
	g := new(grace)
	g.Store(int64(usualGrace))
	return g
}

// graceKey is where the grace of the command stands among the metadata of an app.
const graceKey = "grace"

// EndWithin gives a command longer than usual to end after a signal, such as a
// server that has requests to answer.
func EndWithin(c *cli.Context, d time.Duration) {
	if g, ok := c.App.Metadata[graceKey].(*grace); ok {
		g.Store(int64(d))
	}
}

// ErrInterrupted is how commands end that Ctrl-C or SIGTERM has stopped.
var ErrInterrupted = errors.New("interrupted")

// interruption is why a context ends after a signal.
type interruption struct{ signal syscall.Signal }

func (interruption) Error() string { return ErrInterrupted.Error() }

// Is has packages see an interruption as the end of their context, which it is.
func (interruption) Is(target error) bool {
	return target == ErrInterrupted || target == context.Canceled
}

// exitCode is that of a shell whose command a signal has ended: 130 after Ctrl-C,
// 143 after SIGTERM.
func (i interruption) exitCode() int { return 128 + int(i.signal) }

// WithSignals returns a context that Ctrl-C and SIGTERM end. A second signal ends
// the program at once.
func WithSignals(ctx context.Context) context.Context {
	ctx, cancel := context.WithCancelCause(ctx)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		caught, _ := (<-signals).(syscall.Signal)
		signal.Reset(os.Interrupt, syscall.SIGTERM)
		cancel(interruption{caught})
	}()
	return ctx
}

// untilInterrupted returns the error of the work, or errInterrupted if that does
// not end soon after ctx has.
func untilInterrupted(ctx context.Context, g *grace, work func() error) error {
	done := make(chan error, 1)
	go func() { done <- work() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(time.Duration(g.Load())):
		return ErrInterrupted
	}
}

// Resumable returns the error of a command that an interruption has ended with
// words that say how to go on; any other error, and one that has such words, is
// returned as it is.
func Resumable(err error, format string, args ...any) error {
	var said *resumableError
	if !WasInterrupted(err) || errors.As(err, &said) {
		return err
	}
	return &resumableError{err, fmt.Sprintf(format, args...)}
}

// ResumableFile says how to go on with a file whose beginning is kept in one of
// the same name with [journal.Suffix] behind it, if there is one.
func ResumableFile(err error, path string) error {
	part := path + journal.Suffix
	if _, statErr := os.Lstat(part); statErr != nil {
		return err
	}
	return Resumable(err, "progress is kept in %s; resume with the same command", part)
}

// sayRestarts has the commands say, when they are interrupted, that nothing is kept.
func sayRestarts(commands []*cli.Command, names []string, path ...string) {
	for _, command := range commands {
		name := append(slices.Clone(path), command.Name)
		sayRestarts(command.Subcommands, names, name...)
		if !slices.Contains(names, strings.Join(name, " ")) {
			continue
		}
		act := command.Action
		command.Action = func(c *cli.Context) error {
			return Resumable(act(c), "no progress is kept; the same command starts from the beginning")
		}
	}
}

// resumableError is an interruption after which work can go on.
type resumableError struct {
	error
	how string
}

func (e *resumableError) Error() string { return ErrInterrupted.Error() + "; " + e.how }

func (e *resumableError) Unwrap() error { return e.error }

// WasInterrupted reports whether an interruption caused an error.
func WasInterrupted(err error) bool {
	return errors.Is(err, ErrInterrupted) || errors.Is(err, context.Canceled)
}

// message returns what the user is to read of an error: of an interruption only
// how to go on.
func message(err error) string {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var lines []string
		for _, one := range joined.Unwrap() {
			lines = append(lines, message(one))
		}
		return strings.Join(lines, "\n")
	}
	var how *resumableError
	switch {
	case errors.As(err, &how):
		return how.Error()
	case WasInterrupted(err):
		return ErrInterrupted.Error()
	}
	return err.Error()
}

// codeOf returns the exit code of a command that has ended with an error, or nil.
func codeOf(ctx context.Context, err error) int {
	var usage usageError
	var caught interruption
	switch {
	case err == nil:
		return ExitOK
	case errors.As(context.Cause(ctx), &caught):
		return caught.exitCode()
	case errors.As(err, &usage):
		return ExitUsage
	}
	return ExitFailed
}

// input reads until its context ends: what waits for a terminal or a pipe cannot
// be woken, but it can be left alone.
type input struct {
	ctx   context.Context
	from  io.Reader
	chunk [1 << 16]byte
	left  []byte // of the chunk, not read yet
	err   error  // behind that
	read  chan int
	busy  bool // the chunk is being read
}

func newInput(ctx context.Context, from io.Reader) *input {
	return &input{ctx: ctx, from: from, read: make(chan int, 1)}
}

// Read implements [io.Reader].
func (in *input) Read(p []byte) (int, error) {
	if err := context.Cause(in.ctx); err != nil {
		return 0, err
	}
	if len(in.left) == 0 && in.err == nil {
		if err := in.fill(); err != nil {
			return 0, err
		}
	}
	n := copy(p, in.left)
	in.left = in.left[n:]
	if n == 0 && len(p) > 0 {
		return 0, in.err
	}
	return n, nil
}

// fill reads the next chunk.
func (in *input) fill() error {
	if !in.busy {
		in.busy = true
		go func() {
			n, err := in.from.Read(in.chunk[:])
			in.err = err
			in.read <- n
		}()
	}
	select {
	case <-in.ctx.Done():
		return context.Cause(in.ctx)
	case n := <-in.read:
		in.busy, in.left = false, in.chunk[:n]
		return nil
	}
}

// IsTerminal reports whether somebody types what is read.
func IsTerminal(r io.Reader) bool {
	_, ok := TerminalOf(r)
	return ok
}

// TerminalOf returns the terminal from which is read, or to which is written.
func TerminalOf(stream any) (*os.File, bool) {
	switch wrapped := stream.(type) {
	case *input:
		stream = wrapped.from
	case *checkedWriter:
		stream = wrapped.to
	}
	file, ok := stream.(*os.File)
	return file, ok && term.IsTerminal(int(file.Fd()))
}
