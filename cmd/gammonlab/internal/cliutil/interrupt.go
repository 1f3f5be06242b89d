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
	"gammonlab/internal/workers"
)

// usualGrace is the default time that a command may take to end after a signal. A command
// that waits for a file without a writer, such as a pipe, cannot end by itself. Nothing
// is lost then, because everything that a command keeps is on the disk at any time.
const usualGrace = 1600 * time.Millisecond

// grace is the time that the running command may take to end after a signal.
type grace struct{ atomic.Int64 }

func newGrace() *grace {
	g := new(grace)
	g.Store(int64(usualGrace))
	return g
}

// graceKey is the key of the command's grace in the metadata of an app.
const graceKey = "grace"

// EndWithin gives a command more time to end after a signal, for example a server that
// has requests to answer.
func EndWithin(c *cli.Context, d time.Duration) {
	if g, ok := c.App.Metadata[graceKey].(*grace); ok {
		g.Store(int64(d))
	}
}

// ErrInterrupted is the error of a command that Ctrl-C or SIGTERM has stopped.
var ErrInterrupted = errors.New("interrupted")

// interruption is the cause of a context that a signal has ended.
type interruption struct{ signal syscall.Signal }

func (interruption) Error() string { return ErrInterrupted.Error() }

// Is reports that an interruption is also the cancellation of its context, for which
// other packages test.
func (interruption) Is(target error) bool {
	return target == ErrInterrupted || target == context.Canceled
}

// exitCode returns the exit code that shells use for a command ended by a signal: 130
// after Ctrl-C, 143 after SIGTERM.
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

// untilInterrupted returns the error of the work, which may be a panic, or ErrInterrupted if
// the work does not end soon after ctx.
func untilInterrupted(ctx context.Context, g *grace, work func() error) error {
	done := make(chan error, 1)
	go func() { done <- workers.Guard(work) }()
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

// Resumable adds a text on how to resume to the error of an interrupted command. It
// returns other errors, and errors that have such a text, unchanged.
func Resumable(err error, format string, args ...any) error {
	var said *resumableError
	if !WasInterrupted(err) || errors.As(err, &said) {
		return err
	}
	return &resumableError{err, fmt.Sprintf(format, args...)}
}

// ResumableFile adds a text on how to resume work on a file if its progress is kept in a
// journal: a file of the same name with [journal.Suffix].
func ResumableFile(err error, path string) error {
	part := path + journal.Suffix
	if _, statErr := os.Lstat(part); statErr != nil {
		return err
	}
	return Resumable(err, "progress is kept in %s; resume with the same command", part)
}

// sayRestarts makes the commands report that nothing is kept when they are interrupted.
func sayRestarts(commands []*cli.Command, names []string) {
	for name, command := range EveryCommand(commands) {
		if !slices.Contains(names, name) {
			continue
		}
		act := command.Action
		command.Action = func(c *cli.Context) error {
			return Resumable(act(c), "no progress is kept; the same command starts from the beginning")
		}
	}
}

// resumableError is the interruption of a command that can be resumed.
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

// message returns the text of an error for the user: for an interruption, only how to
// resume.
func message(err error) string {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var lines []string
		texts := ""
		for _, one := range joined.Unwrap() {
			lines, texts = append(lines, message(one)), texts+"\n"+one.Error()
		}
		if texts == "\n"+err.Error() { // of errors.Join, not of a sentence that names several errors
			return strings.Join(lines, "\n")
		}
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

// codeOf returns the exit code of a command that has returned err, which may be nil.
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

// input reads until its context ends. A read from a terminal or a pipe cannot be stopped;
// input abandons it.
type input struct {
	ctx   context.Context
	from  io.Reader
	chunk [1 << 16]byte
	left  []byte // bytes of the chunk that are not read yet
	err   error  // error after these bytes
	read  chan int
	busy  bool // a chunk is being read
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

// IsTerminal reports whether r is a terminal.
func IsTerminal(r io.Reader) bool {
	_, ok := TerminalOf(r)
	return ok
}

// TerminalOf returns the terminal of a reader or writer.
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
