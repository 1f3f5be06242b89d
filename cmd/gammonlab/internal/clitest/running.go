package clitest

import (
	"bytes"
	"context"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/waittest"
)

// InPieces runs a command with a time limit, and resumes it with longer limits until it
// succeeds.
func (p Program) InPieces(t testing.TB, args ...string) {
	t.Helper()
	for limit := 10 * time.Millisecond; ; limit *= 2 {
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		var errOut bytes.Buffer
		code := p().Run(ctx, append([]string{"gammonlab"}, args...), strings.NewReader(""), io.Discard, &errOut)
		cancel()
		if code == cliutil.ExitOK {
			return
		}
		if code != cliutil.ExitFailed || !strings.Contains(errOut.String(), "context deadline exceeded") {
			t.Fatalf("%q: exit code %d, errors %q", args, code, errOut.String())
		}
	}
}

// Running is a command that runs while the test goes on.
type Running struct {
	Out, Err Lines
	cancel   context.CancelFunc
	code     chan int
}

// Start runs a command until [Running.Stop] or the end of the test.
func (p Program) Start(t testing.TB, args ...string) *Running {
	t.Helper()
	r := &Running{code: make(chan int, 1)}
	var ctx context.Context
	ctx, r.cancel = context.WithCancel(context.Background())
	go func() {
		r.code <- p().Run(ctx, append([]string{"gammonlab"}, args...), strings.NewReader(""), &r.Out, &r.Err)
	}()
	t.Cleanup(func() { r.Stop() })
	return r
}

// Stop interrupts the command and returns its exit code.
func (r *Running) Stop() int {
	r.cancel()
	return r.Wait()
}

// Wait waits for the end of the command and returns its exit code.
func (r *Running) Wait() int {
	code := <-r.code
	r.code <- code // for the end of the test
	return code
}

// Ended reports whether the command has ended.
func (r *Running) Ended() bool { return len(r.code) > 0 }

// Lines is a writer whose text others read while it grows.
type Lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements [io.Writer].
func (l *Lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// String returns the text.
func (l *Lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Find waits for a text that matches the regular expression, and returns the part that its
// last group matches, or the whole without a group.
func (l *Lines) Find(t testing.TB, pattern string) (text string) {
	t.Helper()
	form := regexp.MustCompile(pattern)
	waittest.Until(t, pattern, func() bool {
		found := form.FindStringSubmatch(l.String())
		if found != nil {
			text = found[len(found)-1]
		}
		return found != nil
	})
	return text
}
